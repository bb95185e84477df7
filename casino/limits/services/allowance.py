"""Checks new money against a player's own limits on stakes and losses, and those that the house set for the player.

Bets, doubles, splits and insurances of real money ask here, whoever sends them. Whoever asks in order to take money holds the
player's row (`casino.services.locks`): what is summed up stays true until the money is taken.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from decimal import Decimal
from typing import Final, Self

from accounts.models.users import User
from accounts.protection.selectors.play_limits import LENGTH, Kind, Limits, PlayerLimit
from casino.limits.selectors.spending import Spending, load_spending
from casino.refusals import PlayerLimitReached
from casino.values.play_money import usd_of
from wallet.money.values import PLAY_MONEY, Money
from wallet.player_limits.words import limit_owner, limit_text

MONEY: Final = (Kind.WAGER, Kind.LOSS)


def of_stakes(limits: Limits) -> list[PlayerLimit]:
    """The limits that apply to new money in a round."""
    return [limit for limit in limits.values() if limit.kind in MONEY]


@dataclass(frozen=True, slots=True)
class LimitLeft:
    """What a limit leaves, in 10^-4 USD; negative if the limit was lowered since."""

    limit: PlayerLimit
    units: int


@dataclass(frozen=True, slots=True)
class Allowance:
    """How much new money a player's limits leave now."""

    lefts: Sequence[LimitLeft]
    shown_in: str

    @classmethod
    def of(cls, player: User, limits: Limits, now: datetime) -> Self:
        """The allowance of a player with these limits. One query, none without such limits."""
        mine = of_stakes(limits)
        if not mine:
            return cls((), player.display_currency)
        longest = max((limit.period for limit in mine), key=lambda period: LENGTH[period])
        seen = load_spending(player.pk, now, longest)
        lefts = [LimitLeft(one, one.amount - _used(one, seen[one.period])) for one in mine]
        return cls(lefts, player.display_currency)

    @property
    def least(self) -> LimitLeft | None:
        """The limit that leaves least."""
        return min(self.lefts, key=lambda left: left.units, default=None)

    def most(self, currency: str, rate: Decimal) -> Money | None:
        """The same in the currency of a round at its rate; None where nothing limits it."""
        if self.least is None or currency == PLAY_MONEY:
            return None
        return Money(max(0, int(self.least.units / rate)), currency)

    def check(self, cost: Money, rate: Decimal) -> None:
        """Raise `PlayerLimitReached` if this much new money, at the round's rate, exceeds the allowance."""
        least = self.least
        if least is None or cost.currency == PLAY_MONEY or usd_of(cost, rate) <= least.units:
            return
        raise PlayerLimitReached(
            limit_text(least.limit, least.units, self.shown_in),
            code=f"{limit_owner(least.limit)}_{least.limit.kind.value}_limit",
        )


def _used(limit: PlayerLimit, seen: Spending) -> int:
    return seen.wagered if limit.kind == Kind.WAGER else seen.lost
