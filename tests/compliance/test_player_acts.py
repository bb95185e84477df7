"""Staff actions on a player's page: permissions, effects, refusals, and messages to the player."""

import re
from datetime import timedelta
from typing import Any
from uuid import uuid4

import pytest
from django.core import mail
from django.db import ProgrammingError, transaction
from django.test import Client
from django.utils import timezone

from accounts.mail.services import LetterMail
from accounts.models.letters import Letter
from accounts.models.notes import Note
from accounts.models.restrictions import Lifting, Restriction
from accounts.models.users import State, StateChange, User
from accounts.roles.refusals import NotPermitted
from accounts.roles.values import Role
from accounts.sign_in.views.failures import count_failures
from casino.absence.services import house_play
from casino.play.services.betting import place_bet
from compliance.players import refusals
from compliance.players.services import acts, letters
from journal.models import Event
from journal.refusals import Refusal
from tests.accounts.people import PASSWORD, ana_confirmed, log_in
from tests.accounts.staff import inside, staff
from tests.accounts.test_restrictions import (
    Owner,
    analyst,
    everything,
    manager,
    passed,
    restricted,
    state_of,
)
from tests.casino import scenes
from tests.casino.gone import by_house, charted, later
from tests.wallet.ledger import funded, staked
from wallet.ledger.models import Transfer
from wallet.ledger.services.movements import grant_play_money
from wallet.money.values import Money

pytestmark = pytest.mark.database


def key_on(page: Any) -> str:
    found = re.search(r'name="key" value="([0-9a-f-]{36})"', page.text)
    assert found
    return found.group(1)


def send(client: Client, player: User, act: str, **data: str) -> Any:
    """Open the form and send it with its key, as a browser does."""
    address = f"/staff/players/{player.pk}/{act}/"
    return client.post(address, {"key": key_on(client.get(address)), **data})


@pytest.mark.parametrize(
    ("act", "state", "subject"),
    [
        ("suspend", "suspended", "your account is suspended"),
        ("exclude", "operator_excluded", "you are excluded"),
        ("lock", "locked", "your account is locked"),
    ],
)
def test_a_restriction_by_its_page_and_the_mail_about_it(
    act: str, state: str, subject: str
) -> None:
    ana = ana_confirmed(language="en")
    answer = send(inside(analyst()), ana, act, reason="odd play", words="We will call you.")
    assert answer.status_code == 303
    assert state_of(ana) == state
    assert letters.mail_letters(timezone.now()) == 1
    assert letters.mail_letters(timezone.now()) == 0
    (sent,) = mail.outbox
    assert subject in sent.subject
    assert "We will call you." in sent.body
    assert "odd play" not in sent.body
    assert sent.to == [ana.email]


def test_the_same_form_sent_twice_is_one_restriction() -> None:
    ana, client = ana_confirmed(), inside(analyst())
    address = f"/staff/players/{ana.pk}/suspend/"
    form = {"key": key_on(client.get(address)), "reason": "odd play"}
    assert [client.post(address, form).status_code for _ in range(2)] == [303, 303]
    assert Restriction.objects.count() == 1
    again = client.post(address, {**form, "key": str(uuid4())})
    assert again.status_code == 422
    assert "already in force" in again.text
    assert Restriction.objects.count() == 1


@pytest.mark.parametrize(
    ("act", "data"),
    [
        ("suspend", {"reason": " "}),
        ("exclude", {"reason": "x", "last_day": "2020-01-01"}),
        ("exclude", {"reason": "x", "last_day": "9999-12-31"}),
        ("exclude", {"reason": "x", "last_day": "soon"}),
        ("lock", {"reason": "x" * 501}),
        ("suspend", {"reason": "x", "key": "none"}),
        ("verify", {"reason": "x", "method": "demo"}),
        ("verify", {"reason": "x", "method": "copy", "valid_until": "2020-01-01"}),
        ("note", {"text": ""}),
        ("note", {"text": "x" * 2001}),
    ],
)
def test_a_form_that_says_nothing_or_nonsense_changes_nothing(
    act: str, data: dict[str, str]
) -> None:
    ana, client = ana_confirmed(), inside(analyst())
    before = (*everything(), Note.objects.count())
    answer = send(client, ana, act, **data)
    assert answer.status_code == 422
    assert (*everything(), Note.objects.count()) == before
    ana.refresh_from_db()
    assert (ana.state, ana.is_verified) == (State.ACTIVE, False)


