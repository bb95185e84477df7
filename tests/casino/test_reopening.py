"""Reopening a place whose shoe was stopped: the seed is revealed, or staff give the shoe up in public; play goes on."""

from collections.abc import Callable
from functools import partial
from uuid import uuid4

import pytest
from django.db import connection, transaction
from django.db.utils import ProgrammingError
from psycopg import Connection

from accounts.roles.refusals import NotPermitted
from accounts.roles.values import Role
from blackjack.public_log import read_line
from blackjack.verification import verify
from casino.absence.services import house_play
from casino.fairness.selectors.public_log import public_line
from casino.fairness.selectors.transcripts import transcript_text
from casino.fairness.services.public_log import chain_log
from casino.fairness.values.sealing import seal_seed
from casino.incidents.services.reopening import reopen_place
from casino.models import LogLine, Round, Shoe
from casino.play.services.betting import place_bet
from casino.refusals import PlaceStopped, RoundRuns, SeedHidden
from journal.models import Event
from journal.refusals import NotFound, ReasonMissing
from tests.accounts.staff import inside, staff
from tests.casino import scenes
from tests.casino.gone import charted, later
from tests.casino.test_at_once import together

pytestmark = pytest.mark.committed

ENGLISH = {"Accept-Language": "en"}
WHY = "the keys of the old server were in use"
Scene = Callable[[Connection[object]], Round]
LIST = "/staff/rounds/"
SEED = scenes.seed_for(scenes.ordinary)  # of each test's first shoe


def write_seed(owner: Connection[object], shoe: Shoe, server_seed: str) -> None:
    """Replace the shoe's sealed seed, whatever commitment was published."""
    sealed = seal_seed(shoe.public_id, server_seed)
    owner.execute("ALTER TABLE casino_shoe DISABLE TRIGGER guard")
    owner.execute("UPDATE casino_shoe SET sealed_seed = %s WHERE id = %s", [sealed, shoe.pk])
    owner.execute("ALTER TABLE casino_shoe ENABLE TRIGGER guard")


def stopped_between_rounds(owner: Connection[object]) -> Round:
    """Return a completed round whose shoe was stopped afterwards, because its seed did not match."""
    round_ = scenes.play_out(scenes.deal(scenes.ordinary))
    write_seed(owner, round_.deal.shoe, "b" * 64)
    with pytest.raises(PlaceStopped):
        bet_again(round_)
    return round_


def stopped_in_a_round(owner: Connection[object]) -> Round:
    """Return a round that was cancelled because its shoe's seed did not match."""
    round_ = scenes.deal(scenes.ordinary)
    charted(round_.version.rules)
    write_seed(owner, round_.deal.shoe, "b" * 64)
    assert house_play.play_due_rounds(later()) == 1
    return round_


def bet_again(round_: Round) -> Round:
    return place_bet(round_.player, round_.place.table, scenes.bet_request(round_.participant))


def shoe_of(round_: Round) -> Shoe:
    return Shoe.objects.get(pk=round_.deal.shoe_id)


def page_of(round_: Round) -> str:
    return f"{LIST}stopped/{round_.deal.shoe.public_id}/reopen/"


@pytest.mark.parametrize("scene", [stopped_between_rounds, stopped_in_a_round])
@pytest.mark.parametrize("role", [Role.OPERATOR, Role.COMPLIANCE_MANAGER])
def test_with_its_seed_back_the_shoe_closes_and_play_goes_on(
    scene: Scene, role: Role, owner_connection: Connection[object]
) -> None:
    round_, person = scene(owner_connection), staff(role)
    assert (
        "We have stopped play at this place"
        in scenes.signed_in(round_.player).get("/table/ligalo/", headers=ENGLISH).text
    )
    write_seed(owner_connection, round_.deal.shoe, SEED)

    reopen_place(round_.deal.shoe.public_id, person, f" {WHY} ")

    shoe = shoe_of(round_)
    assert (shoe.status, shoe.close_reason, shoe.server_seed) == ("closed", "stopped", SEED)
    assert [check for check in verify(transcript_text(shoe)) if not check.passed] == []
    event = Event.objects.get(kind="place_reopened")
    assert (event.actor_id, event.subject) == (person.pk, f"shoe {shoe.public_id}")
    assert (event.data["ended"], event.data["reason"]) == ("closed", WHY)
    assert bet_again(round_).deal.shoe_id != shoe.pk
    ahead = Shoe.objects.filter(place=round_.place, status__in=["announced", "dealing"])
    assert ahead.count() == 2


def test_a_seed_that_still_does_not_open_changes_nothing(
    owner_connection: Connection[object],
) -> None:
    round_ = stopped_between_rounds(owner_connection)
    before = scenes.everything(round_.player)

    with pytest.raises(SeedHidden):
        reopen_place(round_.deal.shoe.public_id, staff(Role.OPERATOR), WHY)

    assert scenes.everything(round_.player) == before
    assert not Event.objects.filter(kind="place_reopened").exists()


