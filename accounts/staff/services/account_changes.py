"""Staff accounts: created by an administrator, joined by invitation, changed with a reason, never by oneself.

Changes of administrators and managers are proposed (`proposals`); others are immediate (`account_acts`).
Changes take one lock, on the row of the administrators' group, so two administrators cannot remove each other
at once.
"""

from collections.abc import Iterable
from dataclasses import asdict

from allauth.account.models import EmailAddress
from django.core.exceptions import ValidationError
from django.core.validators import validate_email
from django.db import transaction
from django.db.models import F

from accounts.models.staff import StaffChange
from accounts.models.users import Language, State, User
from accounts.roles.services import require
from accounts.roles.values import Right, Role
from accounts.staff.refusals import (
    AddressTaken,
    CommandRefused,
    NothingChanged,
    NotPersonalAccount,
    OwnAccountRefused,
    RolesNotCombinable,
)
from accounts.staff.selectors import staff_accounts
from accounts.staff.selectors.invitations import find_invited_user
from accounts.staff.services.account_acts import (
    ACCOUNT,
    Newcomer,
    account_snapshot,
    apply_address,
    apply_factor_reset,
    apply_roles,
    apply_state,
    create_account,
    is_privileged,
    lock_staff_changes,
    record_staff_event,
    role_names,
)
from accounts.staff.services.proposals import propose_change
from accounts.staff.values import (
    FIRST_ADMINISTRATORS,
    PRIVILEGED,
    are_combinable,
    is_personal_address,
    is_personal_name,
)
from accounts.values.reasons import require_reason
from journal.models import EventKind
from journal.services.recording import declare_acting_user, record


@transaction.atomic
def create_staff(newcomer: Newcomer, *, reason: str, acting_user: User) -> User | StaffChange:
    """Create an account without a password; its owner sets one by the invitation that the caller sends.

    An administrator or manager is only proposed: another person approves (`proposals.decide_change`). Raises
    NotPermitted, ReasonMissing, NotPersonalAccount, RolesNotCombinable, AddressTaken.
    """
    require(acting_user, Right.EDIT_STAFF)
    reason, newcomer = require_reason(reason), _checked(newcomer)
    if not newcomer.roles & PRIVILEGED:
        return create_account(newcomer, reason, acting_user)
    if User.objects.filter(email__iexact=newcomer.email).exists():
        raise AddressTaken
    data = {**asdict(newcomer), "roles": role_names(newcomer.roles)}
    return propose_change(StaffChange.Kind.CREATE, None, data, reason, acting_user)


@transaction.atomic
def create_staff_by_command(newcomer: Newcomer, *, reason: str) -> User:
    """Create an account from the command line.

    Of the privileged roles only administrator is allowed, and only while fewer than two are active. Raises
    ReasonMissing, NotPersonalAccount, RolesNotCombinable, AddressTaken, CommandRefused.
    """
    declare_acting_user(None)
    reason, newcomer = require_reason(reason), _checked(newcomer)
    if newcomer.roles & PRIVILEGED:
        return _first_administrator(newcomer, reason)
    return create_account(newcomer, reason, None)


def _checked(newcomer: Newcomer) -> Newcomer:
    name, email = " ".join(newcomer.full_name.split()), newcomer.email.strip().lower()
    if not (is_personal_name(name) and is_personal_address(email) and _is_address(email)):
        raise NotPersonalAccount
    if not are_combinable(newcomer.roles):
        raise RolesNotCombinable
    language = newcomer.language if newcomer.language in Language.values else Language.ES
    return Newcomer(email, name, newcomer.roles, language)


def _first_administrator(newcomer: Newcomer, reason: str) -> User:
    lock_staff_changes()
    administrators = User.objects.filter(groups__name=Role.ADMINISTRATOR, state=State.ACTIVE)
    first = newcomer.roles == {Role.ADMINISTRATOR}
    if not first or administrators.count() >= FIRST_ADMINISTRATORS:
        raise CommandRefused
    user = create_account(newcomer, reason, None)
    record_staff_event(EventKind.ADMINISTRATOR_BY_COMMAND, user, None, reason=reason)
    return user


@transaction.atomic
def accept_invitation(key: str, password: str) -> User:
    """Set the first password by an invitation, which confirms the address and is used up. Raises InvitationInvalid.

    The first sign-in asks for a second factor before any page.
    """
    invited = find_invited_user(key)
    user = User.objects.select_for_update().get(pk=invited.pk)
    find_invited_user(key)  # again under the lock: of two concurrent requests only one joins
    declare_acting_user(user.pk)
    user.set_password(password)
    user.save(update_fields=["password", "password_set_at"])
    EmailAddress.objects.filter(user=user, email=user.email).update(verified=True)
    record(EventKind.STAFF_JOINED, actor=user.pk, subject=f"user {user.pk}")
    return user


@transaction.atomic
def renew_invitation(user_id: int, *, acting_user: User | None) -> User:
    """Invalidate the previous invitation; the caller sends the new link.

    Raises NotPermitted, OwnAccountRefused, and NothingChanged if the user has a password.
    """
    user = _other(user_id, acting_user)
    if user.has_usable_password():
        raise NothingChanged
    user.set_unusable_password()
    user.save(update_fields=["password", "password_set_at"])
    record_staff_event(EventKind.STAFF_INVITED, user, acting_user)
    if acting_user is None and is_privileged(user):
        record_staff_event(EventKind.INVITED_BY_COMMAND, user, None)
    return user


