"""From when until when, in UTC: how a form asks for it, and what a query makes of it."""

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
