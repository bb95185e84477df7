"""Background tasks of the journal. Each calls one service and may run twice."""

from celery import shared_task

from journal.models import Check
from journal.services import chaining, clocks, configured_rows, months


@shared_task(name="journal.tasks.chain_records", ignore_result=True)
def chain_records() -> None:
    chaining.chain_records()


@shared_task(
    name="journal.tasks.verify_chain", ignore_result=True, soft_time_limit=3300, time_limit=3500
)
def verify_chain() -> None:
    chaining.verify_chain(Check.Occasion.SCHEDULE)


@shared_task(
    name="journal.tasks.verify_rows", ignore_result=True, soft_time_limit=3300, time_limit=3500
)
def verify_rows() -> None:
    configured_rows.verify_rows(Check.Occasion.SCHEDULE)


@shared_task(name="journal.tasks.record_clock_heartbeat", ignore_result=True)
def record_clock_heartbeat() -> None:
    clocks.record_clock_heartbeat()


@shared_task(name="journal.tasks.report_missing_months", ignore_result=True)
def report_missing_months() -> None:
    months.report_missing_months()
