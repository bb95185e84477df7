"""Background work: it calls one service and may run twice."""

from celery import shared_task

from loyalty import services


@shared_task(
    name="loyalty.tasks.refresh_tiers", ignore_result=True, soft_time_limit=3300, time_limit=3500
)
def refresh_tiers() -> None:
    """Put every player on the tier that the points of the window lead to."""
    services.refresh_tiers()