def test_an_exclusion_ends_with_its_last_day() -> None:
    ana, last = ana_confirmed(), timezone.now().date() + timedelta(days=9)
    send(inside(analyst()), ana, "exclude", reason="x", last_day=last.isoformat())
    until = Restriction.objects.get().until
    assert until is not None
    assert until.isoformat() == f"{last + timedelta(days=1)}T00:00:00+00:00"


def test_two_others_lift_it_by_their_pages() -> None:
    ana = ana_confirmed(language="en")
    row = restricted(ana)
    assert send(inside(analyst()), ana, f"lift/{row.pk}", reason="explained").status_code == 303
    lifting = Lifting.objects.get()
    address = f"/staff/players/liftings/{lifting.pk}/"
    verdict = {"verdict": "approve", "reason": "seen"}
    assert inside(analyst("second")).post(address, verdict).status_code == 403
    assert "explained" in inside(manager()).get("/staff/players/liftings/").text
    assert inside(manager()).post(address, {"verdict": "maybe"}).status_code == 400
    assert inside(manager()).post(address, {"verdict": "approve"}).status_code == 422  # no reason
    assert state_of(ana) == "suspended"
    assert inside(manager()).post(address, verdict).status_code == 303
    assert state_of(ana) == "active"
    assert letters.mail_letters(timezone.now()) == 2
    assert "you can play again" in mail.outbox[-1].body
    assert "Nothing is pending." in inside(manager()).get("/staff/players/liftings/").text


def test_a_restriction_is_lifted_on_its_own_players_page_only() -> None:
    row = restricted(ana_confirmed())
    bea = ana_confirmed(email="bea@example.com")
    address = f"/staff/players/{bea.pk}/lift/{row.pk}/"
    assert inside(analyst()).post(address, {"reason": "x", "key": uuid4()}).status_code == 404
    assert not Lifting.objects.exists()


def test_expired_restrictions_are_shown(owner_connection: Owner) -> None:
    ana = ana_confirmed(language="es")
    by, until = analyst(), timezone.now() + timedelta(hours=1)
    row = restricted(ana, Restriction.Kind.OPERATOR_EXCLUDED, until=until, acting_user=by)
    assert letters.end_restrictions(timezone.now()) == 0
    passed(owner_connection, row)
    assert letters.end_restrictions(timezone.now()) == 1
    assert letters.end_restrictions(timezone.now()) == 0
    assert state_of(ana) == "active"
    assert Letter.objects.filter(restriction=row, kind="over").exists()
    assert StateChange.objects.filter(user=ana, acting_user=None, to_state="active").exists()


def test_a_failing_mail_delays_no_other(monkeypatch: pytest.MonkeyPatch) -> None:
    ana, bea = ana_confirmed(), ana_confirmed(email="bea@example.com")
    restricted(ana), restricted(bea)

    send = LetterMail.send

    def refuses(message: LetterMail) -> int:
        if message.to == [ana.email]:
            raise OSError("the mail server does not answer")
        return send(message)

    monkeypatch.setattr(LetterMail, "send", refuses)
    assert letters.mail_letters(timezone.now()) == 1
    assert [one.to for one in mail.outbox] == [[bea.email]]
    monkeypatch.undo()
    assert letters.mail_letters(timezone.now()) == 1
    assert not Letter.objects.filter(mailed_at=None).exists()


def test_a_document_opens_real_money_once() -> None:
    ana, client = ana_confirmed(), inside(analyst())
    until = (timezone.now() + timedelta(days=400)).date()
    data = {"reason": "passport, face compared", "method": "video", "valid_until": str(until)}
    assert send(client, ana, "verify", **data).status_code == 303
    ana.refresh_from_db()
    assert (ana.verification_method, ana.document_until) == ("video", until)
    event = Event.objects.get(kind="identity_verified")
    assert (event.actor_id, event.data["method"]) == (analyst().pk, "video")
    before = everything()
    again = send(client, ana, "verify", **data)
    assert again.status_code == 422
    assert everything() == before


