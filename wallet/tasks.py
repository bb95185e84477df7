"""Celery tasks: each calls one service and may safely run twice."""

from celery import shared_task
from django.conf import settings
from django.utils import timezone

from wallet.archive.services import detaching, verifying, writing
from wallet.cash.services import expiry, large_cash
from wallet.ledger.services import partitions, seals
from wallet.rates.services import feed


@shared_task(name="wallet.tasks.fetch_rates", ignore_result=True)
def fetch_rates() -> None:
    """Import the reference rates if a URL is configured."""
    if settings.RATE_FEED_URL:
        feed.import_feed(settings.RATE_FEED_URL)


@shared_task(name="wallet.tasks.seal_ledger", ignore_result=True)
def seal_ledger() -> None:
    seals.seal_ledger()


@shared_task(name="wallet.tasks.make_partitions", ignore_result=True)
def make_partitions() -> None:
    partitions.make_partitions()


@shared_task(name="wallet.tasks.expire_deposits", ignore_result=True)
def expire_deposits() -> None:
    expiry.expire_deposits(timezone.now())


@shared_task(name="wallet.tasks.archive_months", ignore_result=True)
def archive_months() -> None:
    writing.write_due_months()


@shared_task(name="wallet.tasks.detach_months", ignore_result=True)
def detach_months() -> None:
    detaching.detach_months()


@shared_task(name="wallet.tasks.verify_archive", ignore_result=True)
def verify_archive() -> None:
    verifying.verify_archive()


@shared_task(name="wallet.tasks.report_large_cash", ignore_result=True)
def report_large_cash() -> None:
    large_cash.record_large_cash(timezone.now())
