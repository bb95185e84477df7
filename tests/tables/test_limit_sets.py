"""Limits of the house and of players: proposed by one person, in force once another approves."""

from collections.abc import Callable
from typing import Any

import pytest
from django.urls import reverse
from django.utils import translation

from accounts.models.users import User
from accounts.roles.refusals import NotPermitted
from accounts.roles.values import Role
from accounts.sign_up.services.demo import register_demo_player
from compliance.events.words.sentences import describe_event
from journal.models import Event
from journal.refusals import ChangedMeanwhile, ReasonMissing
from limits.models import LimitDecision, LimitSet
from limits.values import LimitScope
from tables.models import Table
from tables.refusals import Misconfigured
from tables.selectors.house_tables import ATLANTIC_CITY
from tables.selectors.limits import load_bounds
from tables.services import changes, limit_sets
from tests.accounts.staff import inside, staff
from tests.fixtures.reading import read_in
from tests.tables.house import an_open_table, manager, operator
from tests.tables.refusals import refused
from tests.tables.test_bounds import brief

pytestmark = pytest.mark.database


def ana() -> User:
    return register_demo_player("ana@example.test", "a-long-password-of-ana", "Ana Rosario")


def analyst() -> User:
    return staff(Role.COMPLIANCE_ANALYST)


def of_the_house(**values: int | None) -> LimitSet:
    return limit_sets.propose_limits(None, values, reason="the regulator", acting_user=operator())


def meant(**values: int | None) -> LimitSet:
    return limit_sets.propose_limits(
        None, values, reason="the regulator", acting_user=operator(), accepted=True
    )


def test_limits_count_once_another_person_approved_them() -> None:
    table = an_open_table()
    row = of_the_house(max_bet=100_000, hands_per_day=100)
    assert load_bounds(table).max_bet.scope is LimitScope.TABLE

    limit_sets.decide_limits(row.pk, approved=True, reason="fine", acting_user=manager())

    assert brief(load_bounds(table).max_bet) == (100_000, LimitScope.HOUSE)
    event = Event.objects.get(kind="table_limits_decided")
    assert (event.actor_id, event.subject) == (manager().pk, "limits of the house")
    assert (event.data["before"], event.data["after"]) == (
        {},
        {"max_bet": 100_000, "hands_per_day": 100},
    )


def test_a_proposal_says_what_it_is_to_replace() -> None:
    first = of_the_house(max_bet=2_000_000)
    limit_sets.decide_limits(first.pk, approved=True, reason="fine", acting_user=manager())
    of_the_house(max_bet=2_500_000)

    event = Event.objects.filter(kind="table_limits_proposed").latest("pk")
    with translation.override("en"):
        (change,) = describe_event(event).changes
    assert (change.before, change.after) == (
        "$200.00",
        "$250.00",
    )


def test_doubtful_limits_are_refused_until_they_are_meant() -> None:
    doubtful: dict[str, int | None] = {"max_bet": 100_000, "max_round": 150_000}
    refusal = refused(Misconfigured, lambda: of_the_house(**doubtful))
    assert [one.field for one in refusal.problems] == ["max_round"]
    refusal = refused(Misconfigured, lambda: of_the_house(max_bet=100_000, max_side=110_000))
    assert [one.field for one in refusal.problems] == ["max_side"]

    row = limit_sets.propose_limits(
        None, doubtful, reason="the regulator", acting_user=operator(), accepted=True
    )
    limit_sets.decide_limits(row.pk, approved=True, reason="fine", acting_user=manager())
    assert brief(load_bounds(an_open_table()).max_round) == (150_000, LimitScope.HOUSE)
    assert row.accepted
    kinds = ("table_limits_proposed", "table_limits_decided")
    told = Event.objects.filter(kind__in=kinds)
    assert [event.data["limit_meant"] for event in told] == [True, True]


def test_ordinary_limits_are_not_marked_as_confirmed() -> None:
    an_open_table()
    row = limit_sets.propose_limits(
        None, {"hands_per_day": 50}, reason="x", acting_user=operator(), accepted=True
    )
    assert not row.accepted


def test_a_round_limit_of_the_house_is_compared_with_each_table() -> None:
    table = an_open_table()
    below = 2 * table.max_bet_usd - table.step
    refusal = refused(Misconfigured, lambda: of_the_house(max_round=below))
    assert [one.field for one in refusal.problems] == ["max_round"]
    assert table.name in str(refusal.problems[0].message)
    assert not of_the_house(max_round=2 * table.max_bet_usd).accepted


def test_a_side_bet_of_a_table_is_compared_with_the_bet_of_the_house() -> None:
    table = an_open_table()
    Table.objects.filter(pk=table.pk).update(max_side=table.max_bet_usd)
    least = table.max_bet_usd // 2
    refusal = refused(Misconfigured, lambda: of_the_house(max_bet=least))
    assert [one.field for one in refusal.problems] == ["max_side"]
    assert not of_the_house(max_bet=least, max_side=least).accepted


