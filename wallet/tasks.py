"""Background work: each task loads, calls one service, and may run twice."""

from celery import shared_task
from django.conf import settings
from django.utils import timezone

from wallet.cash.services import expiry
from wallet.ledger.services import partitions, seals
from wallet.rates.services import feed


@shared_task(name="wallet.tasks.fetch_rates", ignore_result=True)
def fetch_rates() -> None:
    """Take the reference rates, where an address is configured."""
    if settings.RATE_FEED_URL:
        feed.import_feed(settings.RATE_FEED_URL)


@shared_task(name="wallet.tasks.seal_ledger", ignore_result=True)
def seal_ledger() -> None:
    """Seal the ledger's rows since the last run."""
    seals.seal_ledger()


@shared_task(name="wallet.tasks.make_partitions", ignore_result=True)
def make_partitions() -> None:
    """Create partitions for the coming months."""
    partitions.make_partitions()


@shared_task(name="wallet.tasks.expire_deposits", ignore_result=True)
def expire_deposits() -> None:
    """Expire deposits without any word of their provider."""
    expiry.expire_deposits(timezone.now())
