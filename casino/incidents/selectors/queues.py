"""Staff work queues for running rounds."""

from django.utils import timezone

from accounts.roles.values import Right
from approvals.selectors import Queue
from casino.incidents.selectors.freezes import open_freezes
from casino.incidents.selectors.open_rounds import OpenRoundsFilter, rounds_in_progress


def round_queues() -> tuple[Queue, ...]:
    """Queues of frozen rounds and of rounds open for 30 days."""
    long = rounds_in_progress(OpenRoundsFilter(age="month"), timezone.now()).select_related(None)
    see, page = Right.CANCEL_ROUNDS, "rounds:list"
    return (
        Queue("frozen_rounds", see, open_freezes(), page, "?frozen=on"),
        Queue("long_open_rounds", see, long, page, "?age=month"),
    )
