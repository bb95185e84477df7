"""Background work: each task loads, calls one service, and may run twice."""

from celery import current_app, shared_task
from django.utils import timezone

from journal.services.waking import wake_worker
from reports.catalogue.registry import SOURCES
from reports.exports.services import files
from reports.services import checking, closing, judging, summing, watching

_AT_ONCE = 7  # days, so that what waits behind them has its turn
_ROUNDS = 2000  # judged in one turn: some seconds


@shared_task(
    name="reports.tasks.close_days", ignore_result=True, soft_time_limit=3300, time_limit=3500
)
def close_days() -> None:
    """Close the days that are over; missed ones are caught up a week at a time, and the next week has a turn of its own."""
    if closing.close_days(_AT_ONCE) == _AT_ONCE:
        current_app.send_task("reports.tasks.close_days", expires=600, retry=False)


@shared_task(
    name="reports.tasks.sum_hands", ignore_result=True, soft_time_limit=3300, time_limit=3500
)
def sum_hands() -> None:
    """Add up the hands of days that are closed, a week at a time; the next week has a turn of its own."""
    if summing.sum_hands(_AT_ONCE) == _AT_ONCE:
        current_app.send_task("reports.tasks.sum_hands", expires=600, retry=False)


@shared_task(name="reports.tasks.close_hours", ignore_result=True)
def close_hours() -> None:
    """Close the hours that are over; where many were missed, the rest in a turn of its own."""
    if closing.close_hours() == closing.AT_ONCE:
        current_app.send_task("reports.tasks.close_hours", expires=600, retry=False)


@shared_task(name=files.TASK, ignore_result=True, soft_time_limit=3300, time_limit=3500)
def make_exports() -> None:
    """Make one file; the next is a task of its own, so other tasks run in between."""
    if files.make_files(timezone.now(), SOURCES):
        wake_worker(files.TASK)


@shared_task(name="reports.tasks.delete_exports", ignore_result=True)
def delete_exports() -> None:
    files.delete_expired_files(timezone.now())


@shared_task(name="reports.tasks.judge_rounds", ignore_result=True)
def judge_rounds() -> None:
    """Judge the decisions of rounds that are over, slice after slice, each a turn of its own."""
    if judging.judge_rounds(timezone.now(), _ROUNDS) == _ROUNDS:
        current_app.send_task("reports.tasks.judge_rounds", expires=600, retry=False)


@shared_task(
    name="reports.tasks.check_days", ignore_result=True, soft_time_limit=3300, time_limit=3500
)
def check_days() -> None:
    """Compare closed days with the ledger; findings are events."""
    checking.check_reports()


@shared_task(name="reports.tasks.watch_returns", ignore_result=True)
def watch_returns() -> None:
    """Raise alarms for improbable returns."""
    watching.tell_of_returns()
