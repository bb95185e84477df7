"""Times in the active time zone, and periods of forms and queries.

The zone is the operator's on staff pages and the player's own on players' pages (`config.zones`).
"""

from calendar import monthrange
from collections.abc import Mapping
from datetime import date, datetime, time, timedelta
from typing import Any, Final
from zoneinfo import ZoneInfo

from django import forms
from django.db.models import Q
from django.utils import timezone
from django.utils.formats import date_format
from django.utils.functional import Promise, lazystr
from django.utils.translation import gettext_lazy

from internals.texts import LazyText
from pages.signs import MINUS


class Moment(forms.DateTimeInput):
    """A date with a time; the browser's own picker, in the reader's zone."""

    input_type = "datetime-local"

    def __init__(self) -> None:
        super().__init__(format="%Y-%m-%dT%H:%M")


def moment_text(at: datetime, form: str) -> str:
    """A time on the reader's clock, written in a date format, with how far its zone is from UTC: "5 May 2027, 14:00 UTC-4" with a minus sign."""
    there = timezone.localtime(at)
    return f"{date_format(there, form)} {offset_name(there)}"


_PLACES: Final = {
    "Asuncion": gettext_lazy("Asunción"),
    "Bogota": gettext_lazy("Bogotá"),
    "Cancun": gettext_lazy("Cancún"),
    "Curacao": gettext_lazy("Curaçao"),
    "Havana": gettext_lazy("Havana"),
    "London": gettext_lazy("London"),
    "Merida": gettext_lazy("Mérida"),
    "Mexico City": gettext_lazy("Mexico City"),
    "New York": gettext_lazy("New York"),
    "Panama": gettext_lazy("Panama City"),
    "Sao Paulo": gettext_lazy("São Paulo"),
}
"""Names that the tz database spells without accents, or that have another in Spanish."""


def offset_name(at: datetime) -> str:
    """Offset of a time's zone from UTC: "UTC", "UTC+5:30", or with a minus sign."""
    minutes = int((at.utcoffset() or timedelta()).total_seconds()) // 60
    if not minutes:
        return "UTC"
    hours, rest = divmod(abs(minutes), 60)
    return f"UTC{MINUS if minutes < 0 else '+'}{hours}{f':{rest:02d}' if rest else ''}"


def zone_name() -> str:
    """The reader's zone in a word, by the place that it is named after: "UTC", "Caracas", "New York"."""
    return place_name(str(timezone.get_current_timezone()))


def place_name(zone: str) -> str:
    """The place that a zone of the tz database is named after."""
    if zone.startswith("Etc/GMT") and zone != "Etc/GMT":
        return offset_name(timezone.localtime(timezone=ZoneInfo(zone)))
    name = zone.rpartition("/")[2].replace("_", " ")
    return str(_PLACES.get(name, name))


def in_zone(title: str | Promise) -> str:
    """A heading above times with the reader's zone in place of `{zone}`: "Time (Caracas)"."""
    return str(title).replace("{zone}", zone_name())


class _InZone:
    """A lazy heading: language and zone of the time it is rendered."""

    def __init__(self, title: Promise) -> None:
        self.title = title

    def __str__(self) -> str:
        return in_zone(self.title)


def in_zone_lazy(title: Promise) -> LazyText:
    """The lazy version, for module-level definitions."""
    return lazystr(_InZone(title))


def midnight(day: date) -> datetime:
    """Start of a day in the reader's zone."""
    return datetime.combine(day, time.min, timezone.get_current_timezone())


def midnight_after(day: date) -> datetime | None:
    """End of a day; None for the last representable day."""
    return None if day == date.max else midnight(day + timedelta(days=1))


def local_day(at: datetime) -> date:
    """The day of a time on the reader's calendar."""
    return timezone.localdate(at)


def is_reversed(since: datetime | None, until: datetime | None) -> bool:
    """Whether the period is empty or reversed."""
    return since is not None and until is not None and until <= since


def of_time(field: str, wanted: Mapping[str, Any]) -> list[Q]:
    """Filter for rows whose field lies in [since, until); an absent bound is open."""
    since, until = wanted.get("since"), wanted.get("until")
    asked = [Q((f"{field}__gte", since))] if since else []
    return [*asked, Q((f"{field}__lt", until))] if until else asked


def months_later(now: datetime, months: int) -> datetime:
    """The same day and hour `months` later (earlier if negative); the month's last day if it has no such day."""
    years, month = divmod(now.month - 1 + months, 12)
    year, month = now.year + years, month + 1
    return now.replace(year=year, month=month, day=min(now.day, monthrange(year, month)[1]))
