from datetime import timedelta
from typing import Final

from django.db.models import QuerySet
from django.utils import timezone

from wallet.ledger.models import LedgerCheck, LedgerCheckBegun

CHECK_TAKES_AT_MOST: Final = timedelta(hours=1)


def unfinished_checks() -> QuerySet[LedgerCheckBegun]:
    """Return the runs of the reconciliation that were begun and died: they tell nothing any more."""
    return LedgerCheckBegun.objects.filter(
        result__isnull=True, at__lt=timezone.now() - CHECK_TAKES_AT_MOST
    ).order_by("pk")


def latest_check() -> LedgerCheck | None:
    """Return the last result of a check, by its transaction: its number is whatever its writer says."""
    return LedgerCheck.objects.order_by("-xact", "-id").first()
