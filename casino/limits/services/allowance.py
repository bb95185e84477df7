"""Checks new money against a player's own limits on stakes and losses, and those that the house set for the player.

Bets, doubles, splits and insurances of real money ask here, whoever sends them. Whoever asks in order to take money holds the
player's row (`casino.services.locks`): what is summed up stays true until the money is taken.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from decimal import Decimal
from typing import Self

from accounts.models.users import User
from casino.limits.selectors.spending import load_spending
from casino.values.play_money import usd_of
from limits.refusals import LimitReached
from limits.values import LENGTH, Kind, LimitLeft, Limits, find_tightest, limits_on
from wallet.money.values import PLAY_MONEY, Money
from wallet.player_limits.words import limit_text


@dataclass(frozen=True, slots=True)
class Allowance:
    """How much new money a player's limits leave now: `least` is the limit that leaves least."""

    least: LimitLeft | None
    shown_in: str

    @classmethod
    def of(
        cls, player: User, limits: Limits, now: datetime, replaced_wager: int | None = None
    ) -> Self:
        """The allowance of a player with these limits; what the open wager `replaced_wager` holds is free for a bet in its place.

        One query, none without such limits.
        """
        mine = limits_on(limits, Kind.WAGER, Kind.LOSS)
        if not mine:
            return cls(None, player.display_currency)
        longest = max((limit.period for limit in mine), key=lambda period: LENGTH[period])
        used = load_spending(player.pk, now, longest, replaced_wager)
        return cls(find_tightest(mine, used), player.display_currency)

    def most(self, currency: str, rate: Decimal) -> Money | None:
        """The same in the currency of a round at its rate; None where nothing limits it."""
        if self.least is None or currency == PLAY_MONEY:
            return None
        return Money(max(0, int(self.least.amount / rate)), currency)

    def check(self, cost: Money, rate: Decimal) -> None:
        """Raise `LimitReached` if this much new money, at the round's rate, exceeds the allowance."""
        least = self.least
        if least is None or cost.currency == PLAY_MONEY or usd_of(cost, rate) <= least.amount:
            return
        raise LimitReached(least.limit, limit_text(least, self.shown_in))