def test_a_note_is_kept_once_and_its_words_are_in_no_event() -> None:
    ana, client = ana_confirmed(), inside(analyst())
    address = f"/staff/players/{ana.pk}/note/"
    form = {"key": key_on(client.get(address)), "text": "called about a brother"}
    assert [client.post(address, form).status_code for _ in range(2)] == [303, 303]
    assert client.post(address, {**form, "text": "other words"}).status_code == 409
    assert Note.objects.get().text == "called about a brother"
    assert "brother" not in str(Event.objects.get(kind="player_noted").data)
    assert (
        "called about a brother"
        in inside(staff(Role.CASHIER)).get(f"/staff/players/{ana.pk}/").text
    )


def test_failed_sign_ins_are_forgotten(
    client: Client, rf: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    # no delay between attempts
    monkeypatch.setattr("accounts.sign_in.services.account_failures.MAX_DELAY_SECONDS", 0.0)
    ana = ana_confirmed()
    for _ in range(4):
        log_in(client, ana.email, "wrong")
    assert count_failures(rf.get("/"), ana).refused
    assert log_in(client, ana.email).status_code == 422  # the correct password is refused too
    answer = send(inside(analyst()), ana, "sign-in", reason="it is the player")
    assert answer.status_code == 303
    assert count_failures(rf.get("/"), ana).counted == 0
    assert log_in(client, ana.email, PASSWORD).status_code == 302
    assert Event.objects.get(kind="login_freed").data == {
        "reason": "it is the player",
        "failures": 3,
    }


def test_a_locked_player_is_signed_out_at_once(client: Client) -> None:
    ana = ana_confirmed()
    log_in(client, ana.email)
    assert client.get("/options/").status_code == 200
    restricted(ana, Restriction.Kind.LOCKED)
    assert client.get("/options/").status_code == 302


def test_only_an_account_without_real_money_becomes_one_for_tests() -> None:
    ana = ana_confirmed()
    grant_play_money(ana.pk, Money.parse("50", "PLY"), key=uuid4(), reason="tests")
    with pytest.raises(NotPermitted):
        acts.mark_test_account(ana.pk, acting_user=analyst(), reason="ours")
    assert send(inside(manager()), ana, "test-account", reason="ours").status_code == 303
    ana.refresh_from_db()
    assert ana.is_test_account
    with pytest.raises(refusals.TestAccountAlready):
        acts.mark_test_account(ana.pk, acting_user=manager(), reason="ours")
    bea = User.objects.get(pk=funded("bea"))
    User.objects.filter(pk=bea.pk).update(is_test_account=False)
    staked(bea.pk, "100.00")
    before = Event.objects.exclude(kind="player_viewed").count()
    answer = send(inside(manager()), bea, "test-account", reason="ours")
    assert answer.status_code == 422
    assert Event.objects.exclude(kind="player_viewed").count() == before
    bea.refresh_from_db()
    assert not bea.is_test_account


@pytest.mark.parametrize("act", ["suspend", "exclude", "lock"])
def test_a_running_round_of_a_restricted_player_ends_within_a_day_without_new_money(
    act: str,
) -> None:
    round_ = scenes.deal(scenes.ordinary)
    charted(round_.version.rules, "Ds")
    send(inside(analyst()), round_.player, act, reason="odd play")
    player = User.objects.get(pk=round_.player_id)
    with pytest.raises(Refusal):
        place_bet(player, round_.place.table, scenes.bet_request(round_.participant))
    round_.record_request(later(23 * 60 * 60))
    round_.save(update_fields=["asked_at", "house_plays_at"])
    assert house_play.play_due_rounds(later(23 * 60 * 60 + 60)) == 1
    assert by_house(round_) == ["stand"]
    assert Transfer.objects.filter(kind="bet").count() == 1


def test_staff_are_never_players(client: Client) -> None:
    clerk = staff(Role.CASHIER)
    for act in ("suspend", "verify", "note", "sign-in", "test-account"):
        assert inside(manager()).get(f"/staff/players/{clerk.pk}/{act}/").status_code == 404
    table = scenes.ligalo()
    with pytest.raises(ProgrammingError, match="staff never play"), transaction.atomic():
        scenes.sit(clerk, table)
    assert not Transfer.objects.exists()
