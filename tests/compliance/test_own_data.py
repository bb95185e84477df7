"""A player's copy of their data: complete, only their own, without staff notes or future cards."""

import json
from typing import Any
from uuid import uuid4

import pytest
from django.db import transaction
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from accounts.identity.selectors.document_numbers import load_document_number
from accounts.identity.services import document_uploads
from accounts.models.restrictions import Restriction
from accounts.models.users import User
from accounts.restrictions.services.restrictions import RestrictionRequest, impose_restriction
from accounts.roles.values import Role
from compliance.own_data import services
from compliance.own_data.refusals import TooManyCopies
from compliance.own_data.selectors import json_stream
from compliance.own_data.selectors.document import stream_own_data
from journal.models import Event, EventKind
from journal.services.recording import record
from tests.accounts.papers import picture
from tests.accounts.people import PASSWORD, ana_confirmed
from tests.accounts.staff import inside, staff
from tests.casino import scenes
from wallet.cash.selectors import statement
from wallet.cash.values import statement_lines

pytestmark = pytest.mark.database
COPY, PAGE = "/account/data/copy/", "/account/data/"


def read(player: User) -> dict[str, Any]:
    found: dict[str, Any] = json.loads("".join(stream_own_data(player, timezone.now())))
    return found


def browser(player: User) -> Client:
    """Return a client signed in with a recent reauthentication."""
    client = Client()
    client.force_login(player)
    client.post(reverse("account_reauthenticate"), {"password": PASSWORD})
    return client


def test_the_file_has_account_money_and_play() -> None:
    round_ = scenes.play(scenes.deal(scenes.ordinary), "stand")
    player = round_.player
    document_uploads.store_upload(player, "front", picture())
    record(
        EventKind.LOGGED_IN, actor=player.pk, subject=f"user {player.pk}", data={"ip": "10.0.0.7"}
    )

    found = read(player)

    number = load_document_number(player)
    assert number is not None
    assert found["account"]["email"] == player.email
    assert found["account"]["document"]["number"] == number.normal
    assert len(found["consents"]) == 7
    assert found["documents"][0]["sha256"] == player.uploads.get().sha256
    assert found["sign_ins"][-1]["ip"] == "10.0.0.7"
    assert found["money"][0]["currency"] == "USD"
    lines = list(statement.iterate_lines(player.pk, statement_lines.StatementFilter()))
    assert [one["number"] for one in found["movements"]] == [one.transfer_id for one in lines]
    assert found["movements"][-1]["balance_after"] == found["money"][0]["balance"]
    (one,) = found["rounds"]
    assert (one["id"], one["status"]) == (str(round_.public_id), "completed")
    assert one["bets"] == [
        {"box": 1, "stake": {"amount": "10.00", "currency": "USD"}, "side_bets": {}}
    ]
    assert [step["action"] for step in one["decisions"]] == ["stand"]
    for name in ("points_earned", "movements"):
        of_it = [one for one in found[name] if one["round"] == str(round_.public_id)]
        assert {one["round_number"] for one in of_it} == {round_.number}


def test_no_card_of_an_open_shoe_is_in_it() -> None:
    round_ = scenes.play(scenes.deal(scenes.ordinary), "stand")
    (one,) = read(round_.player)["rounds"]
    assert (one["server_seed"], one["result"]) == (None, None)


def test_long_lists_are_whole_and_in_order(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(json_stream, "BATCH", 2)
    player = ana_confirmed()
    with transaction.atomic():  # the same time for all events
        for n in range(7):
            record(EventKind.LOGGED_IN, subject=f"user {player.pk}", data={"ip": f"10.0.0.{n}"})
    assert [one["ip"] for one in read(player)["sign_ins"]] == [f"10.0.0.{n}" for n in range(7)]


def test_the_file_has_no_data_of_others_and_no_staff_notes() -> None:
    player = ana_confirmed()
    ana_confirmed(email="bea@example.com", full_name="Bea Luna")
    manager = staff(Role.COMPLIANCE_MANAGER)
    measure = RestrictionRequest(
        Restriction.Kind.SUSPENDED, "three stolen cards", words="Send a bill."
    )
    impose_restriction(player.pk, measure, key=uuid4(), acting_user=manager)
    text = "".join(stream_own_data(player, timezone.now()))
    assert "Send a bill." in text
    for hidden in ("stolen", "bea@example.com", manager.email, manager.full_name, "argon2"):
        assert hidden not in text


def test_downloading_needs_the_password_and_is_an_event() -> None:
    player = ana_confirmed()
    away = Client()
    away.force_login(player)
    for answer in (away.get(PAGE), away.post(COPY)):
        assert answer["Location"].startswith(reverse("account_reauthenticate"))
    assert not Event.objects.filter(kind="own_data_taken").exists()

    client = browser(player)
    assert client.get(PAGE).status_code == 200
    answer = client.post(COPY)
    assert answer["Content-Disposition"].startswith("attachment")
    assert "no-store" in answer["Cache-Control"]
    assert json.loads(answer.getvalue())["account"]["number"] == player.pk
    event = Event.objects.get(kind="own_data_taken")
    assert (event.actor_id, event.subject) == (player.pk, f"user {player.pk}")


def test_downloads_are_rate_limited(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(services, "MOST_A_DAY", 1)
    player = ana_confirmed()
    client = browser(player)
    assert client.post(COPY).status_code == 200
    refused = client.post(COPY)
    assert refused.status_code == 422
    assert 'role="alert"' in refused.text
    with pytest.raises(TooManyCopies):
        services.take_copy(player)
    assert Event.objects.filter(kind="own_data_taken").count() == 1


def test_staff_have_none() -> None:
    client = inside(staff(Role.AUDITOR))
    assert client.get(PAGE).status_code in {302, 404}
    assert client.post(COPY).status_code in {302, 404}
    assert not Event.objects.filter(kind="own_data_taken").exists()
