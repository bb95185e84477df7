"""Changes of an account's state, with reason and acting user."""

from django.db import transaction

from accounts.identity.selectors.duplicate_accounts import is_possible_duplicate
from accounts.models.restrictions import Restriction
from accounts.models.users import State, StateChange, User
from accounts.restrictions.refusals import StateChangeRefusedError
from accounts.restrictions.selectors.active_restrictions import rank_state, strongest_kind
from accounts.users.selectors.emails import has_confirmed_email
from accounts.values.reasons import OwnReason
from journal.models import EventKind
from journal.services.recording import declare_acting_user, record


@transaction.atomic
def activate_confirmed(user: User) -> None:
    """Activate a pending account once its address is confirmed and it is not a possible duplicate; else do nothing.

    Decides by the locked row: staff may have restricted or closed the account since `user` was read.
    """
    if user.state != State.PENDING:
        return
    stored = User.objects.select_for_update().get(pk=user.pk)
    if (
        stored.state == State.PENDING
        and has_confirmed_email(stored)
        and not is_possible_duplicate(stored.pk)
    ):
        change_state(stored, State.ACTIVE, OwnReason.CONFIRMED, acting_user=None)
    user.state = stored.state


@transaction.atomic
def change_state(user: User, state: str, reason: str, acting_user: User | None) -> StateChange:
    """Change the state of an account and update `user`; `acting_user` None is the site itself. Locks the account.

    A restricted state without a restriction creates one; otherwise these states come from
    `accounts.restrictions.services.restrictions`. Raises StateChangeRefusedError for the same or an unknown
    state, an empty reason, a closed account, or a state weaker than an active restriction.
    """
    stored = User.objects.select_for_update().get(pk=user.pk)
    _verify_state_change(stored, state, reason)
    change = StateChange.objects.create(
        user=stored,
        from_state=stored.state,
        to_state=state,
        reason=reason.strip(),
        acting_user=acting_user,
    )
    _restrict(change)
    declare_acting_user(acting_user.pk if acting_user else None)
    User.objects.filter(pk=stored.pk).update(state=state)
    user.state = state
    _record_state_change(change)
    return change


def _verify_state_change(user: User, state: str, reason: str) -> None:
    same_or_final = user.state in (state, State.CLOSED)
    if same_or_final or state not in State.values or not reason.strip():
        raise StateChangeRefusedError
    if rank_state(state) < rank_state(strongest_kind(user.pk) or State.ACTIVE):
        raise StateChangeRefusedError


def _restrict(change: StateChange) -> None:
    """Create the missing restriction of a state that was set directly."""
    user, kind = change.user, change.to_state
    if user.is_staff or kind not in Restriction.Kind.values or strongest_kind(user.pk) == kind:
        return
    Restriction.objects.create(
        player=user, kind=kind, reason=change.reason, imposed_by=change.acting_user
    )


def _record_state_change(change: StateChange) -> None:
    record(
        EventKind.ACCOUNT_STATE_CHANGED,
        actor=change.acting_user_id,
        subject=f"user {change.user_id}",
        data={"from": change.from_state, "to": change.to_state, "reason": change.reason},
    )
