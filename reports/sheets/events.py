"""Report 11: significant events and alterations."""

from collections.abc import Callable, Sequence
from dataclasses import replace
from datetime import date
from decimal import Decimal
from typing import Final

from django.db.models import QuerySet
from django.utils.text import Truncator
from django.utils.translation import gettext as _, gettext_lazy

from compliance.events.selectors.round_numbers import read_round_numbers
from compliance.events.words import columns
from compliance.events.words.sentences import describe_event
from compliance.events.words.subjects import round_context
from journal.models import Alteration, Event, EventKind, Severity
from journal.words.events import SEVERITIES, WORDS
from pages.charts import Plot
from pages.lists import Column
from pages.page_links import PageLink
from reports.figures import events
from reports.figures.events import EventFigures, KindLine
from reports.selectors.batches import newest_first
from reports.sheets.parts import COUNTS, Body, build_day_chart, cut_note, link_column
from reports.values.filters import Filters
from reports.values.period import Period
from reports.values.sheet import Figure, SheetSection

MOST: Final = 100
_BRIEF: Final = 160  # characters

_COLUMNS: tuple[Column[KindLine], ...] = (
    Column(
        "kind",
        gettext_lazy("Event"),
        lambda row: WORDS[EventKind(row.kind)],
        code=lambda row: row.kind,
    ),
    Column(
        "severity",
        gettext_lazy("Severity"),
        lambda row: SEVERITIES[Severity(row.severity)],
        code=lambda row: row.severity,
    ),
    Column("events", gettext_lazy("Events"), lambda row: row.events, numeric=True),
)


def _cut(text: str) -> str:
    return Truncator(text).chars(_BRIEF)


def _in_brief(value: Callable[[Alteration], object]) -> Callable[[Alteration], object]:
    return lambda row: _cut(str(value(row)))


_EVENTS = link_column(columns.COLUMNS, "number", lambda row: PageLink("events:event", (row.pk,)))
_CHANGES = link_column(columns.CHANGES, "number", lambda row: PageLink("events:change", (row.pk,)))

# A page shows the beginning of an event or change; its number links to the whole.
_EVENTS_IN_BRIEF = (
    *(one for one in _EVENTS if one.key not in {"changed", "told"}),
    Column(
        "told",
        gettext_lazy("Description"),
        lambda row: _cut(describe_event(row, round_context(read_round_numbers(row))).brief),
    ),
)
_CHANGES_IN_BRIEF = tuple(
    replace(one, value=_in_brief(one.value)) if one.key == "changed" else one
    for one in _CHANGES
    if one.key not in {"role", "declared"}
)


def build(period: Period, chosen: Filters) -> Body:
    """Build report 11 for a page: numbers of events, and the latest events and changes, shortened."""
    return _some(period, chosen, MOST, _EVENTS_IN_BRIEF, _CHANGES_IN_BRIEF)


def build_paper(period: Period, chosen: Filters, most: int) -> Body:
    """Build report 11 for a PDF: more rows, with all details."""
    return _some(period, chosen, most, _EVENTS, _CHANGES)


def _some(
    period: Period,
    chosen: Filters,
    most: int,
    of_events: Sequence[Column[Event]],
    of_changes: Sequence[Column[Alteration]],
) -> Body:
    found, rows, changes = _read(period, chosen)
    happened, altered = list(rows.order_by("-pk")[:most]), list(changes.order_by("-pk")[:most])
    return _body(
        found,
        period,
        SheetSection(_("Each event"), of_events, happened, note=cut_note(found.total, happened)),
        SheetSection(
            _("Alterations"), of_changes, altered, note=cut_note(changes.count(), altered)
        ),
    )


def build_whole(period: Period, chosen: Filters) -> Body:
    """Build report 11 with all rows, read while the file is written."""
    found, rows, changes = _read(period, chosen)
    return _body(
        found,
        period,
        SheetSection(_("Each event"), _EVENTS, newest_first(rows), count=found.total),
        SheetSection(_("Alterations"), _CHANGES, newest_first(changes), count=changes.count()),
    )


def _read(
    period: Period, chosen: Filters
) -> tuple[EventFigures, QuerySet[Event], QuerySet[Alteration]]:
    return (
        events.load_figures(period, chosen),
        events.load_events(period),
        events.load_changes(period),
    )


def _body(
    found: EventFigures, period: Period, happened: SheetSection, altered: SheetSection
) -> Body:
    figures = [
        Figure(_("Alarms"), found.count_of(Severity.ALARM)),
        Figure(str(SEVERITIES[Severity.NOTICE]), found.count_of(Severity.NOTICE)),
        Figure(str(SEVERITIES[Severity.INFO]), found.count_of(Severity.INFO)),
    ]
    kinds = SheetSection(_("By event"), _COLUMNS, found.kinds, charts=(_chart(found, period),))
    notes = [_("Alterations are all changes of configured rows, no matter who made them and how.")]
    return Body(figures, [kinds, happened, altered], notes)


def _chart(found: EventFigures, period: Period) -> Plot:
    days: dict[date, dict[str, int]] = {}
    for one in found.days:
        days.setdefault(one.day, {})[one.severity] = one.events
    return build_day_chart(
        "events",
        _("Alarms and unusual events by day"),
        period,
        days,
        [
            (_("Alarms"), lambda row: Decimal(row.get(Severity.ALARM.value, 0))),
            (
                str(SEVERITIES[Severity.NOTICE]),
                lambda row: Decimal(row.get(Severity.NOTICE.value, 0)),
            ),
        ],
        COUNTS,
    )
