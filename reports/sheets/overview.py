"""Report 1: the house as a whole."""

from datetime import date

from django.utils.translation import gettext as _, gettext_lazy

from pages.lists import Column
from reports.figures import overview
from reports.figures.overview import DayLine, OverviewLine
from reports.sheets.parts import (
    FLOWS,
    SHARES,
    Body,
    build_day_chart,
    played_columns,
    to_chart_share,
    to_share,
)
from reports.values.filters import Filters
from reports.values.period import Period
from reports.values.played_sums import PlayedSums
from reports.values.sheet import Figure, SheetSection
from wallet.money.values import Money

_NAME: Column[OverviewLine] = Column("name", gettext_lazy("Of"), lambda row: row.name)
_COUNTRY: Column[OverviewLine] = Column(
    "country", gettext_lazy("Country"), lambda row: row.name, code=lambda row: row.key
)
_PLAYED = played_columns(lambda row: row.played)


def _own(row: OverviewLine, units: int) -> Money | None:
    """Return the amount in the rounds' own currency; None for the total."""
    return Money(units, row.key) if row.key else None


_OWN: tuple[Column[OverviewLine], ...] = (
    Column(
        "staked_own",
        gettext_lazy("Staked, own currency"),
        lambda row: _own(row, row.played.staked),
        money=True,
    ),
    Column(
        "paid_own",
        gettext_lazy("Paid, own currency"),
        lambda row: _own(row, row.played.returned),
        money=True,
    ),
    Column(
        "ggr_own",
        gettext_lazy("GGR, own currency"),
        lambda row: _own(row, row.played.won),
        money=True,
    ),
)


def build(period: Period, chosen: Filters) -> Body:
    """Build report 1: headlines, then sums by day, table, version, currency, segment and country."""
    found = overview.load_figures(period, chosen)
    total = found.total
    figures = [
        Figure(_("GGR"), total.won_usd, _("staked less paid, corrected by voids")),
        Figure(_("Staked"), total.staked_money),
        Figure(_("Paid"), total.returned_money, _("stakes included")),
        Figure(_("Hold"), to_share(total.hold)),
        Figure(_("RTP"), to_share(total.rtp)),
        Figure(_("Rounds"), total.rounds),
        Figure(_("Hands"), total.hands),
        Figure(
            _("Active players"),
            found.players,
            "" if found.players is not None else _("not kept by table"),
        ),
        Figure(_("Open rounds"), found.open.rounds, _("now")),
        Figure(_("Open stakes"), found.open.staked, _("now")),
        Figure(
            _("Liabilities"),
            found.liabilities.usd,
            _("now") if found.liabilities.is_now else _("at the period's end"),
        ),
        Figure(_("Alarms"), found.alarms, _("significant events")),
    ]
    sections = [
        _days(period, found.days, total, found.players),
        *(
            SheetSection(title, columns, lines, totals=_total(lines, total))
            for title, columns, lines in (
                (_("By table"), (_NAME, *_PLAYED), found.tables),
                (_("By rules"), (_NAME, *_PLAYED), found.versions),
                (_("By currency"), (_NAME, *_OWN, *_PLAYED), found.currencies),
                (_("By kind of player"), (_NAME, *_PLAYED), found.segments),
                (_("By country"), (_COUNTRY, *_PLAYED), found.countries),
            )
        ),
    ]
    return Body(figures, sections)


def _days(
    period: Period, days: tuple[DayLine, ...], total: PlayedSums, players: int | None
) -> SheetSection:
    drawn = {row.day: row for row in days}
    columns: tuple[Column[DayLine], ...] = (
        Column(
            "day", gettext_lazy("Day"), lambda row: _("Total") if row.day == date.max else row.day
        ),
        *_PLAYED,
        Column("players", gettext_lazy("Players"), lambda row: row.players, numeric=True),
    )
    charts = (
        build_day_chart(
            "ggr",
            _("GGR by day, in USD"),
            period,
            drawn,
            [(_("GGR"), lambda row: row.played.won_usd.decimal)],
            FLOWS,
        ),
        build_day_chart(
            "rtp",
            _("RTP by day"),
            period,
            drawn,
            [(_("RTP"), lambda row: to_chart_share(row.played.rtp))],
            SHARES,
        ),
    )
    last = (DayLine(date.max, total, players or 0),) if len(days) > 1 else ()
    return SheetSection(_("By day"), columns, days, totals=last, charts=charts)


def _total(lines: tuple[OverviewLine, ...], total: PlayedSums) -> tuple[OverviewLine, ...]:
    return (OverviewLine("", _("Total"), total),) if len(lines) > 1 else ()
