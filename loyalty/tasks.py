"""Background tasks of the loyalty programme. Each calls one service and may run twice."""

from celery import shared_task

from loyalty.services import previews, tier_refresh


@shared_task(
    name="loyalty.tasks.refresh_tiers", ignore_result=True, soft_time_limit=3300, time_limit=3500
)
def refresh_tiers() -> None:
    """Assign every player the tier for the points in the window."""
    tier_refresh.refresh_tiers()


@shared_task(
    name="loyalty.tasks.bring_tiers_into_force",
    ignore_result=True,
    soft_time_limit=3300,
    time_limit=3500,
)
def bring_tiers_into_force() -> None:
    """Assign all tiers once a new set is in force."""
    tier_refresh.refresh_if_due()


@shared_task(
    name="loyalty.tasks.count_previews", ignore_result=True, soft_time_limit=3300, time_limit=3500
)
def count_previews() -> None:
    while previews.finish_oldest_count():
        pass
