"""Worker that executes approved cases hand by hand, each hand in its own transaction; restartable.

The queue is the table itself: workers claim waiting lines of approved cases and skip locked ones.
"""

from datetime import datetime, timedelta
from typing import Any, Final

from django.db import transaction
from django.db.models import F, Q, QuerySet
from django.utils import timezone

from accounts.models.users import User
from casino.refusals import VoidRefused
from casino.services.isolation import run_isolated
from compliance.models import CaseState, CaseStep, VoidCase, VoidLine
from compliance.voids.selectors.cases import load_moved_sums
from compliance.voids.selectors.figures import MOST_FACTS
from compliance.voids.services.execute import execute_line
from compliance.voids.services.steps import record_step, take_step
from journal.models import EventKind
from journal.services.recording import record_once

TASK: Final = "compliance.tasks.execute_voids"
BATCH: Final = 50
BUSY: Final = "balance_moves"  # the player is playing: left for the next run
RETRY: Final = timedelta(minutes=10)  # wait after a failed hand
Result = VoidLine.Result


def execute_case(case: VoidCase) -> None:
    """Execute a locked case of one hand together with its approval; a refusal rolls both back."""
    line = VoidLine.objects.select_related("round__player").get(case=case)
    line.case = case
    _mark_done(line, execute_line(line, _approver(case)))
    _finish(case)


def execute_due_lines(now: datetime) -> bool:
    """Execute a batch of due hands, each in its own transaction. Return whether more may be due."""
    keys = list(due_lines(now).values_list("pk", flat=True)[:BATCH])
    for pk in keys:
        _carry_out_apart(pk, now)
    finish_due_cases()
    return len(keys) == BATCH


def due_lines(now: datetime) -> QuerySet[VoidLine]:
    """Return the waiting hands of approved cases; failed ones last, and only after `RETRY`."""
    untried = Q(tried_at__isnull=True) | Q(tried_at__lte=now - RETRY)
    lines = VoidLine.objects.filter(untried, result=Result.WAITING, case__state=CaseState.APPROVED)
    return lines.order_by(F("tried_at").asc(nulls_first=True), "case_id", "n")


def _carry_out_apart(pk: int, now: datetime) -> bool:
    def failed(error: Exception) -> None:
        with transaction.atomic():
            line = VoidLine.objects.select_related("case", "round").get(pk=pk)
            VoidLine.objects.filter(pk=pk, result=Result.WAITING).update(tried_at=now)
            data = {"error": type(error).__name__, "hand": str(line.round.public_id)}
            subject = f"void {line.case.number} hand {line.n}"
            record_once(EventKind.VOID_FAILED, subject=subject, data=data)

    return run_isolated(
        f"line {pk} of a void could not be carried out", lambda: _carry_out(pk), failed
    )


@transaction.atomic
def _carry_out(pk: int) -> bool:
    """Execute one hand once, unless locked. A refusal is stored, except BUSY, which leaves the hand waiting."""
    lines = VoidLine.objects.select_for_update(of=("self",), skip_locked=True)
    waiting = lines.filter(pk=pk, result=Result.WAITING, case__state=CaseState.APPROVED)
    line = waiting.select_related("case__of", "round__player").first()
    if line is None:
        return False
    approver = _approver(line.case)
    try:
        with transaction.atomic():
            moved = execute_line(line, approver)
    except VoidRefused as refusal:
        if refusal.code == BUSY:
            return False
        line.result, line.code, line.at = Result.REFUSED, refusal.code, timezone.now()
        line.save(update_fields=["result", "code", "at"])
        return True
    _mark_done(line, moved)
    return True


def _mark_done(line: VoidLine, moved: int) -> None:
    line.result, line.moved, line.at = Result.DONE, moved, timezone.now()
    line.save(update_fields=["result", "moved", "at"])


def _approver(case: VoidCase) -> User:
    step = CaseStep.objects.select_related("acting_user").get(
        case=case, to_state=CaseState.APPROVED
    )
    if step.acting_user is None:
        raise TypeError("the database lets nobody's approval in")
    return step.acting_user


def finish_due_cases() -> int:
    """Finish the approved cases without waiting hands, each in its own transaction. Return how many."""
    waiting = VoidLine.objects.filter(result=Result.WAITING).values("case")
    cases = VoidCase.objects.filter(state=CaseState.APPROVED).exclude(pk__in=waiting)
    return sum(_finish_apart(pk) for pk in list(cases.values_list("pk", flat=True)))


@transaction.atomic
def _finish_apart(pk: int) -> bool:
    cases = VoidCase.objects.select_for_update(of=("self",), skip_locked=True, no_key=True)
    case = cases.select_related("of").filter(pk=pk, state=CaseState.APPROVED).first()
    if case is None:
        return False
    _finish(case)
    return True


def _finish(case: VoidCase) -> None:
    """Mark a locked case as executed, with the numbers of hands done and refused."""
    lines = VoidLine.objects.filter(case=case)
    counts = {
        "done": lines.filter(result=Result.DONE).count(),
        "refused": lines.filter(result=Result.REFUSED).count(),
    }
    take_step(case, CaseState.CARRIED_OUT, None, **counts)
    record_step(case, CaseState.CARRIED_OUT, None, {**counts, **_facts(case)})


def _facts(case: VoidCase) -> dict[str, Any]:
    """Amounts moved by player, for the event."""
    sums = [
        {"player": one.player.pk, "hands": one.hands, "moved": str(one.moved)}
        for one in load_moved_sums(case)[:MOST_FACTS]
    ]
    return {"sums": sums}
