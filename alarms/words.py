"""Watches and duty turns in words."""

from collections.abc import Mapping
from typing import Final

from django.utils.translation import gettext_lazy as _

from alarms.forms import DAYS
from alarms.models import DutyTurn
from internals.texts import LazyText

WATCH_NAMES: Final[Mapping[str, LazyText]] = {
    "backup": _("Last backup (hours ago)"),
    "clock": _("Clock's offset (milliseconds)"),
    "disk": _("Free disk space of the data folders (%)"),
    "certificate": _("Certificate's end (days left)"),
    "links": _("Required links: age of the last check (hours)"),
    "replication": _("Standby's lag (seconds)"),
    "queue": _("Oldest message of the queues (seconds)"),
}


def describe_days(turn: DutyTurn) -> str:
    """Return the days of a turn, separated by commas."""
    return ", ".join(str(name) for number, name in DAYS if number in turn.days)
