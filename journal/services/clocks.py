"""Heartbeats that detect clock jumps and outages of the platform. Called by a worker every 30 seconds."""

import logging
import platform
import time
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Final

from django.db import connection, transaction

from journal.models import EventKind, Heartbeat
from journal.services.recording import record, record_once

JUMP_SECONDS: Final = 5.0
"""Difference from elapsed time between two heartbeats that counts as a clock jump."""

MAX_DIFFERENCE_SECONDS: Final = 5.0
"""Maximum difference between a machine's clock and the database's, reported once an hour."""

DOWN_AFTER: Final = timedelta(minutes=1)
"""Without a heartbeat from any machine for this long, the platform was down."""

_BOOT: Final = Path("/proc/sys/kernel/random/boot_id")
_log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Clocks:
    """The database's clock, the machine's clock and its monotonic clock at one moment."""

    at: datetime
    wall: float
    monotonic: float
    boot: str
    host: str


def read_clocks() -> Clocks:
    """Read all clocks, the database first: the duration of that query limits the precision of the comparison."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT clock_timestamp()")
        row = cursor.fetchone()
    at: datetime = row[0] if row else datetime.now(UTC)
    return Clocks(
        at, time.time(), time.clock_gettime(time.CLOCK_BOOTTIME), boot_id(), platform.node()
    )


def boot_id() -> str:
    """Return the id of this boot of the machine; empty if the system has none."""
    return _BOOT.read_text(encoding="ascii").strip() if _BOOT.exists() else ""


@transaction.atomic
def record_clock_heartbeat(now: Clocks | None = None) -> None:
    """Record a heartbeat, and an event for a clock jump, clocks that differ, or an outage."""
    now = now or read_clocks()
    known = {
        one.host: one
        for one in Heartbeat.objects.filter(queue="").select_for_update().order_by("host")
    }
    if known:
        _record_outage(max(known.values(), key=lambda one: one.at), now)
    if last := known.get(now.host):
        _record_jump(last, now)
    _record_difference(now)
    Heartbeat.objects.update_or_create(
        host=now.host,
        queue="",
        defaults={"at": now.at, "wall": now.wall, "monotonic": now.monotonic, "boot": now.boot},
    )


def _record_outage(last: Heartbeat, now: Clocks) -> None:
    """Measured by the monotonic clock, or by the database's clock after a reboot."""
    same = last.host == now.host and last.boot == now.boot
    gone = timedelta(seconds=now.monotonic - last.monotonic) if same else now.at - last.at
    if gone > DOWN_AFTER:
        data = {
            "since": last.at.isoformat(),
            "until": now.at.isoformat(),
            "seconds": round(gone.total_seconds()),
        }
        record(EventKind.PLATFORM_WAS_DOWN, subject="platform", data=data)


def _record_jump(last: Heartbeat, now: Clocks) -> None:
    if last.boot != now.boot:
        return
    passed = now.monotonic - last.monotonic
    for clock, went in (
        ("machine", now.wall - last.wall),
        ("database", (now.at - last.at).total_seconds()),
    ):
        jump = went - passed
        if abs(jump) > JUMP_SECONDS:
            data = {
                "clock": clock,
                "seconds": round(jump, 3),
                "before": last.at.isoformat(),
                "after": now.at.isoformat(),
            }
            record(EventKind.CLOCK_JUMPED, subject=f"machine {now.host}", data=data)


def _record_difference(now: Clocks) -> None:
    apart = now.wall - now.at.timestamp()
    if abs(apart) <= MAX_DIFFERENCE_SECONDS:
        return
    hour = f"machine {now.host} {now.at:%Y-%m-%d %H}h"
    _log.error("The clocks of machine and database differ", extra={"seconds": apart})
    record_once(EventKind.CLOCKS_DIFFER, subject=hour, data={"seconds": round(apart, 3)})
