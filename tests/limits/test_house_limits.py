"""House limits of one player: set by staff, loosened only by a second person, in SQL too; the stricter of house and own applies."""

from typing import Any
from uuid import uuid4

import pytest
from django.db import DatabaseError, connection, transaction

from accounts.models.letters import Letter
from accounts.models.users import State, User
from accounts.restrictions.services.states import change_state
from accounts.roles.refusals import NotPermitted
from accounts.roles.values import Role
from journal.models import Event
from journal.refusals import AnotherPersonNeeded, ChangedMeanwhile, ReasonMissing, Refusal
from limits.models import Limit
from limits.refusals import LimitNotSettable, LimitUnchanged
from limits.selectors.in_force import effective_limits, load_limits_by_player, load_scope_limits
from limits.services.players import LimitRequest, set_house_limit, set_limit
from limits.values import LimitKind, LimitPeriod, LimitScope
from tests.accounts.people import ana_confirmed, demo
from tests.accounts.staff import staff
from tests.limits.house_limits import held
from tests.limits.own_limits import USD, limited

pytestmark = pytest.mark.database

WAGER, DAY = LimitKind.WAGER, LimitPeriod.DAY


def analyst(name: str = "") -> User:
    return staff(Role.COMPLIANCE_ANALYST, name)


def everything() -> list[int]:
    counted = (Limit, Letter, Event)
    return [model.objects.count() for model in counted]


def amounts(player: User) -> dict[tuple[str, str], tuple[int, bool]]:
    found = effective_limits(player.pk)
    return {which: (one.amount, one.by_house) for which, one in found.items()}


def test_a_house_limit_applies_at_once_with_letter_and_event() -> None:
    ana = ana_confirmed()
    row = set_house_limit(
        ana.pk,
        LimitRequest(WAGER, DAY, 50 * USD),
        reason=" seen at risk ",
        words=" Call us. ",
        key=uuid4(),
        acting_user=analyst(),
    )
    assert amounts(ana) == {("wager", "24h"): (50 * USD, True)}
    assert load_scope_limits(ana.pk, LimitScope.OWN) == {}  # not an own limit
    letter = Letter.objects.get(player=ana)
    assert (letter.kind, letter.about, letter.words) == ("limit", str(row.pk), "Call us.")
    event = Event.objects.get(kind="limit_by_house")
    assert (event.actor_id, event.subject) == (analyst().pk, f"user {ana.pk}")
    assert event.data == {
        "kind": "wager",
        "period": "24h",
        "before": "none",
        "after": "50.0000 USD",
        "reason": "seen at risk",
    }


@pytest.mark.parametrize(
    ("own", "house", "counts"),
    [
        (50, 49.99, (499_900, True)),
        (50, 50, (500_000, False)),
        (49.99, 50, (499_900, False)),
        (0, 1, (0, False)),
        (1, 0, (0, True)),
    ],
)
def test_the_stricter_limit_applies(own: float, house: float, counts: tuple[int, bool]) -> None:
    ana = ana_confirmed()
    limited(ana, WAGER, own)
    held(ana, WAGER, house)
    assert amounts(ana) == {("wager", "24h"): counts}


def test_limits_of_other_kinds_periods_and_players_are_independent() -> None:
    ana = ana_confirmed()
    limited(ana, WAGER, 10, LimitPeriod.WEEK)
    held(ana, WAGER, 20)
    held(ana, LimitKind.LOSS, 5)
    held(demo(), WAGER, 1)
    assert amounts(ana) == {
        ("wager", "7d"): (10 * USD, False),
        ("wager", "24h"): (20 * USD, True),
        ("loss", "24h"): (5 * USD, True),
    }
    found = load_limits_by_player([ana.pk, demo().pk])
    assert {pk: sorted(one.amount for one in some) for pk, some in found.items()} == {
        ana.pk: [5 * USD, 10 * USD, 20 * USD],
        demo().pk: [USD],
    }


def test_players_cannot_loosen_a_house_limit() -> None:
    ana = ana_confirmed()
    held(ana, WAGER, 50)
    limited(ana, WAGER, 1000)
    assert amounts(ana) == {("wager", "24h"): (50 * USD, True)}
    with pytest.raises(NotPermitted):
        set_house_limit(
            ana.pk, LimitRequest(WAGER, DAY, None), reason="mine", key=uuid4(), acting_user=ana
        )
    assert amounts(ana) == {("wager", "24h"): (50 * USD, True)}


