"""Reports 7 and 9: large wins and bets, and rounds that were interrupted or cancelled."""

from collections.abc import Iterable, Mapping, Sequence
from decimal import Decimal
from operator import attrgetter

from django.utils import timezone
from django.utils.translation import gettext as _, gettext_lazy

from pages.charts import Plot
from pages.lists import Column
from pages.moments import in_zone_lazy
from reports.figures import exceptions, open_rounds
from reports.figures.exceptions import ExceptionalRound, ExceptionSum, InterruptedFigures
from reports.figures.open_rounds import InterruptedRound
from reports.models import NotedRound
from reports.sheets.parts import (
    COUNTS,
    FLOWS,
    Body,
    build_day_chart,
    cut_note,
    player_column,
    round_column,
)
from reports.values.filters import Filters
from reports.values.period import Period
from reports.values.sheet import Figure, SheetSection

_Why = NotedRound.Why
_COLUMNS: tuple[Column[ExceptionalRound], ...] = (
    Column(
        "finished", in_zone_lazy(gettext_lazy("Finished ({zone})")), lambda row: row.finished_at
    ),
    round_column(reference=attrgetter("public_id")),
    player_column(),
    Column("table", gettext_lazy("Table"), lambda row: row.table),
    Column("staked", gettext_lazy("Staked"), lambda row: row.staked, money=True),
    Column("returned", gettext_lazy("Paid"), lambda row: row.returned, money=True),
    Column("staked_usd", gettext_lazy("Staked, in USD"), lambda row: row.staked_usd, money=True),
    Column("won_usd", gettext_lazy("Won, in USD"), lambda row: row.won_usd, money=True),
    Column("voided", gettext_lazy("Void"), lambda row: _("voided") if row.voided else None),
)


_INTERRUPTED: tuple[Column[InterruptedRound], ...] = (
    Column("dealt", in_zone_lazy(gettext_lazy("Dealt ({zone})")), lambda row: row.round.started_at),
    Column("open_for", gettext_lazy("Open for"), lambda row: row.length, numeric=True),
    round_column(attrgetter("round.number"), attrgetter("round.id")),
    player_column(attrgetter("round.player_email"), attrgetter("round.player")),
    Column("table", gettext_lazy("Table"), lambda row: row.round.table_name),
    Column("staked", gettext_lazy("Staked"), lambda row: row.round.staked, money=True),
    Column("waits_for", gettext_lazy("Waiting for"), lambda row: row.round.waits_for),
)


def _of(day: Mapping[NotedRound.Why, ExceptionSum], why: NotedRound.Why) -> ExceptionSum:
    return day.get(why, ExceptionSum())


def build_large(period: Period, chosen: Filters) -> Body:
    """Build report 7, largest first."""
    found = exceptions.load_large_rounds(period, chosen)
    win, bet = next(iter(found.wins), None), next(iter(found.bets), None)
    figures = [
        Figure(_("Largest win"), win.won_usd if win else None, _whose(win)),
        Figure(_("Largest bet"), bet.staked_usd if bet else None, _whose(bet)),
    ]
    chart = build_day_chart(
        "large",
        _("The largest win and bet of each day, in USD"),
        period,
        found.days,
        [
            (_("Largest win"), lambda day: _of(day, _Why.WIN).greatest.decimal),
            (_("Largest bet"), lambda day: _of(day, _Why.BET).greatest.decimal),
        ],
        FLOWS,
    )
    return Body(
        figures,
        [
            SheetSection(_("Large wins"), _COLUMNS, found.wins, charts=(chart,)),
            SheetSection(_("Large bets"), _COLUMNS, found.bets),
        ],
        [_("Of each day the fifty largest are kept; a filter chooses among these.")],
    )


def _whose(round_: ExceptionalRound | None) -> str:
    if round_ is None:
        return ""
    return f"{round_.email} · {_('voided')}" if round_.voided else round_.email


def build_interrupted(
    period: Period, chosen: Filters, most: int = exceptions.MOST_INTERRUPTED
) -> Body:
    """Build report 9: open rounds first, then the latest ones, at most `most` of each."""
    found = exceptions.load_interrupted_rounds(period, chosen, most)
    now = open_rounds.load_figures(chosen, timezone.now(), most)
    still_open = _open(now.lines, now.count, cut_note(now.count, now.lines))
    parts = ((found.interrupted, found.lines), (found.cancelled, found.cancelled_lines))
    lines, notes = [lines for _count, lines in parts], [cut_note(*one) for one in parts]
    return _interrupted_body(period, found, still_open, lines, notes)


def build_all_interrupted(period: Period, chosen: Filters) -> Body:
    """Build report 9 with all rows, read while the file is written."""
    found = exceptions.load_interrupted_rounds(period, chosen, most=0)
    at = timezone.now()
    still_open = _open(
        open_rounds.iterate_rounds(chosen, at), open_rounds.load_figures(chosen, at, most=0).count
    )
    whys = (_Why.INTERRUPTED, _Why.CANCELLED)
    lines = [exceptions.iterate_rounds(period, chosen, why) for why in whys]
    return _interrupted_body(period, found, still_open, lines, ["", ""])


def _open(lines: Iterable[InterruptedRound], count: int, note: str = "") -> SheetSection:
    title = _("Interrupted and open now, the oldest first")
    return SheetSection(title, _INTERRUPTED, lines, note=note, count=count)


def _interrupted_body(
    period: Period,
    found: InterruptedFigures,
    still_open: SheetSection,
    lines: Sequence[Iterable[ExceptionalRound]],
    said: Sequence[str],
) -> Body:
    figures = [
        Figure(_("Interrupted and open"), still_open.count, _("now")),
        Figure(_("Played by the house"), found.interrupted, _("the player had gone")),
        Figure(_("Staked in them"), found.interrupted_usd, _("in rounds played by the house")),
        Figure(_("Cancelled"), found.cancelled, _("stakes returned")),
        Figure(_("Staked in them"), found.cancelled_usd, _("in cancelled rounds")),
    ]
    counts = (found.interrupted, found.cancelled)
    titles = (_("Finished by the house"), _("Cancelled for a malfunction"))
    charts: tuple[tuple[Plot, ...], ...] = ((_by_day(period, found),), ())
    sections = [
        SheetSection(title, _COLUMNS, rows, note=note, count=count, charts=drawn)
        for title, rows, note, count, drawn in zip(titles, lines, said, counts, charts, strict=True)
    ]
    return Body(figures, [still_open, *sections])


def _by_day(period: Period, found: InterruptedFigures) -> Plot:
    return build_day_chart(
        "interrupted",
        _("Interrupted and cancelled rounds by day"),
        period,
        found.days,
        [
            (_("Played by the house"), lambda day: Decimal(_of(day, _Why.INTERRUPTED).rounds)),
            (_("Cancelled"), lambda day: Decimal(_of(day, _Why.CANCELLED).rounds)),
        ],
        COUNTS,
    )
