"""Ledger check runs: the latest result, and runs that died without one."""

from datetime import timedelta
from typing import Final

from django.db.models import QuerySet
from django.utils import timezone

from wallet.ledger.models import LedgerCheck, LedgerCheckBegun

CHECK_TAKES_AT_MOST: Final = timedelta(hours=1)
"""A check without a result after this time was killed; scheduled checks are ended earlier."""


def unfinished_checks() -> QuerySet[LedgerCheckBegun]:
    """Return runs without a result that began over an hour ago, oldest first: they died."""
    return LedgerCheckBegun.objects.filter(
        result__isnull=True, at__lt=timezone.now() - CHECK_TAKES_AT_MOST
    ).order_by("pk")


def latest_check() -> LedgerCheck | None:
    """Return the latest result by transaction id; the row id is set by the writer and not trusted."""
    return LedgerCheck.objects.order_by("-xact", "-id").first()
