"""Mathematics of rule sets: requested anywhere, computed by workers, once per set of rules.

The work queue is in table rows: a worker claims a waiting row, or one with an expired claim. A claim holds no
database lock: it is a random identifier and an expiry time in the row, renewed at every step. A worker that has lost
its claim stores nothing.
"""

import logging
from collections.abc import Callable, Iterable
from datetime import datetime, timedelta
from typing import Any
from uuid import uuid4

from django.db import transaction
from django.db.models import F, Q, QuerySet
from django.db.models.lookups import IsNull
from django.utils import timezone

import blackjack
from blackjack.rules import Rules
from journal.services.waking import wake_worker
from tables.models import Mathematics
from tables.values.questions import Question, Report, compute_answer, question_digest

LEASE = timedelta(seconds=60)  # a step of the work takes far less
MOST_ATTEMPTS = 3
TASK = "tables.tasks.compute_mathematics"
_LONGEST_ERROR = 500
_LOG = logging.getLogger(__name__)

State = Mathematics.State
ProgressCallback = Callable[[int], None]


class ClaimLost(Exception):
    """The claim was lost: cancelled, requested again, or taken by another worker."""


@transaction.atomic
def request_mathematics(rules: Rules, question: Question | None = None) -> Mathematics:
    """Request the mathematics of `rules`, or of a question about them; nothing is computed here.

    Idempotent, unless they were cancelled, failed, or computed by another version of the library: then they wait
    again.
    """
    row, is_new = Mathematics.objects.get_or_create(
        digest=question_digest(rules, question),
        defaults={"rules_json": rules.to_dict(), "question": question, **_waiting()},
    )
    if not is_new:
        row = Mathematics.objects.select_for_update().get(pk=row.pk)
    if not is_new and _is_void(row):
        Mathematics.objects.filter(pk=row.pk).update(**_waiting())
        row.refresh_from_db()
        is_new = True
    if is_new:
        wake_worker(TASK)
    return row


def cancel_computations(digests: Iterable[str]) -> int:
    """Cancel waiting or running computations, at their next step; return how many were cancelled."""
    unfinished = Mathematics.objects.filter(
        digest__in=digests, state__in=[State.WAITING, State.RUNNING]
    )
    return unfinished.update(state=State.CANCELLED, **_end_fields())


def compute_due(
    now: datetime,
    digest: str | None = None,
    report_progress: ProgressCallback = lambda _percent: None,
) -> bool:
    """Compute the next waiting mathematics, analyses first and oldest first, or those of `digest`.

    True if there was one, even if it failed; an error of the analysis is stored and logged. `report_progress` gets each
    step's progress in percent. Call it outside a transaction: others read the progress in the row.
    """
    _give_up(now)
    row = _claim(now, digest)
    if row is None:
        return False
    try:
        _compute(row, report_progress)
    except ClaimLost:
        _LOG.info("mathematics %s: stopped, another's or nobody's now", row.digest)
    except Exception as error:  # noqa: BLE001  # any error is stored and logged
        _LOG.exception("mathematics %s: failed", row.digest)
        text = f"{type(error).__name__}: {error}"[:_LONGEST_ERROR]
        _ours(row).update(state=State.FAILED, error=text, **_end_fields())
    return True


def find_due(now: datetime) -> QuerySet[Mathematics]:
    """Return the rows a worker may claim: waiting, or with an expired claim."""
    forsaken = Q(state=State.RUNNING, claimed_until__lte=now)
    return Mathematics.objects.filter(Q(state=State.WAITING) | forsaken)


def _is_void(row: Mathematics) -> bool:
    """Return whether it failed, was cancelled, or is of another version of the library."""
    if row.state in {State.RUNNING, State.DONE}:
        return row.library_version != blackjack.VERSION
    return row.state != State.WAITING


def _waiting() -> dict[str, Any]:
    fresh = {"state": State.WAITING, "progress": 0, "attempts": 0, "error": ""}
    nothing = dict.fromkeys(
        ("claim", "claimed_until", "result", "chart", "started_at", "finished_at")
    )
    return {
        **fresh,
        **nothing,
        "library_version": blackjack.VERSION,
        "asked_at": timezone.now(),
    }


def _end_fields() -> dict[str, Any]:
    return {"claim": None, "claimed_until": None, "finished_at": timezone.now()}


def _give_up(now: datetime) -> None:
    """Mark computations as failed that killed their worker at every attempt."""
    text = f"{MOST_ATTEMPTS} workers began it and none came to an end"
    forsaken = find_due(now).filter(state=State.RUNNING, attempts__gte=MOST_ATTEMPTS)
    if forsaken.update(state=State.FAILED, error=text, **_end_fields()):
        _LOG.error("mathematics: %s", text)


@transaction.atomic(durable=True)
def _claim(now: datetime, digest: str | None) -> Mathematics | None:
    """Claim one due row, or return None; skips rows that other workers have locked.

    Analyses come first: people wait for them, and each takes a second.
    """
    free = find_due(now) if digest is None else find_due(now).filter(digest=digest)
    is_analysis = IsNull(F("question"), rhs=True)
    row = (
        free.select_for_update(skip_locked=True)
        .order_by(is_analysis.desc(), "asked_at", "pk")
        .first()
    )
    if row is None:
        return None
    claim = uuid4()
    Mathematics.objects.filter(pk=row.pk).update(
        state=State.RUNNING,
        progress=0,
        attempts=F("attempts") + 1,
        claim=claim,
        claimed_until=now + LEASE,
        started_at=now,
        library_version=blackjack.VERSION,
    )
    row.claim = claim
    return row


def _ours(row: Mathematics) -> QuerySet[Mathematics]:
    return Mathematics.objects.filter(pk=row.pk, claim=row.claim)


def _compute(row: Mathematics, report_progress: ProgressCallback) -> None:
    def report(share: float) -> None:
        percent = min(int(100 * share), 99)  # 100 is a stored result
        until = timezone.now() + LEASE
        if not _ours(row).update(progress=percent, claimed_until=until):
            raise ClaimLost
        report_progress(percent)

    result, chart = _compute_result(row, report)
    if not _ours(row).update(
        state=State.DONE, progress=100, result=result, chart=chart, **_end_fields()
    ):
        raise ClaimLost


def _compute_result(
    row: Mathematics, report: Report
) -> tuple[dict[str, Any], dict[str, Any] | None]:
    if row.question is not None:
        return compute_answer(row.rules, row.question, report), None
    found = _analysis(row.rules, report)
    return found.to_dict(), found.chart.to_dict()


def _analysis(rules: Rules, report: Report) -> Any:
    """Run the analysis. Imports numpy, which processes that serve pages never load."""
    from blackjack.analysis.result import analyse  # noqa: PLC0415 - only a worker needs numpy

    return analyse(rules, progress=report)
