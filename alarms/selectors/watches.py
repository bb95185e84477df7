"""What has to happen regularly, or to stay within a limit. Each watch reads one value; none means that it is missing."""

import ctypes
import ctypes.util
import shutil
from collections.abc import Callable
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Final

from cryptography.x509 import load_pem_x509_certificates
from django.conf import settings
from django.db import connection
from django.utils import timezone
from redis.exceptions import RedisError

from alarms.models import WatchReading
from config.metrics.queues import read_queues
from profiles.selectors.in_force import known_versions, profile_in_force
from profiles.selectors.links import required_links
from restores.selectors import load_backup_ages

_HOUR: Final = 3600
_DAY: Final = 86_400
_LAG: Final = """
    SELECT max(coalesce(extract(epoch FROM replay_lag), 0))::float8 FROM pg_stat_replication WHERE state = 'streaming'
"""
_ERROR: Final = 5  # TIME_ERROR of adjtimex: no program keeps the clock synchronised
_NANO: Final = 0x2000  # STA_NANO: the offset is in nanoseconds


@dataclass(frozen=True, slots=True)
class Watch:
    """One value with its limit, a field of the profile: 0 switches it off. `at_least`: the limit is a minimum."""

    name: str
    read: Callable[[], float | None]
    field: str
    at_least: bool = False

    @property
    def limit(self) -> float:
        return float(getattr(profile_in_force(), self.field))

    def judge(self, value: float | None) -> WatchReading.State:
        """Return whether a value is good, beyond the limit, or missing."""
        if value is None:
            return WatchReading.State.MISSING
        is_good = value >= self.limit if self.at_least else value <= self.limit
        return WatchReading.State.GOOD if is_good else WatchReading.State.LATE


def read_backup_hours() -> float | None:
    """Return the hours since the last backup, as its script recorded it."""
    age = load_backup_ages().backup
    return None if age is None else age / _HOUR


class _Timex(ctypes.Structure):
    """The beginning of the kernel's `struct timex`, and room for the rest."""

    _fields_ = (
        ("modes", ctypes.c_uint),
        ("offset", ctypes.c_long),
        ("freq", ctypes.c_long),
        ("maxerror", ctypes.c_long),
        ("esterror", ctypes.c_long),
        ("status", ctypes.c_int),
        ("rest", ctypes.c_byte * 256),
    )


def read_clock_offset() -> float | None:
    """Return the milliseconds that the kernel knows the clock to be off; None if nothing synchronises it."""
    library = ctypes.CDLL(ctypes.util.find_library("c") or None)
    told = _Timex()  # modes 0: nothing is changed
    if library.adjtimex(ctypes.byref(told)) in {_ERROR, -1}:
        return None
    divisor = 1_000_000 if told.status & _NANO else 1_000
    return float(abs(told.offset)) / divisor


def read_free_disk() -> float | None:
    """Return the percentage of free space, the smallest of the data folders; None if one is missing."""
    folders = (
        settings.DOCUMENTS,
        settings.PERSON_KEYS,
        settings.EXPORTS,
        settings.ARCHIVE,
        settings.LEDGER_SEALS,
    )
    try:
        usages = [shutil.disk_usage(folder) for folder in folders]
    except OSError:
        return None
    return min(100 * one.free / one.total for one in usages)


def read_certificate_days() -> float | None:
    """Return the days until the certificate ends; None if its file cannot be read."""
    try:
        first = load_pem_x509_certificates(Path(settings.WATCH_CERTIFICATE_FILE).read_bytes())[0]
    except (OSError, ValueError, TypeError):
        return None
    return (first.not_valid_after_utc - datetime.now(UTC)).total_seconds() / _DAY


def read_replication_lag() -> float | None:
    """Return the seconds that the slowest standby is behind; None without a standby."""
    with connection.cursor() as cursor:
        cursor.execute(_LAG)
        lag: float | None = cursor.fetchone()[0]
    return lag


def read_queue_age() -> float | None:
    """Return the seconds that the oldest message of all queues waits; None if the broker does not answer."""
    try:
        return max((one.seconds for one in read_queues()), default=0.0)
    except (RedisError, OSError):
        return None


def read_link_hours() -> float | None:
    """Return the hours since the oldest check of a required link; None if one is missing or was not reachable."""
    now = timezone.now()
    links = [link for country in _countries() for link in required_links(country)]
    checks = [one.checked_at for one in links]
    if any(one.problem for one in links):
        return None
    return max(((now - at).total_seconds() / _HOUR for at in checks if at), default=0.0)


def _countries() -> set[str]:
    return {one.country for one in known_versions()}


@dataclass(frozen=True, slots=True)
class LinksWatch(Watch):
    """The watch of required links; off where no profile in force requires any."""

    @property
    def limit(self) -> float:
        profiles = [profile_in_force(country) for country in _countries()]
        hours = [one.links_checked_hours for one in profiles if one.required_links]
        return float(min(hours, default=0))


WATCHES: Final = (
    LinksWatch("links", read_link_hours, "links_checked_hours"),
    Watch("backup", read_backup_hours, "backup_max_age_hours"),
    Watch("clock", read_clock_offset, "clock_max_offset_ms"),
    Watch("disk", read_free_disk, "disk_min_free_percent", at_least=True),
    Watch("certificate", read_certificate_days, "certificate_min_days", at_least=True),
    Watch("replication", read_replication_lag, "replication_max_lag_seconds"),
    Watch("queue", read_queue_age, "queue_max_age_seconds"),
)
