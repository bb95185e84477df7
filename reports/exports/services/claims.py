"""A worker's claim on an export.

The work queue is in table rows, as with mathematics (`tables.services.mathematics`): a claim is a random identifier
and an expiry time in the row. After a crash the claim expires and another worker starts over.
"""

import logging
import time
from collections.abc import Callable
from datetime import datetime, timedelta
from typing import Final
from uuid import uuid4

from django.db import transaction
from django.db.models import F, Q, QuerySet
from django.utils import timezone, translation
from django.utils.translation import gettext_lazy as _

from reports.models import Export

LEASE: Final = timedelta(minutes=5)  # packing a workbook, without progress reports, takes less
MOST_ATTEMPTS: Final = 3
_SECONDS_BETWEEN_LOOKS: Final = 1.0
_LONGEST_ERROR: Final = 500
_LOG = logging.getLogger(__name__)

State = Export.State
ProgressCallback = Callable[[int], None]


class ExportClaimLost(Exception):
    """The row is no longer this worker's: it was cancelled, or claimed by another worker."""


def due_exports(now: datetime) -> QuerySet[Export]:
    """Return the exports a worker may claim: waiting, or running with an expired claim."""
    forsaken = Q(state=State.RUNNING, claimed_until__lte=now)
    return Export.objects.filter(Q(state=State.WAITING) | forsaken)


@transaction.atomic(durable=True)
def claim_export(now: datetime) -> Export | None:
    """Claim the oldest due export, or return None; skips rows that other workers have locked. Commits."""
    row = due_exports(now).select_for_update(skip_locked=True).order_by("asked_at", "pk").first()
    if row is None:
        return None
    Export.objects.filter(pk=row.pk).update(
        state=State.RUNNING,
        rows=0,
        pieces=0,
        pieces_done=0,
        attempts=F("attempts") + 1,
        claim=uuid4(),
        claimed_until=now + LEASE,
    )
    return Export.objects.select_related("acting_user").get(pk=row.pk)


def claimed_row(export: Export) -> QuerySet[Export]:
    """Return the row while this worker's claim is valid, as a queryset."""
    return Export.objects.filter(pk=export.pk, claim=export.claim, state=State.RUNNING)


def report_progress(export: Export, **progress: int) -> None:
    """Write progress and renew the claim. Raises ExportClaimLost."""
    if not claimed_row(export).update(**progress, claimed_until=timezone.now() + LEASE):
        raise ExportClaimLost


def progress_reporter(export: Export) -> ProgressCallback:
    """Return a callback that writes the number of rows, at most once a second. It raises ExportClaimLost."""
    last = time.monotonic() - _SECONDS_BETWEEN_LOOKS

    def told(rows: int) -> None:
        nonlocal last
        if time.monotonic() - last < _SECONDS_BETWEEN_LOOKS:
            return
        last = time.monotonic()
        report_progress(export, rows=rows)

    return told


def ended_fields() -> dict[str, object]:
    """Return the field values of a row without a worker, finished now."""
    return {"claim": None, "claimed_until": None, "finished_at": timezone.now()}


def fail_export(export: Export, error: str) -> None:
    """Mark the export as failed, with the reason in the reader's language."""
    claimed_row(export).update(state=State.FAILED, error=error[:_LONGEST_ERROR], **ended_fields())


def fail_abandoned_exports(now: datetime) -> None:
    """Mark exports as failed whose worker died at every attempt."""
    for export in due_exports(now).filter(state=State.RUNNING, attempts__gte=MOST_ATTEMPTS):
        with translation.override(export.language):
            told = _("%(count)s workers began it and none came to an end.")
            fail_export(export, str(told) % {"count": MOST_ATTEMPTS})
        _LOG.error("export %s: given up after %s attempts", export.public_id, MOST_ATTEMPTS)
