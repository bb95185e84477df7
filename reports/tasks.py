"""Celery tasks of reports. Each may run twice."""

from celery import current_app, shared_task
from django.utils import timezone

from journal.services.waking import wake_worker
from reports.archive.services.verifying import verify_reports as verify_archived
from reports.archive.services.writing import archive_next_day
from reports.catalogue.registry import SOURCES
from reports.draws.services import summing as draw_sums, watching as draw_watching
from reports.exports.services import files
from reports.regulators.services.writing import write_due_exports
from reports.services import checking, closing, judging, summing, watching

_AT_ONCE = 7  # days per run, so that other tasks are not held up
_ROUNDS = 2000  # judged per run: some seconds


@shared_task(
    name="reports.tasks.close_days", ignore_result=True, soft_time_limit=3300, time_limit=3500
)
def close_days() -> None:
    """Close days that are over, up to a week per run; if more are due, enqueue the next run."""
    if closing.close_days(_AT_ONCE) == _AT_ONCE:
        current_app.send_task("reports.tasks.close_days", expires=600, retry=False)


@shared_task(
    name="reports.tasks.sum_hands", ignore_result=True, soft_time_limit=3300, time_limit=3500
)
def sum_hands() -> None:
    """Sum the hands of closed days, up to a week per run; if more are due, enqueue the next run."""
    if summing.sum_hands(_AT_ONCE) == _AT_ONCE:
        current_app.send_task("reports.tasks.sum_hands", expires=600, retry=False)


@shared_task(name="reports.tasks.close_hours", ignore_result=True)
def close_hours() -> None:
    """Close hours that are over, `AT_ONCE` per run; if more are due, enqueue the next run."""
    if closing.close_hours() == closing.AT_ONCE:
        current_app.send_task("reports.tasks.close_hours", expires=600, retry=False)


@shared_task(name=files.TASK, ignore_result=True, soft_time_limit=3300, time_limit=3500)
def make_exports() -> None:
    """Make one file; the next one is a task of its own, so other tasks run in between."""
    if files.make_next_file(timezone.now(), SOURCES):
        wake_worker(files.TASK)


@shared_task(name="reports.tasks.delete_exports", ignore_result=True)
def delete_exports() -> None:
    files.delete_expired_files(timezone.now())


@shared_task(name="reports.tasks.judge_rounds", ignore_result=True)
def judge_rounds() -> None:
    """Judge the decisions of completed rounds, a batch per run; if more are due, enqueue the next run."""
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
    watching.report_unlikely_returns()


@shared_task(
    name="reports.tasks.sum_draws", ignore_result=True, soft_time_limit=3300, time_limit=3500
)
def sum_draws() -> None:
    """Sum the draws of closed days, up to a week per run; if more are due, enqueue the next run."""
    if draw_sums.sum_closed_days(_AT_ONCE) == _AT_ONCE:
        current_app.send_task("reports.tasks.sum_draws", expires=600, retry=False)


@shared_task(name="reports.tasks.watch_draws", ignore_result=True)
def watch_draws() -> None:
    """Raise alarms for improbable random numbers."""
    draw_watching.report_unlikely_draws()


@shared_task(
    name="reports.tasks.archive_reports", ignore_result=True, soft_time_limit=3300, time_limit=3500
)
def archive_reports() -> None:
    """Archive the reports of one closed day; if more are due, enqueue the next run."""
    if archive_next_day(timezone.now()):
        current_app.send_task("reports.tasks.archive_reports", expires=600, retry=False)


@shared_task(name="reports.tasks.verify_reports", ignore_result=True)
def verify_reports() -> None:
    """Compare archived reports with their digests; findings are alarms."""
    verify_archived()


@shared_task(
    name="reports.tasks.write_regulator_exports",
    ignore_result=True,
    soft_time_limit=3300,
    time_limit=3500,
)
def write_regulator_exports() -> None:
    """Write the exports to the regulator that are due."""
    write_due_exports(timezone.now())
