"""Report 8: voids, and players' debts."""

from collections.abc import Sequence
from decimal import Decimal
from operator import attrgetter
from typing import Final

from django.utils.translation import gettext as _, gettext_lazy, pgettext_lazy

from casino.models import Treatment, VoidReason, VoidStep
from pages.charts import Plot
from pages.lists import Column
from pages.moments import in_zone_lazy
from pages.page_links import PageLink
from reports.figures import suspended, voids
from reports.figures.suspended import SuspendedStake, SuspendedStakes
from reports.figures.voids import ActLine, ActSum, PlayerDebt, VoidFigures
from reports.sheets.parts import (
    COUNTS,
    FLOWS,
    Body,
    build_day_chart,
    case_column,
    cut_note,
    player_column,
    round_column,
)
from reports.values.filters import Filters
from reports.values.period import Period
from reports.values.sheet import Figure, SheetSection
from wallet.money.values import BASE_CURRENCY, Money

_ACTS: Final = {"void": gettext_lazy("void"), **dict(VoidStep.Kind.choices)}
_REASONS: Final = dict(VoidReason.choices)
_TREATMENTS: Final = dict(Treatment.choices)

_SUMS: tuple[Column[ActSum], ...] = (
    Column("act", gettext_lazy("Operation"), lambda row: _ACTS[row.act], code=lambda row: row.act),
    Column(
        "reason",
        gettext_lazy("Reason"),
        lambda row: _REASONS.get(row.reason, row.reason),
        code=lambda row: row.reason,
    ),
    Column("acts", gettext_lazy("Rounds"), lambda row: row.acts, numeric=True),
    Column(
        "house_usd", gettext_lazy("Effect for the house"), lambda row: row.house_usd, money=True
    ),
    Column("owed_usd", gettext_lazy("New amounts owed"), lambda row: row.owed_usd, money=True),
)
_LINES: tuple[Column[ActLine], ...] = (
    Column("time", in_zone_lazy(gettext_lazy("Time ({zone})")), lambda row: row.at),
    Column("act", gettext_lazy("Operation"), lambda row: _ACTS[row.act], code=lambda row: row.act),
    round_column(),
    case_column(),
    Column(
        "reason",
        gettext_lazy("Reason"),
        lambda row: _REASONS.get(row.reason, row.reason),
        code=lambda row: row.reason,
    ),
    Column(
        "treatment",
        gettext_lazy("Treatment"),
        lambda row: _TREATMENTS[row.treatment],
        code=lambda row: row.treatment,
    ),
    player_column(),
    Column("table", gettext_lazy("Table"), lambda row: row.table),
    Column("by", gettext_lazy("By"), lambda row: row.by),
    Column("due", gettext_lazy("Due to the player"), lambda row: row.due, money=True),
    Column("owed", gettext_lazy("Owed"), lambda row: row.owed, money=True),
    Column("collected", gettext_lazy("Collected"), lambda row: row.collected, money=True),
    Column(
        "suspended", pgettext_lazy("stakes", "Suspended"), lambda row: row.suspended, money=True
    ),
    Column(
        "house_usd", gettext_lazy("Effect for the house"), lambda row: row.house_usd, money=True
    ),
)
_OWED: tuple[Column[PlayerDebt], ...] = (
    player_column(),
    Column(
        "cause", gettext_lazy("For"), lambda row: row.cause.label, code=lambda row: row.cause.value
    ),
    round_column(reference=attrgetter("cause_id")),
    Column(
        "deposit",
        gettext_lazy("Deposit"),
        lambda row: row.deposit,
        link=lambda row: PageLink("cash:deposit", (row.deposit,)) if row.deposit else None,
    ),
    Column("amount", gettext_lazy("Owed"), lambda row: row.amount, money=True),
    Column("usd", gettext_lazy("In USD"), lambda row: row.usd, money=True),
)
_HELD: tuple[Column[SuspendedStake], ...] = (
    Column("since", in_zone_lazy(gettext_lazy("Since ({zone})")), lambda row: row.at),
    case_column(),
    round_column(),
    player_column(),
    Column("amount", pgettext_lazy("stakes", "Suspended"), lambda row: row.amount, money=True),
    Column("usd", gettext_lazy("In USD"), lambda row: row.usd, money=True),
)


def build(period: Period, chosen: Filters, most: int = voids.MOST) -> Body:
    """Build report 8: voids and follow-ups, suspended stakes, debts; at most `most` rows of each."""
    found, kept = voids.load_figures(period, chosen, most), suspended.load_figures(chosen, most)
    acts, debts = cut_note(found.acts, found.lines), cut_note(found.debts, found.owed)
    return _body(
        period,
        found,
        kept,
        SheetSection(_("Each of them"), _LINES, found.lines, note=acts),
        SheetSection(_("Amounts owed now"), _OWED, found.owed, note=debts),
        SheetSection(
            _("Stakes still suspended"), _HELD, kept.lines, note=cut_note(kept.count, kept.lines)
        ),
    )


def build_whole(period: Period, chosen: Filters) -> Body:
    """Build report 8 with all rows, read while the file is written."""
    found, kept = voids.load_figures(period, chosen, most=0), suspended.load_figures(chosen, most=0)
    lines, owed = voids.iterate_acts(period, chosen), voids.iterate_debts(period, chosen)
    return _body(
        period,
        found,
        kept,
        SheetSection(_("Each of them"), _LINES, lines, count=found.acts),
        SheetSection(_("Amounts owed now"), _OWED, owed, count=found.debts),
        SheetSection(
            _("Stakes still suspended"), _HELD, suspended.iterate_stakes(chosen), count=kept.count
        ),
    )


def _body(
    period: Period, found: VoidFigures, kept: SuspendedStakes, *sections: SheetSection
) -> Body:
    came = sum((one.owed_usd for one in found.sums), Money.zero(BASE_CURRENCY))
    figures = [
        Figure(_("Rounds voided"), found.voided),
        Figure(_("Effect for the house"), found.house_usd, _("below zero: lost")),
        Figure(_("New amounts owed"), came),
        Figure(_("Stakes still suspended"), kept.usd, _("at the rates of the rounds")),
        Figure(_("Players with amounts owed"), found.debtors),
        Figure(_("Amounts owed now"), found.owed_usd, _("at the rates of the rounds and deposits")),
    ]
    notes = [_("A void counts on the day it is made, not on the day of its round.")]
    sums = SheetSection(
        _("By treatment and reason"), _SUMS, found.sums, charts=_charts(period, found)
    )
    return Body(figures, [sums, *sections], notes)


def _charts(period: Period, found: VoidFigures) -> Sequence[Plot]:
    days = {row.day: row for row in found.days}
    voided, won = _("Rounds voided"), _("Effect for the house")
    return (
        build_day_chart(
            "voided",
            _("Rounds voided by day"),
            period,
            days,
            [(voided, lambda row: Decimal(row.voided))],
            COUNTS,
        ),
        build_day_chart(
            "won",
            _("Effect of voids for the house by day, in USD"),
            period,
            days,
            [(won, lambda row: row.house_usd.decimal)],
            FLOWS,
        ),
    )
