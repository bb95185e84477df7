"""Queries for events and the history of configured rows."""

from collections.abc import Iterable, Mapping
from typing import Any, Final

from django.db.models import OuterRef, QuerySet, Subquery

from accounts.models.users import User
from compliance.events.selectors.round_numbers import RoundNumbers
from compliance.events.selectors.search import (
    filter_by_person,
    filter_by_row,
    filter_by_time,
    filter_by_words,
)
from journal.models import Alteration, Check, Event, Link, Severity

MOST_OPEN: Final = 1000


def filter_events(asked: Mapping[str, Any]) -> QuerySet[Event]:
    """Return the events for the form's cleaned data, annotated with acting person, seen mark and round numbers."""
    rows = Event.objects.all()
    for name in ("kind", "severity"):
        if asked.get(name):
            rows = rows.filter(**{name: asked[name]})
    if asked.get("alarms"):
        rows = rows.filter(severity=Severity.ALARM.value, seen__isnull=asked["alarms"] == "open")
    rows = filter_by_words(rows, asked.get("words") or "")
    rows = filter_by_person(rows, "actor_id", asked.get("who") or "")
    rows = filter_by_time(rows, asked.get("since"), asked.get("until"))
    named = rows.annotate(by_name=_name_of("actor_id"), round_numbers=RoundNumbers())
    return named.select_related("seen")


def filter_changes(asked: Mapping[str, Any]) -> QuerySet[Alteration]:
    """Return the changes of configured rows for the form's cleaned data, annotated with the acting person."""
    rows = filter_by_row(Alteration.objects.all(), asked.get("table") or "", asked.get("row") or "")
    if asked.get("operation"):
        rows = rows.filter(operation=asked["operation"])
    if asked.get("declared"):
        rows = rows.filter(declared=asked["declared"] == "yes")
    rows = filter_by_person(rows, "by_id", asked.get("who") or "")
    rows = filter_by_time(rows, asked.get("since"), asked.get("until"))
    return rows.annotate(by_name=_name_of("by_id"))


def _name_of(column: str) -> Subquery:
    """Full name of the staff member in this id column; None for players, who are shown by number."""
    staff = User.objects.filter(pk=OuterRef(column), is_staff=True)
    return Subquery(staff.values("full_name")[:1])


def open_alarms() -> QuerySet[Event]:
    """Unseen alarms, newest first."""
    return Event.objects.filter(severity=Severity.ALARM.value, seen=None).order_by("-pk")


def count_open_alarms() -> int:
    """Return the number of unseen alarms, at most `MOST_OPEN`. One query."""
    return open_alarms()[:MOST_OPEN].count()


def find_chain_link(row: Event | Alteration) -> Link | None:
    """Return the row's link in the hash chain; None until it is chained, within about a minute."""
    source = Link.Source.EVENT if isinstance(row, Event) else Link.Source.ALTERATION
    return Link.objects.filter(source=source, row_id=row.pk).first()


def find_last_check(kind: Check.Kind) -> Check | None:
    """Return the latest result of a verification."""
    return Check.objects.filter(kind=kind).order_by("-pk").first()


def load_staff_names(people: Iterable[int]) -> dict[int, str]:
    """Return the full names of these staff members by id; other ids are left out. One query."""
    staff = User.objects.filter(pk__in=set(people), is_staff=True)
    return dict(staff.values_list("pk", "full_name"))
