"""Outages: a clock that ran while web or streams were down gets its full time back, once for each outage."""

from datetime import datetime, timedelta
from typing import Final

from django.db import connection

from casino.models import Clock, Outage, ProcessMark
from casino.services.clocks import set_deadline
from casino.values.clocks import UNMARKED
from internals.compiled_queries import write_rows

_MARK: Final = """
    WITH last AS (
        SELECT at FROM casino_processmark WHERE kind = %(kind)s
    ), gap AS (
        INSERT INTO casino_outage (kind, began, ended)
        SELECT %(kind)s, at, clock_timestamp() FROM last WHERE at < clock_timestamp() - %(unmarked)s * interval '1 second'
        RETURNING id
    ), risen AS (
        UPDATE casino_clock SET version = greatest(version + 1, floor(extract(epoch FROM clock_timestamp()) * 1000))
        WHERE id IN (SELECT id FROM casino_clock WHERE EXISTS (SELECT FROM gap) ORDER BY id FOR UPDATE SKIP LOCKED)
    )
    INSERT INTO casino_processmark (kind, at) VALUES (%(kind)s, clock_timestamp())
    ON CONFLICT (kind) DO UPDATE SET at = excluded.at WHERE casino_processmark.at < excluded.at
"""


def record_process_mark(kind: ProcessMark.Kind) -> None:
    """Record that a process of this kind is alive; a gap since the last mark is an outage. One statement.

    After an outage the version of every live table rises: it may have been a restore from a backup, and open pages
    have seen versions that the restored database does not know. A table that is being moved is left out.
    """
    with connection.cursor() as cursor:
        cursor.execute(_MARK, {"kind": kind.value, "unmarked": UNMARKED.total_seconds()})


def restart_phase_after_outage(clock: Clock, now: datetime) -> bool:
    """Restart the present phase with its full time if an outage fell into it. Returns whether it did."""
    if clock.deadline is None:
        return False
    ran_in = Outage.objects.filter(began__lt=clock.deadline, ended__gt=clock.since)
    if not ran_in.exists():
        return False
    full = (clock.deadline - clock.since) / timedelta(seconds=1)
    write_rows(set_deadline(clock, now, full))
    return True


def is_any_process_down(now: datetime) -> bool:
    """Return whether a kind of process that has run has stopped leaving marks; nothing times out meanwhile."""
    return ProcessMark.objects.filter(at__lt=now - UNMARKED).exists()
