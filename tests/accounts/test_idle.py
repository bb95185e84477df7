"""Idle sessions: after half an hour the password is required again, and form data is kept meanwhile."""

from datetime import datetime, timedelta
from urllib.parse import parse_qs, urlsplit

import pytest
import time_machine
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from accounts.models.users import State
from accounts.models.visits import Visit
from accounts.visits.views.kept_forms import KEPT
from casino.models import Round
from tests.accounts.people import log_in
from tests.casino import scenes
from tests.casino.test_table_page import HTMX, TABLE, bet_form, decision
from wallet.cash.models import Deposit

pytestmark = pytest.mark.database

DOOR = "/account/reauthenticate/"
PAGE = "http://testserver"


def later(minutes: float = 30.1) -> datetime:
    return timezone.now() + timedelta(minutes=minutes)


def signed_in() -> Client:
    client = Client()
    log_in(client, "ana@example.test", scenes.PASSWORD)
    return client


def door(answer: object) -> tuple[str, list[str]]:
    """Return the path of a redirect and its `next` values."""
    address = urlsplit(str(answer))
    return address.path, parse_qs(address.query).get("next", [])


def test_a_bet_after_half_an_hour_waits_for_the_password_and_is_typed_again_by_the_page() -> None:
    participant = scenes.sit(scenes.new_player(), scenes.ligalo(), scenes.seed_for(scenes.ordinary))
    client = signed_in()
    client.get(TABLE)
    form = bet_form(participant, "17")
    with time_machine.travel(later()):
        answer = client.post(TABLE + "bet/", form, headers={"Referer": PAGE + TABLE})
        assert answer.status_code == 303
        assert door(answer["Location"]) == (DOOR, [TABLE])
        assert not Round.objects.exists()

        back = client.post(answer["Location"], {"password": scenes.PASSWORD})
        assert (back.status_code, back["Location"]) == (302, TABLE)
        page = client.get(TABLE)
        assert page.context["page"].bet_form.boxes[0].stake.typed == "17"
        assert KEPT not in client.session
        assert client.post(TABLE + "bet/", form).status_code == 303
    assert Round.objects.count() == 1


def test_htmx_requests_are_redirected_to_the_password() -> None:
    participant = scenes.sit(scenes.new_player(), scenes.ligalo(), scenes.seed_for(scenes.ordinary))
    client = signed_in()
    with time_machine.travel(later()):
        headers = {**HTMX, "HX-Current-URL": PAGE + TABLE}
        answer = client.post(TABLE + "bet/", bet_form(participant), headers=headers)
    assert answer.status_code == 401
    assert door(answer["HX-Redirect"]) == (DOOR, [TABLE])
    assert not Round.objects.exists()


def test_a_decision_after_idling_needs_the_password_and_leaves_the_round_unchanged() -> None:
    round_ = scenes.deal(scenes.ordinary)
    client = signed_in()
    before = client.get(TABLE).context["page"].round
    with time_machine.travel(later()):
        sent = decision(round_, "stand")
        assert client.post(TABLE + "action/", sent).status_code == 303
        assert round_.decisions.count() == 0
        client.post(DOOR, {"password": scenes.PASSWORD, "next": TABLE})
        assert client.get(TABLE).context["page"].round == before
        assert client.post(TABLE + "action/", sent).status_code == 303
    round_.refresh_from_db()
    assert round_.status == Round.Status.COMPLETED


@pytest.mark.parametrize("minutes", [29, 30.1, 200])
def test_idle_time_counts_from_the_last_action(minutes: float) -> None:
    scenes.new_player()
    client = signed_in()
    with time_machine.travel(later(20)):
        client.get("/bank/")
    with time_machine.travel(later(20 + minutes)):
        answer = client.post("/bank/deposit/", {"amount": "5", "currency": "USD"})
    assert (answer.status_code == 303 and answer["Location"].startswith(DOOR)) == (minutes > 30)


@pytest.mark.parametrize(
    "address",
    [
        "/bank/deposit/",
        "/bank/withdraw/",
        "/bank/exchange/",
        "/bank/exchange/confirm/",
        "/options/",
        "/bank/close/",
        TABLE + "client-seed/",
    ],
)
def test_an_idle_session_accepts_no_form(address: str) -> None:
    scenes.new_player()
    client = signed_in()
    with time_machine.travel(later()):
        answer = client.post(address, {"amount": "5"}, headers={"Referer": PAGE + address})
    assert door(answer["Location"]) == (DOOR, [address])
    assert not Deposit.objects.exists()


def test_viewing_a_page_while_idle_does_not_sign_in() -> None:
    scenes.new_player()
    client = signed_in()
    with time_machine.travel(later()):
        page = client.get("/bank/")
        assert page.status_code == 200
        assert f"{DOOR}?next=/bank/" in page.text
        assert client.post("/bank/deposit/", {"amount": "5"})["Location"].startswith(DOOR)


def test_a_typed_deposit_is_there_again() -> None:
    scenes.new_player()
    client = signed_in()
    with time_machine.travel(later()):
        sent = {"amount": "12.50", "currency": "EUR", "key": "x", "password": "x"}
        client.post("/bank/deposit/", sent, headers={"Referer": PAGE + "/bank/deposit/"})
        held = client.session[KEPT]
        assert set(held) == {"page", "fields"}
        assert "12.50" not in str(held)
        client.post(DOOR, {"password": scenes.PASSWORD, "next": "/bank/deposit/"})
        # another page does not use up the kept form
        assert client.get("/bank/withdraw/").status_code == 200
        form = client.get("/bank/deposit/").context["form"]
    assert (form["amount"].value(), form["currency"].value()) == ("12.50", "EUR")


def test_a_wrong_password_opens_nothing() -> None:
    scenes.new_player()
    client = signed_in()
    with time_machine.travel(later()):
        assert client.post(DOOR, {"password": "wrong"}).status_code == 422
        assert client.post("/bank/deposit/", {"amount": "5"})["Location"].startswith(DOOR)


def test_the_return_url_must_be_on_this_site() -> None:
    scenes.new_player()
    client = signed_in()
    with time_machine.travel(later()):
        answer = client.post("/bank/deposit/", {}, headers={"Referer": "http://evil.example/x"})
    assert door(answer["Location"]) == (DOOR, ["/"])


def test_signing_in_after_idling_starts_a_new_visit_and_session() -> None:
    player = scenes.new_player()
    client = signed_in()
    first = Visit.objects.get()
    back = later(45)
    with time_machine.travel(back, tick=False):
        client.post(DOOR, {"password": scenes.PASSWORD, "next": "/bank/"})
        client.get("/bank/")
    first.refresh_from_db()
    second = Visit.objects.exclude(pk=first.pk).get()
    assert (first.ended, first.ended_at) == ("idle", first.seen_at)
    assert (second.begun_at, second.ended_at) == (back, None)
    player.refresh_from_db()
    assert player.session_began == back


def test_an_idle_player_can_still_self_exclude() -> None:
    player = scenes.new_player()
    client = signed_in()
    form = {"days": "1", "password": scenes.PASSWORD, "key": "6f1d3c1e-0b51-4ae4-9a5a-6b1c1f0f4c3d"}
    with time_machine.travel(later()):
        answer = client.post("/responsible/time-out/", form)
    player.refresh_from_db()
    assert (answer["Location"], player.state) == (reverse("protection:hub"), State.SELF_EXCLUDED)