def test_raising_or_ending_a_limit_needs_another_person() -> None:
    ana = ana_confirmed()
    held(ana, WAGER, 50)
    held(ana, WAGER, 40)
    before = everything()
    for looser in (40.01, None):
        with pytest.raises(AnotherPersonNeeded):
            held(ana, WAGER, looser)
    assert everything() == before
    held(ana, WAGER, 60, acting_user=analyst("second"))
    assert amounts(ana) == {("wager", "24h"): (60 * USD, True)}
    held(ana, WAGER, None)
    assert amounts(ana) == {}
    assert load_limits_by_player([ana.pk]) == {}
    held(ana, WAGER, 70)  # a new limit: loosens nothing
    assert amounts(ana) == {("wager", "24h"): (70 * USD, True)}


def test_the_same_form_twice_is_one_limit() -> None:
    ana, key = ana_confirmed(), uuid4()
    wanted = LimitRequest(WAGER, DAY, 50 * USD)
    first = set_house_limit(ana.pk, wanted, reason="at risk", key=key, acting_user=analyst())
    before = everything()
    assert (
        set_house_limit(ana.pk, wanted, reason="at risk", key=key, acting_user=analyst()) == first
    )
    others: list[tuple[int, LimitRequest, User]] = [
        (ana.pk, LimitRequest(WAGER, DAY, 51 * USD), analyst()),
        (ana.pk, wanted, analyst("second")),
        (demo().pk, wanted, analyst()),
    ]
    for player, other, by in others:
        with pytest.raises(ChangedMeanwhile):
            set_house_limit(player, other, reason="at risk", key=key, acting_user=by)
    assert Limit.objects.count() == before[0]


@pytest.mark.parametrize(
    ("wanted", "reason", "refusal"),
    [
        (LimitRequest(WAGER, DAY, 1), "  ", ReasonMissing),
        (LimitRequest(WAGER, DAY, -1), "odd", LimitNotSettable),
        (LimitRequest(WAGER, DAY, None), "odd", LimitUnchanged),
        (LimitRequest(LimitKind.LOSS, DAY, 5 * USD), "odd", LimitUnchanged),
        (LimitRequest(LimitKind.TIME, DAY, 86_400), "odd", LimitNotSettable),
    ],
)
def test_invalid_limits_are_refused(
    wanted: LimitRequest, reason: str, refusal: type[Refusal]
) -> None:
    ana = ana_confirmed()
    held(ana, LimitKind.LOSS, 5)
    before = everything()
    with pytest.raises(refusal):
        set_house_limit(ana.pk, wanted, reason=reason, key=uuid4(), acting_user=analyst("second"))
    assert everything() == before


def test_a_closed_account_is_held_to_nothing_new() -> None:
    ana = ana_confirmed()
    change_state(ana, State.CLOSED, "closed", acting_user=analyst())
    before = everything()
    with pytest.raises(LimitNotSettable):
        held(ana, WAGER, 5)
    assert everything() == before


@pytest.mark.parametrize(
    "changed",
    [
        {"amount": 60 * USD},  # looser, by the same person
        {"amount": None},
        {"amount": 50 * USD},  # unchanged
        {"amount": -1},
        {"amount": 1, "reason": ""},
        {"amount": 1, "period": "1d"},
        {"amount": 1, "by": "player"},
    ],
)
def test_the_database_refuses_the_same(changed: dict[str, Any]) -> None:
    ana = ana_confirmed()
    held(ana, WAGER, 50)
    row = {"kind": "wager", "period": "24h", "reason": "odd", **changed}
    by = ana if row.pop("by", None) else analyst()
    with pytest.raises(DatabaseError), transaction.atomic():
        Limit.objects.create(scope=LimitScope.PLAYER, player=ana, proposed_by=by, **row)
    assert amounts(ana) == {("wager", "24h"): (50 * USD, True)}


@pytest.mark.parametrize("statement", ["DELETE FROM {}", "UPDATE {} SET amount = NULL"])
def test_rows_stay(statement: str) -> None:
    held(ana_confirmed(), WAGER, 50)
    with pytest.raises(DatabaseError), transaction.atomic(), connection.cursor() as cursor:
        cursor.execute(statement.format("limits_limit"))
    assert Limit.objects.count() == 1


def test_an_own_limit_is_loosened_as_before_beside_it() -> None:
    """`loosens` compares with the player's own limit only, not with the house's."""
    ana = ana_confirmed()
    limited(ana, WAGER, 100)
    held(ana, WAGER, 50)
    assert set_limit(ana, LimitRequest(WAGER, DAY, 200 * USD), key=uuid4()).loosens
    assert not set_limit(ana, LimitRequest(WAGER, DAY, 80 * USD), key=uuid4()).loosens
