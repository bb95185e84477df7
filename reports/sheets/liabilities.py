"""Report 3: liabilities of the house."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date
from decimal import Decimal

from django.utils.translation import gettext as _, gettext_lazy

from pages.lists import Column
from reports.figures import liabilities, loyalty
from reports.figures.liabilities import DayOwed, Liability
from reports.figures.loyalty import PointsOwed
from reports.sheets.parts import STANDS, Body, build_day_chart, to_points
from reports.values.filters import Filters
from reports.values.period import Period
from reports.values.sheet import Figure, SheetSection
from wallet.money.values import BASE_CURRENCY, Money
from wallet.rates.values import convert_to_usd


@dataclass(frozen=True, slots=True)
class _Worth:
    """A line in dollars: one currency, or the total."""

    name: str
    balances: Money
    open_stakes: Money
    withdrawals: Money
    suspense: Money
    owed: Money
    receivable: Money
    tax: Money


_HELD: tuple[Column[Liability | _Worth], ...] = (
    Column("balances", gettext_lazy("Balances"), lambda row: row.balances, money=True),
    Column("open_stakes", gettext_lazy("Open stakes"), lambda row: row.open_stakes, money=True),
    Column(
        "withdrawals", gettext_lazy("Pending withdrawals"), lambda row: row.withdrawals, money=True
    ),
    Column("suspense", gettext_lazy("Suspended stakes"), lambda row: row.suspense, money=True),
    Column("owed", gettext_lazy("Owed"), lambda row: row.owed, money=True),
)
_RECEIVABLE: Column[Liability | _Worth] = Column(
    "receivable", gettext_lazy("Players owe"), lambda row: row.receivable, money=True
)
_TAX: Column[Liability | _Worth] = Column(
    "tax", gettext_lazy("Tax withheld"), lambda row: row.tax, money=True
)
_LINES: tuple[Column[Liability], ...] = (
    Column("currency", gettext_lazy("Currency"), lambda row: row.currency),
    *_HELD,
    Column(
        "rate", gettext_lazy("Rate"), lambda row: row.rate and row.rate.normalize(), numeric=True
    ),
    Column("usd", gettext_lazy("In USD"), lambda row: row.usd, money=True),
    _RECEIVABLE,
    _TAX,
)
_WORTH: tuple[Column[_Worth], ...] = (
    Column("currency", gettext_lazy("Currency"), lambda row: row.name),
    *_HELD,
    _RECEIVABLE,
    _TAX,
)
_POINTS: tuple[Column[PointsOwed], ...] = (
    Column("points", gettext_lazy("Points"), lambda row: to_points(row.hundredths), numeric=True),
    Column(
        "debt",
        gettext_lazy("Owed by players"),
        lambda row: None if row.debt is None else to_points(row.debt),
        numeric=True,
    ),
    Column("usd", gettext_lazy("In USD, when redeemed"), lambda row: row.usd, money=True),
)
_DAYS: tuple[Column[DayOwed], ...] = (
    Column("day", gettext_lazy("Day"), lambda row: row.day),
    Column("usd", gettext_lazy("Owed in USD"), lambda row: row.usd, money=True),
)


def build(period: Period, chosen: Filters) -> Body:
    """Build report 3: liabilities by currency, in dollars, and by day."""
    found = liabilities.load_figures(period, chosen)
    worth = [_worth(line, line.rate) for line in found.lines if line.rate is not None]
    total = _total(worth)
    when = _("now") if found.is_now else _("at the period's end")
    points = (
        loyalty.load_points_owed_now(chosen)
        if found.is_now
        else loyalty.load_points_owed_at(period.until, chosen)
    )
    figures = [
        Figure(_("Owed in all"), found.usd, when),
        Figure(_("Balances"), total.balances, when),
        Figure(_("Open stakes"), total.open_stakes, when),
        Figure(_("Pending withdrawals"), total.withdrawals, when),
        Figure(_("Points"), to_points(points.hundredths), when),
    ]
    notes = [
        _("In dollars at the rates of that moment."),
        _("Points are not included in any total: a point is worth nothing until it is redeemed."),
    ]
    if chosen.country is not None:
        notes.append(
            _(
                "If staff corrected a player's country, past amounts, suspended stakes and amounts owed stay under the earlier country."
            )
        )
    if missing := [line.currency for line in found.lines if line.rate is None]:
        told = {"currencies": ", ".join(missing)}
        notes.append(_("Not included in dollars because there is no rate: %(currencies)s.") % told)
    return Body(
        figures,
        [
            SheetSection(_("By currency"), _LINES, found.lines),
            SheetSection(_("The same in USD"), _WORTH, worth, totals=(total,) if worth else ()),
            SheetSection(_("Points of players"), _POINTS, (points,)),
            _by_day(period, found.days),
        ],
        notes,
    )


def _by_day(period: Period, days: Sequence[DayOwed]) -> SheetSection:
    drawn: dict[date, DayOwed] = {row.day: row for row in days}
    chart = build_day_chart(
        "owed",
        _("Owed at the end of each day, in USD"),
        period,
        drawn,
        [(_("Owed"), lambda row: row.usd.decimal)],
        STANDS,
    )
    return SheetSection(_("At the end of each closed day"), _DAYS, days, charts=(chart,))


def _worth(line: Liability, rate: Decimal) -> _Worth:
    return _Worth(
        line.currency,
        convert_to_usd(line.balances, rate),
        convert_to_usd(line.open_stakes, rate),
        convert_to_usd(line.withdrawals, rate),
        convert_to_usd(line.suspense, rate),
        convert_to_usd(line.owed, rate),
        convert_to_usd(line.receivable, rate),
        convert_to_usd(line.tax, rate),
    )


def _total(lines: Sequence[_Worth]) -> _Worth:
    def summed(name: str) -> Money:
        return sum((getattr(line, name) for line in lines), Money.zero(BASE_CURRENCY))

    return _Worth(
        _("Total"),
        summed("balances"),
        summed("open_stakes"),
        summed("withdrawals"),
        summed("suspense"),
        summed("owed"),
        summed("receivable"),
        summed("tax"),
    )
