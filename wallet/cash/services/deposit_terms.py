"""What the profile asks before a deposit: refusals without it, and the player's answers."""

from django.db import transaction

from accounts.models.users import User
from journal.models import EventKind
from journal.services.recording import record
from limits.models import DepositAnswer
from wallet.cash.refusals import DepositAnswerNotAsked, DepositLimitNeeded, DepositNoticeDue
from wallet.cash.selectors.deposit_terms import find_due_notice, is_limit_asked, sum_deposits
from wallet.cash.services.steps import lock_player


def require_asked_terms(player: User, *, by_staff: bool) -> None:
    """Raise DepositLimitNeeded or DepositNoticeDue while the player has not answered what the profile asks."""
    if is_limit_asked(player):
        raise DepositLimitNeeded(by_staff=by_staff)
    if find_due_notice(player) is not None:
        raise DepositNoticeDue(by_staff=by_staff)


@transaction.atomic
def answer_deposit_terms(player: User, kind: DepositAnswer.Kind) -> DepositAnswer:
    """Accept the default limits, or acknowledge the notice. Locks the player. Idempotent: sent again it returns the answer.

    Raises DepositAnswerNotAsked if it was never asked of this player.
    """
    person = lock_player(player.pk)
    if not _is_due(person, kind):
        given = DepositAnswer.objects.filter(player=person, kind=kind).order_by("-id").first()
        if given is None:
            raise DepositAnswerNotAsked
        return given
    total = sum_deposits(person)
    made = DepositAnswer.objects.create(player=person, kind=kind, total_usd=total.units)
    record(
        EventKind.DEPOSIT_ANSWERED,
        actor=person.pk,
        subject=f"user {person.pk}",
        data={"kind": kind.value, "total": str(total)},
    )
    return made


def _is_due(player: User, kind: DepositAnswer.Kind) -> bool:
    if kind == DepositAnswer.Kind.DEFAULT:
        return is_limit_asked(player)
    return find_due_notice(player) is not None
