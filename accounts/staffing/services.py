"""Accounts of staff: made by an administrator, joined by whom they are for, changed with a reason, never by oneself.

One lock, the group of administrators, puts all of it in one order: two administrators cannot remove each other at once, so
there is always one left, the one who acted.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final

from allauth.account.models import EmailAddress
from allauth.mfa.models import Authenticator
from django.contrib.auth.models import Group
from django.core.exceptions import ValidationError
from django.core.validators import validate_email
from django.db import IntegrityError, transaction
from django.db.models import F

from accounts.models import Language, State, User
from accounts.reasons import given
from accounts.roles import Right, Role, require
from accounts.services import change_state
from accounts.staff_models import RightsReview
from accounts.staffing import selectors
from accounts.staffing.errors import (
    AddressTaken,
    NotAPerson,
    NothingChanged,
    OneselfRefused,
    ReviewOutdated,
    RolesTogether,
)
from accounts.staffing.invitations import invited_by
from accounts.staffing.rules import go_together, is_a_persons, is_a_persons_address
from journal.models import Kind
from journal.services import acting, record

BY_COMMAND: Final = "by command at the server"


@dataclass(frozen=True, slots=True)
class Newcomer:
    """Who is to have an account, and for what."""

    email: str
    full_name: str
    roles: frozenset[Role]
    language: str = Language.ES


@transaction.atomic
def create(newcomer: Newcomer, *, reason: str, acting_user: User | None) -> User:
    """Make an account without a password: its owner sets one by the invitation that is sent next. None: by command at the server.

    Raises NotPermitted, ReasonMissing, NotAPerson, RolesTogether, AddressTaken.
    """
    if acting_user is None:
        acting(None)
    else:
        require(acting_user, Right.EDIT_STAFF)
    reason = given(reason)
    name, email = " ".join(newcomer.full_name.split()), newcomer.email.strip().lower()
    if not (is_a_persons(name) and is_a_persons_address(email) and _is_address(email)):
        raise NotAPerson
    if not go_together(newcomer.roles):
        raise RolesTogether
    user = User(email=email, full_name=name, is_staff=True, state=State.ACTIVE)
    user.language = newcomer.language if newcomer.language in Language.values else Language.ES
    user.set_unusable_password()
    try:
        with transaction.atomic():
            user.save(force_insert=True)
            EmailAddress.objects.create(user=user, email=email, primary=True, verified=False)
    except IntegrityError as error:
        raise AddressTaken from error
    user.groups.set(Group.objects.filter(name__in=newcomer.roles))
    after = _names(newcomer.roles)
    _tell(Kind.STAFF_CREATED, user, acting_user, after={"roles": after}, reason=reason)
    return user


@transaction.atomic
def join(key: str, password: str) -> User:
    """Set the first password by an invitation: the link proves the address, and works no more. Raises LinkOver.

    The second factor is asked for at the first sign-in, before any page.
    """
    invited = invited_by(key)
    user = User.objects.select_for_update().get(pk=invited.pk)
    invited_by(key)  # of the row that is locked now: two who press at once join once
    acting(user.pk)
    user.set_password(password)
    user.save(update_fields=["password", "password_set_at"])
    EmailAddress.objects.filter(user=user, email=user.email).update(verified=True)
    record(Kind.STAFF_JOINED, actor=user.pk, subject=f"user {user.pk}")
    return user


@transaction.atomic
def renew_invitation(user_id: int, *, acting_user: User | None) -> User:
    """Make the link anew for somebody who has not joined; the one before works no more. Raises NotPermitted, NothingChanged."""
    user = _other(user_id, acting_user)
    if user.has_usable_password():
        raise NothingChanged
    user.set_unusable_password()
    user.save(update_fields=["password", "password_set_at"])
    _tell(Kind.STAFF_INVITED, user, acting_user)
    return user


@transaction.atomic
def change_roles(user_id: int, roles: Iterable[Role], *, reason: str, acting_user: User) -> User:
    """Give somebody these roles and no others, from the next page on. Raises what `create` does, OneselfRefused, NothingChanged."""
    user = _other(user_id, acting_user)
    reason, wanted = given(reason), frozenset(roles)
    if not go_together(wanted):
        raise RolesTogether
    before = frozenset(selectors.roles_of(user))
    if before == wanted:
        raise NothingChanged
    user.groups.set(Group.objects.filter(name__in=wanted))
    changed = {"before": {"roles": _names(before)}, "after": {"roles": _names(wanted)}}
    _tell(Kind.STAFF_ROLES_CHANGED, user, acting_user, **changed, reason=reason)
    return user


@transaction.atomic
def reset_second_factor(user_id: int, *, reason: str, acting_user: User) -> User:
    """Take the second factor and the password of somebody who has lost the telephone, and end every session.

    `reason` says how it was seen who asks. Who it is joins anew by an invitation to the own address, and connects another app:
    neither a stolen password nor a stolen mailbox alone is enough. Raises NotPermitted, ReasonMissing, OneselfRefused.
    """
    user = _other(user_id, acting_user)
    reason = given(reason)
    Authenticator.objects.filter(user=user).delete()
    user.set_unusable_password()
    user.sessions_ended = F("sessions_ended") + 1
    user.save(update_fields=["password", "password_set_at", "sessions_ended"])
    user.refresh_from_db()
    _tell(Kind.STAFF_FACTOR_RESET, user, acting_user, reason=reason)
    return user


@transaction.atomic
def end_sessions(user_id: int, *, reason: str, acting_user: User) -> User:
    """Sign somebody out everywhere, at once. Raises NotPermitted, ReasonMissing, OneselfRefused."""
    user = _other(user_id, acting_user)
    reason = given(reason)
    User.objects.filter(pk=user.pk).update(sessions_ended=F("sessions_ended") + 1)
    _tell(Kind.STAFF_SESSIONS_ENDED, user, acting_user, reason=reason)
    return user


@transaction.atomic
def set_state(user_id: int, state: str, *, reason: str, acting_user: User) -> User:
    """Lock an account, open it again, or close it for good. Raises NotPermitted, ReasonMissing, OneselfRefused, NothingChanged."""
    user = _other(user_id, acting_user)
    reason = given(reason)
    if state not in {State.LOCKED, State.ACTIVE, State.CLOSED} or state == user.state:
        raise NothingChanged
    change_state(user, state, reason, acting_user=acting_user)
    User.objects.filter(pk=user.pk).update(sessions_ended=F("sessions_ended") + 1)
    return user


@transaction.atomic
def review(seen: str, *, note: str, acting_user: User) -> RightsReview:
    """Say that the rights of all were looked at. `seen` is the digest of what was shown. Raises NotPermitted, ReviewOutdated."""
    require(acting_user, Right.EDIT_STAFF)
    note = given(note)
    _lock()
    people = selectors.reviewed()
    if selectors.digest(people) != seen:
        raise ReviewOutdated
    made = RightsReview.objects.create(
        by=acting_user, note=note, people=selectors.as_reviewed(people)
    )
    record(
        Kind.STAFF_REVIEWED,
        actor=acting_user.pk,
        subject=f"review {made.pk}",
        data={"people": len(people), "note": note},
    )
    return made


def _other(user_id: int, acting_user: User | None) -> User:
    """Somebody else of staff, with everything about staff locked. Raises NotPermitted, OneselfRefused, NothingChanged."""
    if acting_user is not None:
        require(acting_user, Right.EDIT_STAFF)
    _lock()
    if acting_user is None:
        acting(None)
    else:  # who waited for the lock may have lost the right meanwhile
        require(User.objects.get(pk=acting_user.pk), Right.EDIT_STAFF)
    user = User.objects.select_for_update().filter(pk=user_id, is_staff=True).first()
    if user is None or user.state == State.CLOSED:
        raise NothingChanged
    if acting_user is not None and user.pk == acting_user.pk:
        raise OneselfRefused
    return user


def _lock() -> None:
    Group.objects.select_for_update().get(name=Role.ADMINISTRATOR)


def _is_address(email: str) -> bool:
    try:
        validate_email(email)
    except ValidationError:
        return False
    return True


def _names(roles: Iterable[Role]) -> list[str]:
    held = frozenset(roles)
    return [role.value for role in Role if role in held]


def _tell(kind: Kind, user: User, by: User | None, **data: object) -> None:
    told = data if by is not None else {**data, "by": BY_COMMAND}
    record(kind, actor=by.pk if by else None, subject=f"user {user.pk}", data=told)
