"""When the request for a step reached the house: written before it waits for the table's lock."""

from datetime import datetime, timedelta
from uuid import UUID

from django.db import connection
from django.db.models import QuerySet

from casino.models import Arrival, Clock
from casino.values.clocks import ARRIVED_SECONDS, GRACE_SECONDS

_NOTE = """
    INSERT INTO casino_arrival (deal_id, step, round_id, at)
    SELECT deal_id, %s, id, clock_timestamp() FROM casino_round
    WHERE public_id = %s AND player_id = %s AND status = 'in_progress'
"""


def note_arrival(player: int, round_id: UUID, step: int) -> None:
    """Note a request for a step, in a transaction of its own: call it before any other begins. One that follows a refused one counts too."""
    with connection.cursor() as cursor:
        cursor.execute(_NOTE, [step, round_id, player])


def arrived_in_time(clock: Clock, round_pk: int, step: int) -> bool:
    """Whether the request for this step reached the house before its clock and the grace ran out. One query."""
    return _in_time(clock, round_pk, step).exists()


def is_awaited(clock: Clock, round_pk: int, step: int, now: datetime) -> bool:
    """Whether a request that arrived in time may still be waiting for the lock: the house leaves its step alone for a while. One query."""
    recent = _in_time(clock, round_pk, step).filter(at__gt=now - timedelta(seconds=ARRIVED_SECONDS))
    return recent.exists()


def _in_time(clock: Clock, round_pk: int, step: int) -> QuerySet[Arrival]:
    arrivals = Arrival.objects.filter(deal=clock.deal_id, round=round_pk, step=step)
    if clock.deadline is None:
        return arrivals.none()
    return arrivals.filter(at__lte=clock.deadline + timedelta(seconds=GRACE_SECONDS))