def test_a_shoe_without_its_seed_is_given_up_in_public(
    owner_connection: Connection[object],
) -> None:
    round_ = stopped_between_rounds(owner_connection)

    reopen_place(round_.deal.shoe.public_id, staff(Role.OPERATOR), WHY, without_seed=True)

    shoe = shoe_of(round_)
    assert (shoe.status, shoe.server_seed, shoe.closed_at is not None) == ("lost", None, True)
    assert Event.objects.get(kind="place_reopened").data["ended"] == "lost"
    chain_log()
    line = LogLine.objects.get(shoe=shoe.public_id, kind="lost")
    assert read_line(public_line(line), "log")["kind"] == "lost"
    client = scenes.signed_in(round_.player)
    public = client.get("/fairness/", headers=ENGLISH).text
    assert str(shoe.public_id) in public
    assert "this shoe was given up" in public
    page = client.get(f"/rounds/{round_.public_id}/", headers=ENGLISH).text
    assert "This shoe was given up" in page
    assert "still being dealt" not in page
    assert "has been stopped" not in client.get("/table/ligalo/", headers=ENGLISH).text
    assert bet_again(round_).deal.shoe_id != shoe.pk


def test_a_shoe_that_was_given_up_stays_so(owner_connection: Connection[object]) -> None:
    round_ = stopped_between_rounds(owner_connection)
    reopen_place(round_.deal.shoe.public_id, staff(Role.OPERATOR), WHY, without_seed=True)

    for status in ("closed", "dealing", "stopped"):
        with pytest.raises(ProgrammingError), transaction.atomic():
            Shoe.objects.filter(pk=round_.deal.shoe_id).update(status=status)
    assert not connection.in_atomic_block


def test_a_running_round_is_cancelled_first(owner_connection: Connection[object]) -> None:
    round_ = scenes.deal(scenes.ordinary)
    write_seed(owner_connection, round_.deal.shoe, "b" * 64)
    with pytest.raises(PlaceStopped):
        scenes.play(round_, "stand")
    person = staff(Role.OPERATOR)

    with pytest.raises(RoundRuns):
        reopen_place(round_.deal.shoe.public_id, person, WHY, without_seed=True)

    text = inside(person).get(LIST).text
    assert "cancel its round first" in text
    assert "/reopen/" not in text
    assert "cancel it first" in inside(person).get(page_of(round_)).text


def test_every_stopped_shoe_of_the_place_is_ended(owner_connection: Connection[object]) -> None:
    round_ = stopped_between_rounds(owner_connection)
    Shoe.objects.filter(place=round_.place, status="announced").update(status="stopped")

    reopen_place(round_.deal.shoe.public_id, staff(Role.OPERATOR), WHY, without_seed=True)

    assert sorted(Shoe.objects.values_list("status", flat=True)) == [
        "announced",
        "announced",
        "closed",
        "lost",
    ]
    assert bet_again(round_).status


def test_concurrent_requests_reopen_once(
    owner_connection: Connection[object],
) -> None:
    round_ = stopped_between_rounds(owner_connection)
    person = staff(Role.OPERATOR)
    again = partial(reopen_place, round_.deal.shoe.public_id, person, WHY, without_seed=True)

    assert together([again] * 4) == {"ok": 4}

    assert Event.objects.filter(kind="place_reopened").count() == 1
    assert Shoe.objects.filter(status="announced").count() == 2


@pytest.mark.parametrize(
    ("role", "sees", "reopens"),
    [
        (Role.OPERATOR, 200, 200),
        (Role.COMPLIANCE_MANAGER, 200, 200),
        (Role.COMPLIANCE_ANALYST, 200, 403),
        (Role.AUDITOR, 200, 403),
        (Role.CASHIER, 403, 403),
    ],
)
def test_reopening_needs_the_right(
    role: Role, sees: int, reopens: int, owner_connection: Connection[object]
) -> None:
    round_ = stopped_between_rounds(owner_connection)
    before, person = scenes.everything(round_.player), staff(role)
    client = inside(person)

    page = client.get(LIST)
    assert page.status_code == sees
    assert ("Stopped places" in page.text) is (sees == 200)
    assert (page_of(round_) in page.text) is (reopens == 200)
    assert client.get(page_of(round_)).status_code == reopens
    if reopens == 403:
        assert client.post(page_of(round_), {"reason": WHY}).status_code == 403
        with pytest.raises(NotPermitted):
            reopen_place(round_.deal.shoe.public_id, person, WHY)
    assert scenes.everything(round_.player) == before


def test_the_page_needs_a_reason_and_a_confirmation_to_give_a_shoe_up(
    owner_connection: Connection[object],
) -> None:
    round_ = stopped_between_rounds(owner_connection)
    client, before = inside(staff(Role.OPERATOR)), scenes.everything(round_.player)

    unsaid = client.post(page_of(round_), {"reason": " "})
    assert (unsaid.status_code, "errorlist" in unsaid.text) == (422, True)
    hidden = client.post(page_of(round_), {"reason": WHY})
    assert (hidden.status_code, "still does not open" in hidden.text) == (422, True)
    assert WHY in hidden.text
    assert scenes.everything(round_.player) == before

    done = client.post(page_of(round_), {"reason": WHY, "give_up": "on"})
    assert (done.status_code, done["Location"]) == (303, LIST)
    text = client.get(LIST).text
    assert "The place is open again" in text
    assert "Stopped places" not in text
    assert "nothing to reopen" in client.get(page_of(round_)).text
    assert client.post(page_of(round_), {"reason": WHY}).status_code == 303


def test_unknown_shoes_and_missing_reasons_are_refused(
    owner_connection: Connection[object],
) -> None:
    round_, person = stopped_between_rounds(owner_connection), staff(Role.OPERATOR)

    with pytest.raises(ReasonMissing):
        reopen_place(round_.deal.shoe.public_id, person, " ")
    with pytest.raises(NotFound):
        reopen_place(uuid4(), person, WHY)
    assert (
        inside(person).post(f"{LIST}stopped/{uuid4()}/reopen/", {"reason": WHY}).status_code == 404
    )
