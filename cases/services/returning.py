"""Cases that come back by themselves: their lock ran out, or their diary date came."""

from datetime import datetime

from django.db import transaction

from cases.models import Case, CaseStatus, DiaryAction, StatusStep
from cases.services.steps import escalate_locked_case, record_step, take_step


def return_due_cases(now: datetime) -> int:
    """Return cases whose lock ran out to the queue, and those whose diary date came to their assignee. Return how many."""
    locked = Case.objects.filter(status=CaseStatus.ASSIGNED, locked_until__lte=now)
    waiting = Case.objects.filter(status=CaseStatus.WAITING, diary_at__lte=now)
    due = [*locked.values_list("pk", flat=True), *waiting.values_list("pk", flat=True)]
    return sum(_return(pk, now) for pk in due)


@transaction.atomic
def _return(pk: int, now: datetime) -> bool:
    rows = Case.objects.select_for_update(skip_locked=True, no_key=True)
    case = rows.filter(pk=pk).first()
    if case is None:
        return False
    if case.status == CaseStatus.ASSIGNED and case.locked_until and case.locked_until <= now:
        record_step(case, _unlock(case))
    elif case.diary_at is not None and case.diary_at <= now:
        _end_wait(case, now)
    else:
        return False
    return True


def _unlock(case: Case) -> StatusStep:
    step = take_step(case, CaseStatus.NEW, None)
    case.locked_until = None
    case.save(update_fields=["locked_until"])
    return step


def _end_wait(case: Case, now: datetime) -> None:
    if case.diary_action == DiaryAction.ESCALATE:
        escalate_locked_case(case, None, "", now)
    else:
        record_step(case, take_step(case, CaseStatus.ASSIGNED, None, assignee=case.assignee))
