"""Check of new money against the player's limits on stakes and losses, own or set by the house.

It applies to bets, doubles, splits and insurances of real money, whoever sends them. A caller that takes
money holds the player's row lock (`casino.services.locks`), so the sums stay true until the money is taken.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from decimal import Decimal
from typing import Self

from accounts.models.users import User
from casino.limits.selectors.session_plan import AskedPlan
from casino.limits.selectors.spending import load_spending
from casino.values.play_money import convert_round_money
from limits.refusals import LimitReached
from limits.values import (
    LENGTH,
    LimitKind,
    LimitLeft,
    LimitPeriod,
    Limits,
    find_tightest,
    limits_on,
)
from wallet.money.values import PLAY_MONEY, Money
from wallet.player_limits.words import limit_text


@dataclass(frozen=True, slots=True)
class Allowance:
    """New money that a player's limits allow now; `least` is the limit that leaves least."""

    least: LimitLeft | None
    shown_in: str

    @classmethod
    def load(
        cls,
        player: User,
        limits: Limits,
        now: datetime,
        replaced_wager: int | None = None,
        plan: AskedPlan | None = None,
    ) -> Self:
        """Load the allowance of a player with these limits and this plan; the open wager `replaced_wager` does not count.

        One query; none without such limits.
        """
        mine = limits_on(limits, LimitKind.WAGER, LimitKind.LOSS)
        lefts = [plan.session.loss_left] if plan and plan.session else []
        if mine:
            longest = max((limit.period for limit in mine), key=lambda period: LENGTH[period])
            used = load_spending(player.pk, now, LimitPeriod(longest), replaced_wager)
            lefts += [tightest] if (tightest := find_tightest(mine, used)) else []
        return cls(min(lefts, key=lambda left: left.amount, default=None), player.display_currency)

    def most(self, currency: str, rate: Decimal) -> Money | None:
        """Allowance in a round's currency at its rate, rounded down; None if unlimited."""
        if self.least is None or currency == PLAY_MONEY:
            return None
        return Money(max(0, int(self.least.amount / rate)), currency)

    def check(self, cost: Money, rate: Decimal) -> None:
        """Raise `LimitReached` if this much new money, at the round's rate, exceeds the allowance."""
        least = self.least
        if (
            least is None
            or cost.currency == PLAY_MONEY
            or convert_round_money(cost, rate) <= least.amount
        ):
            return
        raise LimitReached(least.limit, limit_text(least, self.shown_in))
