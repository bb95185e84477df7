"""The table's limits. Each check raises the refusal the player reads; amounts are compared in USD."""

from dataclasses import dataclass
from datetime import datetime, timedelta

from django.utils.translation import gettext as _

from casino.errors import ActionRefused, BetRefused, TooFast
from casino.models import Sitting
from tables.models import Table
from wallet.money import Money
from wallet.templatetags.money import money as written

MINUTE = timedelta(minutes=1)
DAY = timedelta(days=1)
BASE = "USD"  # limits are in it


@dataclass(frozen=True, slots=True)
class Limits:
    """A table's amounts as money."""

    min_bet: Money
    max_bet: Money
    max_round: Money
    step: Money
    chips: list[Money]


def limits_of(table: Table) -> Limits:
    """The limits in the base currency."""
    return Limits(
        min_bet=Money(table.min_bet_usd, BASE),
        max_bet=Money(table.max_bet_usd, BASE),
        max_round=Money(table.max_round_usd, BASE),
        step=Money(table.step, BASE),
        chips=[Money(units, BASE) for units in table.chips],
    )


def check_stake(table: Table, stake: Money, stake_usd: Money) -> None:
    """A first stake within minimum, maximum and step."""
    limits = limits_of(table)
    if stake_usd < limits.min_bet:
        raise BetRefused(
            _("The least stake at this table is %(limit)s.") % {"limit": written(limits.min_bet)},
            "bet_below_minimum",
        )
    if stake_usd > limits.max_bet:
        raise BetRefused(
            _("The greatest stake at this table is %(limit)s.")
            % {"limit": written(limits.max_bet)},
            "bet_above_maximum",
        )
    if stake.units % table.step:
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