@transaction.atomic
def change_roles(
    user_id: int, roles: Iterable[Role], *, reason: str, acting_user: User
) -> User | StaffChange:
    """Set these roles; only proposed if a privileged one is among old or new.

    Raises NotPermitted, ReasonMissing, RolesNotCombinable, OwnAccountRefused, NothingChanged.
    """
    user = _other(user_id, acting_user)
    reason, wanted = require_reason(reason), frozenset(roles)
    if not are_combinable(wanted):
        raise RolesNotCombinable
    before = frozenset(staff_accounts.list_roles(user))
    if before == wanted:
        raise NothingChanged
    if (before | wanted) & PRIVILEGED:
        data = {
            "before": role_names(before),
            "roles": role_names(wanted),
            ACCOUNT: account_snapshot(user),
        }
        return propose_change(StaffChange.Kind.ROLES, user, data, reason, acting_user)
    return apply_roles(user, wanted, reason, acting_user)


@transaction.atomic
def reset_second_factor(user_id: int, *, reason: str, acting_user: User) -> User | StaffChange:
    """Remove second factor and password, and end all sessions. Only proposed for administrators and managers.

    `reason` says how the person was identified. They join again by an invitation to their own address and
    connect a new app: neither a stolen password nor a stolen mailbox is enough. Raises NotPermitted,
    ReasonMissing, OwnAccountRefused, NothingChanged.
    """
    user = _other(user_id, acting_user)
    reason = require_reason(reason)
    if is_privileged(user):
        return propose_change(StaffChange.Kind.FACTOR, user, {}, reason, acting_user)
    return apply_factor_reset(user, reason, acting_user)


@transaction.atomic
def change_address(
    user_id: int, email: str, *, reason: str, acting_user: User
) -> User | StaffChange:
    """Change the email address and end all sessions; it is confirmed at the next sign-in.

    Only proposed for administrators and managers. Raises NotPermitted, ReasonMissing, OwnAccountRefused,
    NotPersonalAccount, AddressTaken, NothingChanged.
    """
    user = _other(user_id, acting_user)
    reason, email = require_reason(reason), email.strip().lower()
    if not (is_personal_address(email) and _is_address(email)):
        raise NotPersonalAccount
    if email == user.email:
        raise NothingChanged
    if User.objects.filter(email__iexact=email).exists():
        raise AddressTaken
    if is_privileged(user):
        return propose_change(StaffChange.Kind.ADDRESS, user, {"email": email}, reason, acting_user)
    return apply_address(user, email, reason, acting_user)


@transaction.atomic
def end_sessions(user_id: int, *, reason: str, acting_user: User) -> User:
    """End all sessions of a user. Raises NotPermitted, ReasonMissing, OwnAccountRefused, NothingChanged."""
    user = _other(user_id, acting_user)
    reason = require_reason(reason)
    User.objects.filter(pk=user.pk).update(sessions_ended=F("sessions_ended") + 1)
    record_staff_event(EventKind.STAFF_SESSIONS_ENDED, user, acting_user, reason=reason)
    return user


@transaction.atomic
def set_state(user_id: int, state: str, *, reason: str, acting_user: User) -> User | StaffChange:
    """Lock, reopen or close an account, and end its sessions.

    One person can lock anybody, to stop the use of a stolen account. Reopening or closing an administrator or
    manager is only proposed. Raises NotPermitted, ReasonMissing, OwnAccountRefused, NothingChanged.
    """
    user = _other(user_id, acting_user)
    reason = require_reason(reason)
    if state not in {State.LOCKED, State.ACTIVE, State.CLOSED} or state == user.state:
        raise NothingChanged
    if is_privileged(user) and state != State.LOCKED:
        return propose_change(StaffChange.Kind.STATE, user, {"state": state}, reason, acting_user)
    return apply_state(user, state, reason, acting_user)


@transaction.atomic
def lock_staff_by_command(email: str, *, reason: str) -> User:
    """Lock a staff account from the command line, if no administrator can. Raises ReasonMissing, NothingChanged."""
    found = User.objects.filter(email__iexact=email.strip()).first()
    user, reason = _other(found.pk if found else 0, None), require_reason(reason)
    if user.state == State.LOCKED:
        raise NothingChanged
    return apply_state(user, State.LOCKED, reason, None)


def _other(user_id: int, acting_user: User | None) -> User:
    """Another staff user, locked, under the lock for all staff. Raises NotPermitted, OwnAccountRefused, NothingChanged."""
    if acting_user is not None:
        require(acting_user, Right.EDIT_STAFF)
    lock_staff_changes()
    if acting_user is None:
        declare_acting_user(None)
    else:  # the right may have been lost while waiting for the lock
        require(User.objects.get(pk=acting_user.pk), Right.EDIT_STAFF)
    user = User.objects.select_for_update().filter(pk=user_id, is_staff=True).first()
    if user is None or user.state == State.CLOSED:
        raise NothingChanged
    if acting_user is not None and user.pk == acting_user.pk:
        raise OwnAccountRefused
    return user


def _is_address(email: str) -> bool:
    try:
        validate_email(email)
    except ValidationError:
        return False
    return True
