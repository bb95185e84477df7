"""Runs of the ledger's check: the latest result, and those that died without one."""

from datetime import timedelta
from typing import Final

from django.db.models import QuerySet
from django.utils import timezone

from wallet.ledger.models import LedgerCheck, LedgerCheckBegun

CHECK_TAKES_AT_MOST: Final = timedelta(hours=1)
"""A check without a result by then was killed; the scheduled one is ended before."""


def unfinished_checks() -> QuerySet[LedgerCheckBegun]:
    """Runs that began and died."""
    return LedgerCheckBegun.objects.filter(
        result__isnull=True, at__lt=timezone.now() - CHECK_TAKES_AT_MOST
    ).order_by("pk")


def latest_check() -> LedgerCheck | None:
    """The latest result, by its transaction; its number is set by the writer and not trusted."""
    return LedgerCheck.objects.order_by("-xact", "-id").first()
