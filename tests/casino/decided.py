"""`casino.voids.services.voiding` with the case rows that the database requires.

The service runs first, so its own refusals and locking order are tested. A case decided by two
people is written afterwards, in the same transaction.
"""

from uuid import UUID, uuid4

from django.db import transaction
from django.utils import timezone
from psycopg import Connection

from accounts.models.users import User
from casino.models import Treatment, Void, VoidReason, VoidStep
from casino.voids.services import voiding
from casino.voids.values import Receiver
from compliance.models import VoidCase
from tests.compliance.cases import analyst, row, step
from wallet.money.values import Money


@transaction.atomic
def void(
    round_id: int, treatment: Treatment, *, case: UUID, acting_user: User, reason: str
) -> Void:
    """Void a round under a case that `acting_user` approved."""
    made = voiding.void_round(
        round_id, treatment, case=case, acting_user=acting_user, reason=reason
    )
    _decide(made, made, "void")
    return made


@transaction.atomic
def undo(void_id: int, *, case: UUID, acting_user: User) -> Void:
    """Undo a void under a case that `acting_user` approved."""
    return _followed(voiding.undo_void(void_id, case=case, acting_user=acting_user), case)


@transaction.atomic
def release(void_id: int, to: Receiver, *, case: UUID, acting_user: User) -> Void:
    """End a suspension under a case that `acting_user` approved."""
    return _followed(
        voiding.release_void_stakes(void_id, to, case=case, acting_user=acting_user), case
    )


@transaction.atomic
def collect(void_id: int, *, case: UUID, acting_user: User) -> Money:
    """Collect a debt under a case that `acting_user` approved."""
    collected = voiding.collect_void_debt(void_id, case=case, acting_user=acting_user)
    _followed(Void.objects.get(pk=void_id), case)
    return collected


def void_undecided(
    owner: Connection[object], round_id: int, reason: str, acting_user: User
) -> Void:
    """Void a round without a case. Needs the owner of the tables, who disables the trigger."""
    treatment = VoidReason(reason).treatment
    owner.execute("ALTER TABLE casino_void DISABLE TRIGGER decided")
    made = voiding.void_round(
        round_id, treatment, case=uuid4(), acting_user=acting_user, reason=reason
    )
    owner.execute("ALTER TABLE casino_void ENABLE TRIGGER decided")
    return made


def _followed(found: Void, case: UUID) -> Void:
    act = found.steps.get(case=case)
    _decide(found, act, act.kind)
    return found


def _decide(found: Void, act: Void | VoidStep, kind: str) -> None:
    if VoidCase.objects.filter(public_id=act.case).exists():
        return
    of = None if kind == "void" else VoidCase.objects.get(public_id=found.case)
    by = analyst("proposer of voids")
    made = row(by, found.round, public_id=act.case, kind=kind, of=of, reason=found.reason)
    step(made, "approved", act.acting_user)
    made.lines.update(result="done", moved=act.moved, at=timezone.now())
    step(made, "carried_out", None, done=1, refused=0)
