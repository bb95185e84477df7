"""Background work: each task loads, calls one service, and may run twice."""

from celery import shared_task

from casino.services import fairness_log


@shared_task(name="casino.tasks.chain_log", ignore_result=True)
def chain_log() -> None:
    """Chain the lines of the fairness log that play has added since the last run."""
    while fairness_log.chain_log():
        pass
