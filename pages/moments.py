"""Times in the active time zone, and periods of forms and queries.

The active zone is the operator's on staff pages and the player's on players' pages
(`config.zones`).
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
from django.utils.translation import gettext, gettext_lazy, ngettext

from internals.texts import LazyText
from pages.signs import MINUS


class MomentInput(forms.DateTimeInput):
    """Date and time input with the browser's own picker, in the reader's zone."""

    input_type = "datetime-local"

    def __init__(self) -> None:
        super().__init__(format="%Y-%m-%dT%H:%M")


def moment_text(at: datetime, form: str) -> str:
    """Format a time in the reader's zone, followed by the UTC offset: "5 May 2027, 14:00 UTC-4" with a minus sign."""
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
"""Zone names with accents or with another name in Spanish, which the tz database lacks."""


def offset_name(at: datetime) -> str:
    """Return the UTC offset of a time's zone: "UTC", "UTC+5:30", or with a minus sign."""
    minutes = int((at.utcoffset() or timedelta()).total_seconds()) // 60
    if not minutes:
        return "UTC"
    hours, rest = divmod(abs(minutes), 60)
    return f"UTC{MINUS if minutes < 0 else '+'}{hours}{f':{rest:02d}' if rest else ''}"


def zone_name() -> str:
    """Return the short name of the reader's zone: "UTC", "Caracas", "New York"."""
    return place_name(str(timezone.get_current_timezone()))


def place_name(zone: str) -> str:
    """Return the place that names a zone of the tz database."""
    if zone.startswith("Etc/GMT") and zone != "Etc/GMT":
        return offset_name(timezone.localtime(timezone=ZoneInfo(zone)))
    name = zone.rpartition("/")[2].replace("_", " ")
    return str(_PLACES.get(name, name))


def in_zone(title: str | Promise) -> str:
    """Replace `{zone}` in a heading by the reader's zone: "Time (Caracas)"."""
    return str(title).replace("{zone}", zone_name())


class _InZone:
    """A lazy heading, evaluated in the language and zone of rendering."""

    def __init__(self, title: Promise) -> None:
        self.title = title

    def __str__(self) -> str:
        return in_zone(self.title)


def in_zone_lazy(title: Promise) -> LazyText:
    """Lazy version of `in_zone`, for module-level definitions."""
    return lazystr(_InZone(title))


_MINUTE: Final = 60
_HOUR: Final = 60 * _MINUTE


def wait_text(seconds: int) -> str:
    """Say when to try again, rounded up: in seconds, in minutes from two minutes on, in hours from two hours on."""
    if seconds < 2 * _MINUTE:
        told = ngettext(
            "You can try again in %(n)d second.", "You can try again in %(n)d seconds.", seconds
        )
        return told % {"n": seconds}
    if seconds < 2 * _HOUR:
        return gettext("You can try again in %(n)d minutes.") % {"n": -(-seconds // _MINUTE)}
    return gettext("You can try again in %(n)d hours.") % {"n": -(-seconds // _HOUR)}


def midnight(day: date) -> datetime:
    """Return the start of a day in the reader's zone."""
    return datetime.combine(day, time.min, timezone.get_current_timezone())


def midnight_after(day: date) -> datetime | None:
    """Return the end of a day in the reader's zone; None for the last representable day."""
    return None if day == date.max else midnight(day + timedelta(days=1))


def local_day(at: datetime) -> date:
    """Return the day of a time in the reader's zone."""
    return timezone.localdate(at)


def is_reversed(since: datetime | None, until: datetime | None) -> bool:
    """Return whether the period is empty or reversed."""
    return since is not None and until is not None and until <= since


def time_range_filters(field: str, wanted: Mapping[str, Any]) -> list[Q]:
    """Return filters for rows whose field is in [since, until); None is an open bound."""
    since, until = wanted.get("since"), wanted.get("until")
    asked = [Q((f"{field}__gte", since))] if since else []
    return [*asked, Q((f"{field}__lt", until))] if until else asked


def months_later(now: datetime, months: int) -> datetime:
    """Return the same day and time `months` later (earlier if negative), or the month's last day if it has no such day."""
    years, month = divmod(now.month - 1 + months, 12)
    year, month = now.year + years, month + 1
    return now.replace(year=year, month=month, day=min(now.day, monthrange(year, month)[1]))


_DAY_HOURS: Final = 24


def describe_hours(hours: int) -> str:
    """Return hours as text, in days if they are whole days and more than one: "24 hours", "7 days"."""
    if hours > _DAY_HOURS and hours % _DAY_HOURS == 0:
        days = hours // _DAY_HOURS
        return ngettext("%(n)s day", "%(n)s days", days) % {"n": days}
    return ngettext("%(n)s hour", "%(n)s hours", hours) % {"n": hours}
