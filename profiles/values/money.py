"""Fields about money: currencies, deposit limits, thresholds, withdrawals."""

from dataclasses import dataclass
from zoneinfo import available_timezones

from django.utils.translation import gettext_lazy as _

from profiles.values.definitions import define
from profiles.values.kinds import (
    AmountList,
    Combine,
    OneOf,
    OneText,
    SomeOf,
    StatedAmount,
    Whole,
    YesNo,
)


def _is_zone(text: str) -> bool:
    return text in available_timezones()


@dataclass(frozen=True, kw_only=True)
class MoneyFields:
    """Deposits, withdrawals and the amounts that are noted."""

    currencies: tuple[str, ...] = define(
        SomeOf(pattern=r"[A-Z]{3}"), Combine.LICENCE, _("Currencies of real money; empty: all")
    )
    time_zone: str = define(
        OneText(_is_zone), Combine.LICENCE, _("Zone of calendar windows and of dated values")
    )
    limit_window: str = define(
        OneOf(("rolling", "calendar")), Combine.LICENCE, _("Windows of deposit limits")
    )
    deposit_limits_offered: tuple[str, ...] = define(
        SomeOf(("24h", "7d", "30d")), Combine.UNION, _("Deposit limits offered")
    )
    deposit_limit_asked: bool = define(
        YesNo(), Combine.MAXIMUM, _("A deposit limit is asked for before the first deposit")
    )
    deposit_limit_day: tuple[StatedAmount, ...] = define(
        AmountList(), Combine.UNION, _("Default deposit limit of a day")
    )
    deposit_limit_week: tuple[StatedAmount, ...] = define(
        AmountList(), Combine.UNION, _("Default deposit limit of a week")
    )
    deposit_limit_month: tuple[StatedAmount, ...] = define(
        AmountList(), Combine.UNION, _("Default deposit limit of a month")
    )
    joint_limits: bool = define(
        YesNo(), Combine.MAXIMUM, _("Deposit limits over all operators are asked of the regulator")
    )
    joint_limit_day: tuple[StatedAmount, ...] = define(
        AmountList(), Combine.UNION, _("Joint deposit limit of a day")
    )
    joint_limit_week: tuple[StatedAmount, ...] = define(
        AmountList(), Combine.UNION, _("Joint deposit limit of a week")
    )
    joint_limit_four_weeks: tuple[StatedAmount, ...] = define(
        AmountList(), Combine.UNION, _("Joint deposit limit of four weeks")
    )
    deposit_notice_total: tuple[StatedAmount, ...] = define(
        AmountList(),
        Combine.UNION,
        _("Deposits of a lifetime after which a notice is acknowledged"),
    )
    reporting_threshold: tuple[StatedAmount, ...] = define(
        AmountList(), Combine.UNION, _("Transactions reported from")
    )
    debt_set_off: bool = define(
        YesNo(), Combine.LICENCE, _("An amount owed is set off before a payout")
    )
    closed_loop_withdrawals: bool = define(
        YesNo(), Combine.MAXIMUM, _("Withdrawals go back to the method of the deposit")
    )
    reverse_withdrawals: bool = define(
        YesNo(only=False), Combine.MINIMUM, _("A player may reverse a withdrawal")
    )
    pay_withdrawals_hours: int = define(
        Whole("hours", 1, 720), Combine.MINIMUM, _("A withdrawal is paid or refused within")
    )
    large_bet_usd: int = define(Whole("USD", 1, 1_000_000), Combine.MINIMUM, _("Large bet, from"))
    large_win_usd: int = define(Whole("USD", 1, 1_000_000), Combine.MINIMUM, _("Large win, from"))
    large_bets_day_usd: int = define(
        Whole("USD", 1, 1_000_000), Combine.MINIMUM, _("Large bets of a day, from")
    )
    large_wins_day_usd: int = define(
        Whole("USD", 1, 1_000_000), Combine.MINIMUM, _("Large wins of a day, from")
    )
    large_deposit_usd: int = define(
        Whole("USD", 1, 1_000_000), Combine.MINIMUM, _("Large deposit, from")
    )
    large_withdrawal_usd: int = define(
        Whole("USD", 1, 1_000_000), Combine.MINIMUM, _("Large withdrawal, from")
    )
    large_deposits_day_usd: int = define(
        Whole("USD", 1, 1_000_000), Combine.MINIMUM, _("Large deposits of a day, from")
    )
    large_withdrawals_day_usd: int = define(
        Whole("USD", 1, 1_000_000), Combine.MINIMUM, _("Large withdrawals of a day, from")
    )