def test_a_table_is_compared_with_the_limits_of_the_house_in_force() -> None:
    table = an_open_table()
    row = of_the_house(max_round=2 * table.max_bet_usd)
    limit_sets.decide_limits(row.pk, approved=True, reason="fine", acting_user=manager())
    more: dict[str, object] = {"max_bet_usd": 2 * table.max_bet_usd}
    more["max_round_usd"] = 8 * table.max_bet_usd
    given: dict[str, Any] = {"reason": "as players ask", "acting_user": operator()}
    refusal = refused(Misconfigured, lambda: changes.propose_change(table.pk, more, **given))
    assert [one.field for one in refusal.problems] == ["max_round_usd"]
    assert changes.propose_change(table.pk, more, **given, accepted=True).accepted


def test_the_approver_sees_that_a_doubtful_limit_is_confirmed() -> None:
    an_open_table()
    client, address = inside(operator()), reverse("tables:house")
    read_in(client, "en")
    sent = {"max_bet": "10", "max_round": "15", "reason": "the regulator"}
    refusal = client.post(address, sent)
    assert (refusal.status_code, LimitSet.objects.count()) == (422, 0)
    assert 'name="accepted"' in refusal.text
    assert client.post(address, {**sent, "accepted": "on"}).status_code == 303
    boss = inside(manager())
    read_in(boss, "en")
    assert "An unusual limit is intended" in boss.get(address).text


def test_a_players_limits_are_compliances() -> None:
    player, table = ana(), an_open_table()
    row = limit_sets.propose_limits(
        player, {"max_bet": 50_000}, reason="asked for", acting_user=analyst()
    )
    limit_sets.decide_limits(row.pk, approved=True, reason="fine", acting_user=manager())

    assert brief(load_bounds(table, player.pk).max_bet) == (50_000, LimitScope.PLAYER)
    assert load_bounds(table).max_bet.scope is LimitScope.TABLE


def test_refused_limits_limit_nothing() -> None:
    table = an_open_table()
    row = of_the_house(max_bet=100_000)

    limit_sets.decide_limits(row.pk, approved=False, reason="no need", acting_user=manager())

    assert load_bounds(table).max_bet.scope is LimitScope.TABLE


def test_an_empty_set_lifts_them() -> None:
    table = an_open_table()
    for values in ({"max_bet": 100_000}, {}):
        row = of_the_house(**values)
        limit_sets.decide_limits(row.pk, approved=True, reason="fine", acting_user=manager())

    assert load_bounds(table).max_bet.scope is LimitScope.TABLE


def test_older_proposals_are_not_approved_after_newer_ones() -> None:
    old, new, boss = of_the_house(max_bet=100_000), of_the_house(max_bet=200_000), manager()
    limit_sets.decide_limits(new.pk, approved=True, reason="fine", acting_user=boss)

    refused(
        ChangedMeanwhile,
        lambda: limit_sets.decide_limits(old.pk, approved=True, reason="fine", acting_user=boss),
    )


@pytest.mark.parametrize(
    ("act", "error"),
    [
        (lambda row: _decided(row, operator()), NotPermitted),
        (lambda row: _decided(row, manager(), ""), ReasonMissing),
        (
            lambda _: limit_sets.propose_limits(None, {}, reason="x", acting_user=manager()),
            NotPermitted,
        ),
        (
            lambda _: limit_sets.propose_limits(None, {}, reason="x", acting_user=analyst()),
            NotPermitted,
        ),
        (
            lambda _: limit_sets.propose_limits(None, {}, reason=" ", acting_user=operator()),
            ReasonMissing,
        ),
    ],
)
def test_refusals(act: Callable[[LimitSet], object], error: type[Exception]) -> None:
    row = of_the_house(max_bet=100_000)

    refused(error, lambda: act(row))


def _decided(row: LimitSet, acting_user: User, reason: str = "fine") -> LimitDecision:
    return limit_sets.decide_limits(row.pk, approved=True, reason=reason, acting_user=acting_user)


@pytest.mark.parametrize(
    ("values", "field"),
    [
        ({"max_bet": -1}, "max_bet"),
        ({"max_bet": 10**15}, "max_bet"),
        ({"hands_per_day": 10**9}, "hands_per_day"),
        ({"min_bet": 2, "max_bet": 1}, "max_bet"),
        ({"min_bet": 2, "max_round": 1}, "max_round"),
        ({"step": 1}, "step"),
        ({"max_bet": 0}, "max_bet"),
        ({"max_round": 0}, "max_round"),
        ({"max_insurance": 0}, "max_insurance"),
        ({"hands_per_minute": 0}, "hands_per_minute"),
    ],
)
@pytest.mark.empty
def test_bad_limits_are_refused_beside_their_field(values: dict[str, int], field: str) -> None:
    operator()
    error = refused(Misconfigured, lambda: of_the_house(**values))
    assert [one.field for one in error.problems] == [field]


@pytest.mark.parametrize("name", ["max_bet", "max_player", "max_round", "max_side"])
def test_a_limit_below_the_smallest_step_forbids_every_bet(name: str) -> None:
    an_open_table()  # step of tenths of a dollar
    an_open_table(ATLANTIC_CITY)  # step of whole dollars

    error = refused(Misconfigured, lambda: of_the_house(**{name: 999}))
    assert [one.field for one in error.problems] == [name]
    assert "0.1" in str(error.problems[0].message)
    assert getattr(meant(**{name: 1_000}), name) == 1_000
