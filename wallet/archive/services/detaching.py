"""Detach archived months: one person proposes, another decides, a task carries it out."""

import logging
import time
from typing import Final

from django.db import DatabaseError, OperationalError, connection, transaction
from django.utils import timezone
from psycopg.errors import LockNotAvailable

from accounts.models.users import User
from accounts.roles.services import build_right_check, require
from accounts.roles.values import Right
from approvals.services import DecisionFlow, ReasonPolicy
from journal.models import EventKind
from journal.refusals import ReasonMissing, Refusal
from journal.services.recording import record, record_once
from wallet.archive.models import (
    ArchivedMonth,
    DetachedMonth,
    Detachment,
    DetachmentDecision,
    Source,
)
from wallet.archive.refusals import AlreadyDetached, DecisionsStay, NotArchivable, OlderMonthFirst
from wallet.archive.selectors.files import check_sizes
from wallet.archive.selectors.months import find_next_to_detach
from wallet.archive.services.verifying import check_files

_FLOW: Final = DecisionFlow(
    DetachmentDecision, build_right_check(Right.APPROVE_DETACHMENTS), ReasonPolicy.OF_REFUSAL
)
_DETACH: Final = "SELECT public.wallet_detach_month()"
_CANNOT: Final = "LA001"
_TRIES: Final = 30
_PAUSE_SECONDS: Final = 1
_log = logging.getLogger(__name__)


@transaction.atomic
def propose_detachment(month_id: int, *, acting_user: User, reason: str) -> Detachment:
    """Propose to detach an archived month.

    Raises NotPermitted, ReasonMissing, NotArchivable, AlreadyDetached, OlderMonthFirst, ArchiveMissing, ArchiveAltered.
    """
    require(acting_user, Right.PROPOSE_DETACHMENTS)
    if not (reason := reason.strip()):
        raise ReasonMissing
    with connection.cursor() as cursor:  # one proposal after the other
        cursor.execute("SELECT pg_advisory_xact_lock(hashtext('propose_detachment'))")
    month = ArchivedMonth.objects.filter(pk=month_id).first()
    if month is None:
        raise NotArchivable(detail=str(month_id))
    if month.source != Source.ENTRIES:  # decisions are copied, and still read from the database
        raise DecisionsStay(detail=month.part)
    _require_attached(month)
    check_sizes(month)
    made = Detachment.objects.create(month=month, reason=reason, proposed_by=acting_user)
    data = {"part": month.part, "reason": reason}
    record(EventKind.DETACHMENT_PROPOSED, actor=acting_user.pk, subject=f"month {month}", data=data)
    return made


def _require_attached(month: ArchivedMonth) -> None:
    waiting = month.detachments.exclude(decision__approved=False)
    if DetachedMonth.objects.filter(month=month).exists() or waiting.exists():
        raise AlreadyDetached(detail=month.part)
    older = ArchivedMonth.objects.filter(source=month.source, until__lt=month.until)
    if older.filter(detached=None).exclude(detachments__decision__approved=True).exists():
        raise OlderMonthFirst(detail=month.part)


@transaction.atomic
def decide_detachment(
    detachment_id: int, *, approved: bool, acting_user: User, reason: str = ""
) -> DetachmentDecision:
    """Approve or refuse a detachment, once, as another person. `detach_months` carries it out.

    Raises as `DecisionFlow.decide`, ArchiveMissing, ArchiveAltered.
    """
    verdict = _FLOW.make_verdict(approved=approved, acting_user=acting_user, reason=reason)
    asked = Detachment.objects.select_related("month").get(pk=detachment_id)
    if approved:
        check_sizes(asked.month)
    decision, is_new = _FLOW.decide(asked, verdict)
    if is_new:
        data = {
            "part": asked.month.part,
            "approved": approved,
            "proposed_by": asked.proposed_by_id,
            "reason": decision.reason,
        }
        subject = f"month {asked.month}"
        record(EventKind.DETACHMENT_DECIDED, actor=acting_user.pk, subject=subject, data=data)
    return decision


def detach_months() -> int:
    """Detach every month that two people decided on, oldest first; return how many.

    A month that differs from its archive raises an alarm once a day and is left. Idempotent.
    """
    detached = 0
    while _detach_month():
        detached += 1
    return detached


def _detach_month() -> bool:
    """Compare the files of the next month and detach it.

    Players wait behind its lock: it gives up after 300 ms and tries again, `_TRIES` times.
    """
    month = find_next_to_detach()
    if month is None:
        return False
    try:
        check_files(month)
    except Refusal as fault:
        return _raise_alarm(f"month {month}: {fault.code}: {fault.detail}")
    for _ in range(_TRIES - 1):
        try:
            return _try_to_detach(month)
        except OperationalError as error:
            if not isinstance(error.__cause__, LockNotAvailable):
                raise
            time.sleep(_PAUSE_SECONDS)
    return _try_to_detach(month)


def _try_to_detach(month: ArchivedMonth) -> bool:
    try:
        with transaction.atomic(durable=True), connection.cursor() as cursor:
            cursor.execute(_DETACH)
            if cursor.fetchone() != (
                month.pk,
            ):  # another run was first; the next one was not compared
                transaction.set_rollback(True)
                return False
            data = {"part": month.part, "rows": month.rows}
            record(EventKind.MONTH_DETACHED, subject=f"month {month}", data=data)
            return True
    except DatabaseError as error:
        if getattr(error.__cause__, "sqlstate", None) != _CANNOT:
            raise
        return _raise_alarm(str(error).partition("\n")[0])


def _raise_alarm(why: str) -> bool:
    """Say once a day why a month stays."""
    today = timezone.now().date().isoformat()
    data = {"finding": why}
    if record_once(EventKind.ARCHIVE_BROKEN, subject="archive", data=data, once=today):
        _log.error("A month cannot be detached", extra=data)
    return False
