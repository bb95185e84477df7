"""The table's limits. Each check raises the refusal the player reads; amounts are compared in USD."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from decimal import ROUND_CEILING, ROUND_FLOOR, Decimal

from django.utils.translation import gettext as _

from casino.errors import ActionRefused, BetRefused, TooFast
from casino.models import Sitting
from tables.models import Table
from wallet.money import Money, amount_usd
from wallet.templatetags.money import money as written

MINUTE = timedelta(minutes=1)
DAY = timedelta(days=1)
BASE = "USD"  # limits are in it


@dataclass(frozen=True, slots=True)
class Limits:
    """A table's amounts as money of one currency."""

    min_bet: Money
    max_bet: Money
    max_round: Money
    step: Money
    chips: list[Money]


def limits_of(table: Table, currency: str = BASE, rate: Decimal = Decimal(1)) -> Limits:
    """The limits in a currency at `rate` USD for one unit, rounded inwards to its step.

    Outside the base currency the step is the largest of 1, 2, 5, 10, … that is worth no more
    than the table's, and a chip is as many steps as it is at the table.
    """
    step = _step(table.step, rate) if currency != BASE else table.step

    def inwards(usd: int, rounding: str) -> Money:
        steps = (usd / rate / step).to_integral_value(rounding)
        return Money(int(steps) * step, currency)

    return Limits(
        min_bet=inwards(table.min_bet_usd, ROUND_CEILING),
        max_bet=inwards(table.max_bet_usd, ROUND_FLOOR),
        max_round=inwards(table.max_round_usd, ROUND_FLOOR),
        step=Money(step, currency),
        chips=[Money(units // table.step * step, currency) for units in table.chips],
    )


def _step(step_usd: int, rate: Decimal) -> int:
    worth = max(1, int(step_usd / rate))
    ten: int = 10 ** (len(str(worth)) - 1)
    return max(ten * first for first in (1, 2, 5) if ten * first <= worth)


def check_stake(table: Table, stake: Money, rates: Sequence[Decimal]) -> None:
    """A first stake within minimum, maximum and step.

    `rates` are the present rate and those of the last minute: a bet at a limit that was shown
    then is taken. The refusal names the present limit, in the stake's currency.
    """
    limits = limits_of(table, stake.currency, rates[0])
    worth = [amount_usd(stake, rate).units for rate in rates]
    if max(worth) < table.min_bet_usd:
        raise BetRefused(
            _("The least stake at this table is %(limit)s.") % {"limit": written(limits.min_bet)},
            "bet_below_minimum",
        )
    if min(worth) > table.max_bet_usd:
        raise BetRefused(
            _("The greatest stake at this table is %(limit)s.")
            % {"limit": written(limits.max_bet)},
            "bet_above_maximum",
        )
    steps = {limits_of(table, stake.currency, rate).step.units for rate in rates}
    if all(stake.units % step for step in steps):
        raise BetRefused(
            _("The stake must be a multiple of %(step)s.") % {"step": written(limits.step)},
            "bet_step",
        )


def check_round_total(table: Table, total_usd: Money) -> None:
    """All stakes of the round with splits and doubles; insurance has no part in it."""
    limit = limits_of(table).max_round
    if total_usd > limit:
        raise ActionRefused(
            _("The most staked in one round at this table is %(limit)s.")
            % {"limit": written(limit)},
            "round_limit",
        )


def check_pace(sitting: Sitting, now: datetime) -> None:
    """Hands dealt to this player here in the last minute and the last 24 hours."""
    dealt = sitting.rounds.filter(started_at__gt=now - DAY)
    per_minute, per_day = sitting.table.hands_per_minute, sitting.table.hands_per_day
    if dealt.count() >= per_day:
        raise TooFast(
            _("You have played this table's %(n)d hands for one day.") % {"n": per_day},
            "hands_per_day",
        )
    if dealt.filter(started_at__gt=now - MINUTE).count() >= per_minute:
        raise TooFast(
            _("This table deals %(n)d hands a minute. Please wait a moment.") % {"n": per_minute},
            "hands_per_minute",
        )
