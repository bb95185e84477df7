"""Work on the demo's history that a worker does once the site is open."""

from celery import shared_task

from tools.history import suspicions


@shared_task(
    name="tools.history.tasks.judge_history",
    ignore_result=True,
    soft_time_limit=900,
    time_limit=960,
)
def judge_history() -> None:
    """Judge the players of the history, and open the first queue of cases."""
    suspicions.find_suspicions()
