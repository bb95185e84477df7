"""The strictest of several limits applies, and a refusal names it."""

import pytest

from limits.refusals import LimitReached
from limits.values import (
    EffectiveLimit,
    Kind,
    LimitLeft,
    LimitPeriod,
    Scope,
    WindowLimit,
    find_tightest,
    strictest,
)


def limit(scope: Scope, amount: int, kind: str = "max_bet") -> EffectiveLimit:
    return EffectiveLimit(scope, kind, amount)


def window(scope: Scope, amount: int, period: LimitPeriod = LimitPeriod.DAY) -> WindowLimit:
    return WindowLimit(scope, Kind.LOSS, amount, period)


@pytest.mark.parametrize(
    ("kind", "amounts", "scope"),
    [
        ("max_bet", {Scope.HOUSE: 2, Scope.PLAYER: 1, Scope.TABLE: 3}, Scope.PLAYER),
        ("max_bet", {Scope.HOUSE: 1, Scope.PLAYER: 2, Scope.TABLE: 3}, Scope.HOUSE),
        ("max_bet", {Scope.HOUSE: 1, Scope.PLAYER: 1, Scope.TABLE: 1}, Scope.TABLE),
        ("max_bet", {Scope.HOUSE: 1, Scope.PLAYER: 1, Scope.TABLE: 2}, Scope.PLAYER),
        ("min_bet", {Scope.HOUSE: 2, Scope.PLAYER: 1, Scope.TABLE: 1}, Scope.HOUSE),
        ("min_seconds_between_rounds", {Scope.PLAYER: 5, Scope.TABLE: 5}, Scope.TABLE),
    ],
)
def test_the_lowest_maximum_and_the_highest_minimum_apply(
    kind: str, amounts: dict[Scope, int], scope: Scope
) -> None:
    found = strictest(limit(one, amount, kind) for one, amount in amounts.items())
    assert [one.scope for one in found.values()] == [scope]


def test_of_an_own_limit_and_an_equal_one_of_the_house_the_own_one_is_named() -> None:
    found = strictest([window(Scope.PLAYER, 5), window(Scope.OWN, 5)])
    assert [one.scope for one in found.values()] == [Scope.OWN]


def test_periods_are_compared_with_nothing_but_themselves() -> None:
    both = [window(Scope.OWN, 5), window(Scope.PLAYER, 50, LimitPeriod.WEEK)]
    assert list(strictest(both).values()) == both


def test_the_tightest_is_what_leaves_least_of_what_is_used() -> None:
    day, week = window(Scope.OWN, 10), window(Scope.PLAYER, 20, LimitPeriod.WEEK)
    used = {("loss", "24h"): 1, ("loss", "7d"): 25}
    assert find_tightest([day, week], used) == LimitLeft(week, -5)
    assert find_tightest([], used) is None


def test_a_refusal_says_which_limit_it_was() -> None:
    week = window(Scope.PLAYER, 20, LimitPeriod.WEEK)
    refusal = LimitReached(week, "Too much.")
    assert (refusal.code, refusal.limit) == ("house_loss_limit", week)
    assert LimitReached(window(Scope.OWN, 1), "").code == "own_loss_limit"
    table = limit(Scope.TABLE, 1)
    refusal = LimitReached(table, "Too much.", code="bet_above_maximum", field="stake-1")
    assert (refusal.code, refusal.field, refusal.limit) == ("bet_above_maximum", "stake-1", table)
