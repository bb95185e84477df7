"""Changes of administrators and managers: proposed by one person, decided by another."""

from datetime import timedelta
from typing import Any, Final

from django.db import transaction
from django.utils import timezone

from accounts.models.staff import StaffChange, StaffChangeDecision
from accounts.models.users import State, User
from accounts.roles.services import build_right_check
from accounts.roles.values import Right, Role
from accounts.staff.refusals import AccountChanged, ApproverTooNew, NothingChanged
from accounts.staff.selectors import staff_accounts
from accounts.staff.services.account_acts import (
    ACCOUNT,
    Newcomer,
    account_snapshot,
    apply_address,
    apply_factor_reset,
    apply_roles,
    apply_state,
    create_account,
    lock_staff_changes,
    role_names,
)
from approvals.services import DecisionFlow, ReasonPolicy
from journal.models import EventKind
from journal.refusals import ChangedMeanwhile
from journal.services.recording import record

_FLOW: Final = DecisionFlow(
    StaffChangeDecision, build_right_check(Right.APPROVE_STAFF), ReasonPolicy.OPTIONAL
)


APPROVES_AFTER: Final = timedelta(days=7)
"""Minimum age of an account that approves changes of privileged staff."""


def propose_change(
    kind: StaffChange.Kind, user: User | None, data: dict[str, Any], reason: str, acting_user: User
) -> StaffChange:
    change = StaffChange.objects.create(
        kind=kind, person=user, data=data, reason=reason, proposed_by=acting_user
    )
    subject = f"user {user.pk}" if user else f"staff change {change.pk}"
    after = {name: value for name, value in data.items() if name != ACCOUNT}
    told = {"change": kind.value, "after": after, "reason": reason}
    record(EventKind.STAFF_CHANGE_PROPOSED, actor=acting_user.pk, subject=subject, data=told)
    return change


@transaction.atomic
def decide_change(
    change_id: int, *, approved: bool, acting_user: User, reason: str = ""
) -> User | None:
    """Approve or refuse a proposal; an approved one is executed at once. Return the changed account, None if refused.

    Raises as `DecisionFlow.decide`, NothingChanged, ApproverTooNew, AccountChanged, as the change itself, and
    ChangedMeanwhile if it was decided before.
    """
    verdict = _FLOW.make_verdict(approved=approved, acting_user=acting_user, reason=reason)
    lock_staff_changes()
    change = StaffChange.objects.select_related("proposed_by").filter(pk=change_id).first()
    if change is None:
        raise NothingChanged
    _decision, is_new = _FLOW.decide(change, verdict, lambda: _see_age(acting_user))
    if not is_new:
        raise ChangedMeanwhile
    record(
        EventKind.STAFF_CHANGE_APPROVED if approved else EventKind.STAFF_CHANGE_REFUSED,
        actor=acting_user.pk,
        subject=f"user {change.person_id}" if change.person_id else f"staff change {change.pk}",
        data={"change": change.kind, "proposed_by": change.proposed_by_id, "reason": change.reason},
    )
    return _carry_out(change, acting_user) if approved else None


def _see_age(acting_user: User) -> dict[str, object]:
    if acting_user.created_at > timezone.now() - APPROVES_AFTER:
        raise ApproverTooNew
    return {}


def _carry_out(change: StaffChange, acting_user: User) -> User:
    data = change.data
    if change.kind == StaffChange.Kind.CREATE:
        roles = frozenset(Role(name) for name in data["roles"])
        return create_account(
            Newcomer(data["email"], data["full_name"], roles, data["language"]),
            change.reason,
            acting_user,
        )
    if change.person_id is None:
        raise NothingChanged
    user = User.objects.select_for_update().get(pk=change.person_id)
    if user.state == State.CLOSED:
        raise NothingChanged
    return _change(change, user, acting_user)


def _change(change: StaffChange, user: User, acting_user: User) -> User:
    data = change.data
    if change.kind == StaffChange.Kind.ROLES:
        if role_names(staff_accounts.list_roles(user)) != data["before"]:
            raise NothingChanged
        if data.get(ACCOUNT) != account_snapshot(user):
            raise AccountChanged
        return apply_roles(
            user, frozenset(Role(name) for name in data["roles"]), change.reason, acting_user
        )
    if change.kind == StaffChange.Kind.FACTOR:
        return apply_factor_reset(user, change.reason, acting_user)
    if change.kind == StaffChange.Kind.ADDRESS:
        return apply_address(user, data["email"], change.reason, acting_user)
    if data["state"] == user.state:
        raise NothingChanged
    return apply_state(user, data["state"], change.reason, acting_user)
