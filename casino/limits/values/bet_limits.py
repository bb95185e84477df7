"""Bet limits as money of one currency.

Amounts are compared in the table's own unit: 10^-4 US dollars, or play money at a play-money table.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from decimal import ROUND_CEILING, ROUND_FLOOR, Decimal

from limits.values import EffectiveLimit
from tables.models import Table
from tables.selectors.limits import Bounds, load_bounds
from wallet.money.values import BASE_CURRENCY, PLAY_MONEY, Money
from wallet.rates.values import Quote, convert_to_usd

ONE = Decimal(1)


@dataclass(frozen=True, slots=True)
class BetLimits:
    """The limits on a player's bets at a table, in one currency; None means no limit."""

    min_bet: Money
    max_bet: Money
    min_player: Money | None
    max_player: Money | None
    max_round: Money
    max_insurance: Money | None
    min_side: Money
    max_side: Money | None
    step: Money
    chips: list[Money]

    def within(self, most: Money) -> BetLimits:
        """These limits, capped so that all bets together stay within `most`."""
        whole = Money(most.units // self.step.units * self.step.units, most.currency)
        return replace(
            self,
            max_bet=min(self.max_bet, whole),
            max_player=min(self.max_player or whole, whole),
            max_side=max(self.min_side, min(self.max_side or whole, whole)),
        )


def table_currency(table: Table) -> str:
    """Currency of a table's own amounts."""
    return PLAY_MONEY if table.is_play_money else BASE_CURRENCY


@dataclass(frozen=True, slots=True)
class CurrencyScale:
    """Converts a table's amounts to a currency; `rate` is the table's unit per unit of the currency."""

    currency: str
    rate: Decimal
    step: int

    @classmethod
    def for_currency(
        cls, table: Table, currency: str, rate: Decimal, step: int | None = None
    ) -> CurrencyScale:
        """Scale of a currency; if it is not the table's own, the step is the largest of 1, 2, 5, 10, … worth no more.

        `step` replaces the table's step.
        """
        step = table.step if step is None else step
        if currency == table_currency(table):
            return cls(currency, ONE, step)
        return cls(currency, rate, _step(step, rate))

    @property
    def halves(self) -> CurrencyScale:
        """The same scale with half the step, for insurance."""
        return CurrencyScale(self.currency, self.rate, max(1, self.step // 2))

    def round_inwards(self, units: int, rounding: str) -> Money:
        """Convert a limit of the table, rounded to a whole number of steps."""
        steps = (units / self.rate / self.step).to_integral_value(rounding)
        return Money(int(steps) * self.step, self.currency)

    def lower_limit(self, limit: EffectiveLimit | None) -> Money | None:
        """Lower limit in this currency, rounded up."""
        return None if limit is None else self.round_inwards(limit.amount, ROUND_CEILING)

    def upper_limit(self, limit: EffectiveLimit | None) -> Money | None:
        """Upper limit in this currency, rounded down."""
        return None if limit is None else self.round_inwards(limit.amount, ROUND_FLOOR)

    def to_table_units(self, money: Money) -> int:
        """Convert an amount to the table's own unit."""
        return money.units if self.rate == ONE else convert_to_usd(money, self.rate).units


def _step(step_usd: int, rate: Decimal) -> int:
    worth = max(1, int(step_usd / rate))
    ten: int = 10 ** (len(str(worth)) - 1)
    return max(ten * first for first in (1, 2, 5) if ten * first <= worth)


def compute_bet_limits(
    table: Table, currency: str = "", rate: Decimal = ONE, found: Bounds | None = None
) -> BetLimits:
    """The limits in a currency (by default the table's own), rounded inwards to its step.

    `found` are a player's bounds; by default those that apply to everybody. A chip has as many steps as at
    the table, or a multiple of that.
    """
    found = found or load_bounds(table)
    scale = CurrencyScale.for_currency(table, currency or table_currency(table), rate)
    least = scale.round_inwards(found.min_bet.amount, ROUND_CEILING)
    return BetLimits(
        min_bet=least,
        max_bet=scale.round_inwards(found.max_bet.amount, ROUND_FLOOR),
        min_player=scale.lower_limit(found.min_player),
        max_player=scale.upper_limit(found.max_player),
        max_round=scale.round_inwards(found.max_round.amount, ROUND_FLOOR),
        max_insurance=scale.halves.upper_limit(found.max_insurance),
        min_side=scale.lower_limit(found.min_side) or Money(scale.step, scale.currency),
        max_side=scale.upper_limit(found.max_side),
        step=Money(scale.step, scale.currency),
        chips=_chips(table, scale, least),
    )


def _chips(table: Table, scale: CurrencyScale, least: Money) -> list[Money]:
    """Chips in a currency, multiplied so that none is worth less than the minimum bet."""
    chips = [units // table.step * scale.step for units in table.chips]
    times = _round_factor(-(-least.units // chips[0])) if chips else 1
    return [Money(units * times, scale.currency) for units in chips]


def _round_factor(least: int) -> int:
    """Smallest of 1, 2, 3, 4, 5, 10, 20, … that is not below `least`."""
    if least <= 1:
        return 1
    ten: int = 10 ** (len(str(least)) - 1)
    return next(ten * first for first in (1, 2, 3, 4, 5, 10) if ten * first >= least)


def are_limits_contradictory(limits: BetLimits) -> bool:
    """Return whether the limits contradict each other, so that no bet is possible."""
    least = max(limits.min_bet.units, limits.min_player.units if limits.min_player else 0)
    mosts = (limits.max_player, limits.max_round)
    box = limits.max_bet.units < limits.min_bet.units
    return box or any(most is not None and most.units < least for most in mosts)


@dataclass(frozen=True, slots=True)
class JointLimits:
    """Bounds of a player's first stakes on all boxes together; None if each box's limits imply them."""

    least: Money | None
    most: Money | None


def joint_limits(limits: BetLimits, boxes: int) -> JointLimits | None:
    """The joint limits of a player with this many boxes; None if each box's limits imply them."""
    least = limits.min_player
    if least is not None and least <= limits.min_bet:
        least = None
    most: Money | None = min(limits.max_round, limits.max_player or limits.max_round)
    if most is not None and most.units >= limits.max_bet.units * boxes:
        most = None
    return JointLimits(least, most) if least or most else None


def compute_shown_limits(
    table: Table, quote: Quote | None, found: Bounds | None = None
) -> BetLimits:
    """Limits for display in the quote's currency; in the table's own without a quote or for play money."""
    if quote is None or table.is_play_money:
        return compute_bet_limits(table, found=found)
    return compute_bet_limits(table, quote.currency, quote.rate, found)


def choose_shown_currency(table: Table, wanted: str) -> str:
    """Currency in which a reader sees a table's amounts: `wanted`, or the first that the table takes."""
    return wanted if wanted in table.currencies else table.currencies[0]
