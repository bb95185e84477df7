"""Fields about the return of bets, about records and about tax."""

from dataclasses import dataclass
from decimal import Decimal

from django.utils.translation import gettext_lazy as _

from profiles.values.definitions import define
from profiles.values.kinds import (
    AmountList,
    Combine,
    OneOf,
    OneText,
    Percent,
    StatedAmount,
    Whole,
    YesNo,
)


@dataclass(frozen=True, kw_only=True)
class ReturnFields:
    """What bets give back."""

    lowest_rtp_percent: Decimal = define(  # noqa: RUF009  # a dataclass field
        Percent(), Combine.MAXIMUM, _("Lowest theoretical return of any bet")
    )
    free_play_equals_real: bool = define(
        YesNo(), Combine.MAXIMUM, _("Free play has the rules of a real-money table")
    )


@dataclass(frozen=True, kw_only=True)
class RecordFields:
    """How long records are kept, and what players see of them."""

    rounds_kept_years: int = define(Whole("years", 1, 50), Combine.MAXIMUM, _("Rounds are kept"))
    money_kept_years: int = define(
        Whole("years", 1, 50), Combine.MAXIMUM, _("Movements of money are kept")
    )
    identity_kept_years: int = define(
        Whole("years", 1, 50), Combine.MAXIMUM, _("Identity data is kept after closing")
    )
    complaints_kept_years: int = define(
        Whole("years", 1, 50), Combine.MAXIMUM, _("Complaints are kept")
    )
    verifications_kept_days: int = define(
        Whole("days", 90, 18_250), Combine.MAXIMUM, _("Results of software verification are kept")
    )
    visits_kept_days: int = define(
        Whole("days", 90, 18_250), Combine.MAXIMUM, _("Address and browser of visits are kept")
    )
    erasure_after_years: int = define(
        Whole("years", 0, 50),
        Combine.MAXIMUM,
        _("Personal data of closed accounts ends after; 0: on request only"),
    )
    history_months: int = define(
        Whole("months", 3, 240), Combine.MAXIMUM, _("History that players see")
    )
    report_archive: bool = define(
        YesNo(), Combine.MAXIMUM, _("Daily reports are archived as first produced")
    )


@dataclass(frozen=True, kw_only=True)
class TaxFields:
    """Taxes on bets and on winnings."""

    winnings_tax: str = define(
        OneOf(("none", "reported", "withheld")), Combine.LICENCE, _("Tax on winnings")
    )
    winnings_tax_per: str = define(
        OneOf(("win", "session")), Combine.LICENCE, _("Winnings are taxed per")
    )
    winnings_tax_above: tuple[StatedAmount, ...] = define(
        AmountList(), Combine.LICENCE, _("Winnings are taxed above")
    )
    winnings_tax_percent: Decimal = define(  # noqa: RUF009  # a dataclass field
        Percent(), Combine.LICENCE, _("Rate of the tax on winnings")
    )
    winnings_tax_form: str = define(OneText(), Combine.LICENCE, _("Form of the tax on winnings"))
    bet_tax_percent: Decimal = define(Percent(), Combine.LICENCE, _("Tax on each bet"))  # noqa: RUF009  # as above
