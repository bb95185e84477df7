"""Times in UTC: from when until when as a form asks for it and a query reads it, and months later or earlier."""

from calendar import monthrange
from collections.abc import Mapping
from datetime import datetime
from typing import Any

from django import forms
from django.db.models import Q


class Moment(forms.DateTimeInput):
    """A date with a time; the browser's own picker, in UTC."""

    input_type = "datetime-local"

    def __init__(self) -> None:
        super().__init__(format="%Y-%m-%dT%H:%M")


def backwards(since: datetime | None, until: datetime | None) -> bool:
    """Whether a time ends before it begins, or as it does."""
    return since is not None and until is not None and until <= since


def of_time(field: str, wanted: Mapping[str, Any]) -> list[Q]:
    """The rows whose field lies from `since` until just before `until`, each where it is said."""
    since, until = wanted.get("since"), wanted.get("until")
    asked = [Q((f"{field}__gte", since))] if since else []
    return [*asked, Q((f"{field}__lt", until))] if until else asked


def months_later(now: datetime, months: int) -> datetime:
    """The same day and hour so many months later, or earlier where it is less than none; the last of the month where it has no such day."""
    years, month = divmod(now.month - 1 + months, 12)
    year, month = now.year + years, month + 1
    return now.replace(year=year, month=month, day=min(now.day, monthrange(year, month)[1]))
