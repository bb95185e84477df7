"""The strictest of several limits applies, and a refusal names it."""

import pytest

from limits.refusals import LimitReached
from limits.values import (
    EffectiveLimit,
    LimitKind,
    LimitLeft,
    LimitPeriod,
    LimitScope,
    WindowLimit,
    find_tightest,
    select_strictest,
)


def limit(scope: LimitScope, amount: int, kind: str = "max_bet") -> EffectiveLimit:
    return EffectiveLimit(scope, kind, amount)


def window(scope: LimitScope, amount: int, period: LimitPeriod = LimitPeriod.DAY) -> WindowLimit:
    return WindowLimit(scope, LimitKind.LOSS, amount, period)


@pytest.mark.parametrize(
    ("kind", "amounts", "scope"),
    [
        (
            "max_bet",
            {LimitScope.HOUSE: 2, LimitScope.PLAYER: 1, LimitScope.TABLE: 3},
            LimitScope.PLAYER,
        ),
        (
            "max_bet",
            {LimitScope.HOUSE: 1, LimitScope.PLAYER: 2, LimitScope.TABLE: 3},
            LimitScope.HOUSE,
        ),
        (
            "max_bet",
            {LimitScope.HOUSE: 1, LimitScope.PLAYER: 1, LimitScope.TABLE: 1},
            LimitScope.TABLE,
        ),
        (
            "max_bet",
            {LimitScope.HOUSE: 1, LimitScope.PLAYER: 1, LimitScope.TABLE: 2},
            LimitScope.PLAYER,
        ),
        (
            "min_bet",
            {LimitScope.HOUSE: 2, LimitScope.PLAYER: 1, LimitScope.TABLE: 1},
            LimitScope.HOUSE,
        ),
        (
            "min_seconds_between_rounds",
            {LimitScope.PLAYER: 5, LimitScope.TABLE: 5},
            LimitScope.TABLE,
        ),
    ],
)
def test_the_lowest_maximum_and_the_highest_minimum_apply(
    kind: str, amounts: dict[LimitScope, int], scope: LimitScope
) -> None:
    found = select_strictest(limit(one, amount, kind) for one, amount in amounts.items())
    assert [one.scope for one in found.values()] == [scope]


def test_of_an_own_limit_and_an_equal_one_of_the_house_the_own_one_is_named() -> None:
    found = select_strictest([window(LimitScope.PLAYER, 5), window(LimitScope.OWN, 5)])
    assert [one.scope for one in found.values()] == [LimitScope.OWN]


def test_periods_are_compared_with_nothing_but_themselves() -> None:
    both = [window(LimitScope.OWN, 5), window(LimitScope.PLAYER, 50, LimitPeriod.WEEK)]
    assert list(select_strictest(both).values()) == both


def test_the_tightest_is_what_leaves_least_of_what_is_used() -> None:
    day, week = window(LimitScope.OWN, 10), window(LimitScope.PLAYER, 20, LimitPeriod.WEEK)
    used = {("loss", "24h"): 1, ("loss", "7d"): 25}
    assert find_tightest([day, week], used) == LimitLeft(week, -5)
    assert find_tightest([], used) is None


def test_a_refusal_says_which_limit_it_was() -> None:
    week = window(LimitScope.PLAYER, 20, LimitPeriod.WEEK)
    refusal = LimitReached(week, "Too much.")
    assert (refusal.code, refusal.limit) == ("house_loss_limit", week)
    assert LimitReached(window(LimitScope.OWN, 1), "").code == "own_loss_limit"
    table = limit(LimitScope.TABLE, 1)
    refusal = LimitReached(table, "Too much.", code="bet_above_maximum", field="stake-1")
    assert (refusal.code, refusal.field, refusal.limit) == ("bet_above_maximum", "stake-1", table)
