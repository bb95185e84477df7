"""Columns of the lists of events and changes."""

from typing import Final

from django.utils.translation import gettext as _, gettext_lazy, pgettext_lazy

from compliance.events.selectors.round_numbers import read_round_numbers
from compliance.events.words.sentences import (
    EventText,
    describe_change,
    describe_event,
    kind_sentence,
    severity_label,
)
from compliance.events.words.subjects import format_subject, round_context
from compliance.events.words.tables import table_label
from journal.models import Alteration, Event
from pages.lists import Column
from pages.moments import in_zone_lazy


def name_actor(row: Event | Alteration) -> str:
    """Return the acting person: staff by name, players by number, "" if there is none."""
    number = row.actor_id if isinstance(row, Event) else row.by_id
    if number is None:
        return ""
    name = getattr(row, "by_name", None)
    return str(name) if name else _("player %(number)s") % {"number": number}


def _yes(value: bool) -> str:  # noqa: FBT001  # formats the boolean itself
    return _("yes") if value else _("no")


def _told_by(event: Event) -> EventText:
    return describe_event(event, round_context(read_round_numbers(event)))


def _changes_text(event: Event) -> str:
    return " · ".join(
        f"{one.name}: {one.before} → {one.after}".removeprefix(": ")
        for one in _told_by(event).changes
    )


def _facts_text(event: Event) -> str:
    return " · ".join(f"{one.name}: {one.value}" for one in _told_by(event).facts)


COLUMNS: Final[tuple[Column[Event], ...]] = (
    Column("number", gettext_lazy("Number"), lambda row: row.pk, numeric=True),
    Column("time", in_zone_lazy(gettext_lazy("Time ({zone})")), lambda row: row.at),
    Column(
        "severity",
        gettext_lazy("Severity"),
        lambda row: severity_label(row.severity),
        code=lambda row: row.severity,
    ),
    Column(
        "kind",
        gettext_lazy("Description"),
        lambda row: kind_sentence(row.kind),
        code=lambda row: row.kind,
    ),
    Column(
        "subject",
        gettext_lazy("About"),
        lambda row: format_subject(row.subject, read_round_numbers(row)),
        code=lambda row: row.subject,
    ),
    Column("who", gettext_lazy("Done by"), name_actor),
    Column("changed", gettext_lazy("Before and after"), _changes_text),
    Column("told", gettext_lazy("More"), _facts_text),
)


CHANGES: Final[tuple[Column[Alteration], ...]] = (
    Column("number", gettext_lazy("Number"), lambda row: row.pk, numeric=True),
    Column("time", in_zone_lazy(gettext_lazy("Time ({zone})")), lambda row: row.at),
    Column(
        "table",
        pgettext_lazy("of the database", "Table"),
        lambda row: table_label(row.table_name),
        code=lambda row: row.table_name,
    ),
    Column("row", gettext_lazy("Number of the row"), lambda row: row.row_key),
    Column(
        "operation",
        gettext_lazy("Operation"),
        lambda row: row.get_operation_display(),
        code=lambda row: row.operation,
    ),
    Column("who", gettext_lazy("Done by"), name_actor),
    Column("role", gettext_lazy("Role of the database"), lambda row: row.role),
    Column(
        "declared",
        gettext_lazy("Declared by the application"),
        lambda row: _yes(row.declared),
        code=lambda row: row.declared,
    ),
    Column(
        "changed",
        gettext_lazy("Before and after"),
        lambda row: " · ".join(
            f"{one.name}: {one.before} → {one.after}" for one in describe_change(row)
        ),
    ),
)
