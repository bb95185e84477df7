"""Withdrawals wait until what happened up to their request is judged."""

from datetime import datetime, timedelta
from typing import Final

from django.conf import settings

from cases.refusals import JudgementPending, JudgementStopped
from detection.selectors.pending import find_unjudged_withdrawals, is_request_judged
from journal.models import EventKind
from journal.services.heartbeats import find_last_heartbeat
from journal.services.recording import record_once
from wallet.cash.models import Withdrawal

LATE: Final = timedelta(minutes=10)
"""A request that is not judged by then is an alarm: a run takes a minute."""

_TASK: Final = "detection.tasks.judge_players"


def require_judged(withdrawal: Withdrawal) -> None:
    """Raise JudgementPending while what happened up to the request is not judged, JudgementStopped if no worker judges.

    Two queries once it is.
    """
    if not settings.JUDGE_BEFORE_PAYING or is_request_judged(withdrawal):
        return
    raise (JudgementPending if _is_worker_alive() else JudgementStopped)(detail=withdrawal.number)


def _is_worker_alive() -> bool:
    age = find_last_heartbeat(settings.CELERY_TASK_ROUTES[_TASK]["queue"])
    return age is not None and age <= settings.SILENT_SECONDS


def report_late_judgements(now: datetime) -> int:
    """Record an alarm, once an hour, while requests older than `LATE` are not judged. Return how many wait."""
    late = find_unjudged_withdrawals(now - LATE)
    if late:
        record_once(
            EventKind.JUDGEMENTS_LATE,
            subject="platform",
            data={"count": len(late)},
            once=f"{now:%Y-%m-%d %H}",
        )
    return len(late)
