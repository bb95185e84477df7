"""Arrival times of requests for a step, recorded before they wait for the table's lock."""

from datetime import datetime, timedelta
from uuid import UUID

from casino.models import Arrival, Clock
from casino.values.clocks import ARRIVED_SECONDS, GRACE_SECONDS
from internals.prepared_statements import run_statement

_GRACE = timedelta(seconds=GRACE_SECONDS)
_NOTE = """
    INSERT INTO casino_arrival (deal_id, step, round_id, at)
    SELECT deal_id, $1, id, clock_timestamp() FROM casino_round
    WHERE public_id = $2 AND player_id = $3 AND status = 'in_progress'
    RETURNING at
"""


def record_arrival(player: int, round_id: UUID, step: int) -> datetime | None:
    """Record the arrival of a request for a step. Returns its time, or None if no such round runs.

    Runs in a transaction of its own: call it before any other begins.
    """
    rows = run_statement(_NOTE, [step, round_id, player])
    return rows[0][0] if rows else None


def is_in_time(clock: Clock, arrived_at: datetime | None) -> bool:
    """Return whether a request arrived before the deadline and the grace period ended."""
    if clock.deadline is None or arrived_at is None:
        return False
    return arrived_at <= clock.deadline + _GRACE


def is_awaited(clock: Clock, round_pk: int, step: int, now: datetime) -> bool:
    """Return whether a request that arrived in time may still wait for the lock. One query.

    The house leaves its step alone for `ARRIVED_SECONDS`.
    """
    if clock.deadline is None:
        return False
    of_step = Arrival.objects.filter(deal=clock.deal_id, round=round_pk, step=step)
    recent = of_step.filter(at__gt=now - timedelta(seconds=ARRIVED_SECONDS))
    return recent.filter(at__range=(clock.since, clock.deadline + _GRACE)).exists()
