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

TABLE, OWN, PLAYER, HOUSE, JURISDICTION, *_ = LimitScope
PAUSE = "min_seconds_between_rounds"


def limit(scope: LimitScope, amount: int, kind: str = "max_bet") -> EffectiveLimit:
    return EffectiveLimit(scope, kind, amount)


def window(scope: LimitScope, amount: int, period: LimitPeriod = LimitPeriod.DAY) -> WindowLimit:
    return WindowLimit(scope, LimitKind.LOSS, amount, period)


@pytest.mark.parametrize(
    ("limits", "scope"),
    [
        ([limit(HOUSE, 2), limit(PLAYER, 1), limit(TABLE, 3)], PLAYER),
        ([limit(HOUSE, 1), limit(PLAYER, 2), limit(TABLE, 3)], HOUSE),
        ([limit(HOUSE, 1), limit(PLAYER, 1), limit(TABLE, 1)], TABLE),
        ([limit(HOUSE, 1), limit(PLAYER, 1), limit(TABLE, 2)], PLAYER),
        ([limit(HOUSE, 2), limit(JURISDICTION, 1), limit(TABLE, 2)], JURISDICTION),
        ([limit(HOUSE, 1), limit(JURISDICTION, 1)], HOUSE),
        (
            [limit(HOUSE, 2, "min_bet"), limit(PLAYER, 1, "min_bet"), limit(TABLE, 1, "min_bet")],
            HOUSE,
        ),
        ([limit(PLAYER, 5, PAUSE), limit(TABLE, 5, PAUSE)], TABLE),
        ([window(PLAYER, 5), window(OWN, 5)], OWN),
    ],
)
def test_the_lowest_maximum_and_the_highest_minimum_apply(
    limits: list[EffectiveLimit], scope: LimitScope
) -> None:
    assert [one.scope for one in select_strictest(limits).values()] == [scope]


def test_periods_are_compared_with_nothing_but_themselves() -> None:
    both = [window(OWN, 5), window(PLAYER, 50, LimitPeriod.WEEK)]
    assert list(select_strictest(both).values()) == both


def test_the_tightest_is_what_leaves_least_of_what_is_used() -> None:
    day, week = window(OWN, 10), window(PLAYER, 20, LimitPeriod.WEEK)
    used = {("loss", "24h"): 1, ("loss", "7d"): 25}
    assert find_tightest([day, week], used) == LimitLeft(week, -5)
    assert find_tightest([], used) is None


def test_a_refusal_says_which_limit_it_was() -> None:
    week = window(PLAYER, 20, LimitPeriod.WEEK)
    refusal = LimitReached(week, "Too much.")
    assert (refusal.code, refusal.limit) == ("house_loss_limit", week)
    assert LimitReached(window(OWN, 1), "").code == "own_loss_limit"
    table = limit(TABLE, 1)
    refusal = LimitReached(table, "Too much.", code="bet_above_maximum", field="stake-1")
    assert (refusal.code, refusal.field, refusal.limit) == ("bet_above_maximum", "stake-1", table)
