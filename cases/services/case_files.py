"""Record that the file of a case was made: its digest is in the event chain."""

from uuid import UUID

from django.db import transaction

from accounts.models.users import User
from accounts.roles.services import require
from accounts.roles.values import Right
from cases.models import Case
from cases.services.steps import lock_case, record_case_event
from cases.values import ANY_VIEW
from journal.models import Event, EventKind


def require_case_file(case_id: UUID, *, acting_user: User) -> Case:
    """Return a case whose file this person may make. Raises NotPermitted, NotFound, NotOwnCase."""
    require(acting_user, *ANY_VIEW)
    with transaction.atomic():
        return lock_case(case_id, acting_user, *ANY_VIEW, Right.APPROVE_CASES)


def record_case_file(case: Case, digest: str, *, acting_user: User) -> Event:
    """Record the SHA-256 of a file that was made of a case. Raises NotPermitted."""
    require(acting_user, *ANY_VIEW)
    return record_case_event(EventKind.CASE_FILE_TAKEN, case, acting_user, digest=digest)
