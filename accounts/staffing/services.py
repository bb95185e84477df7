"""Accounts of staff: made by an administrator, joined by whom they are for, changed with a reason, never by oneself.

One lock, the group of administrators, puts all of it in one order: two administrators cannot remove each other at once, so
there is always one left, the one who acted.
"""

from collections.abc import Iterable
from dataclasses import asdict, dataclass
from datetime import timedelta
from typing import Any, Final

from allauth.account.models import EmailAddress
from allauth.mfa.models import Authenticator
from django.contrib.auth.models import Group
from django.core.exceptions import ValidationError
from django.core.validators import validate_email
from django.db import IntegrityError, transaction
from django.db.models import F
from django.utils import timezone

from accounts.models import Language, State, User
from accounts.reasons import given
from accounts.roles import Right, Role, require, requires
from accounts.services import change_state
from accounts.staff_models import RightsReview, StaffChange, StaffChangeDecision
from accounts.staffing import selectors
from accounts.staffing.errors import (
    AccountChanged,
    AddressTaken,
    ApproverTooNew,
    ByPagesOnly,
    NotAPerson,
    NothingChanged,
    OneselfRefused,
    ReviewOutdated,
    RolesTogether,
)
from accounts.staffing.invitations import invited_by
from accounts.staffing.rules import (
    FIRST_ADMINISTRATORS,
    PRIVILEGED,
    go_together,
    is_a_persons,
    is_a_persons_address,
)
from approvals.services import Flow, Reason
from journal.models import Kind
from journal.refusals import ChangedMeanwhile
from journal.services.recording import acting, record

_FLOW: Final = Flow(StaffChangeDecision, requires(Right.APPROVE_STAFF), Reason.OPTIONAL)
BY_COMMAND: Final = "by command at the server"
APPROVES_AFTER: Final = timedelta(days=7)
"""An account that is younger approves nothing about privileged staff."""
_ACCOUNT: Final = "account"


@dataclass(frozen=True, slots=True)
class Newcomer:
    """Who is to have an account, and for what."""

    email: str
    full_name: str
    roles: frozenset[Role]
    language: str = Language.ES


@transaction.atomic
def create(newcomer: Newcomer, *, reason: str, acting_user: User) -> User | StaffChange:
    """Make an account without a password: its owner sets one by the invitation that is sent next.

    An administrator or a manager is proposed only: another person approves (`decide`). Raises NotPermitted, ReasonMissing,
    NotAPerson, RolesTogether, AddressTaken.
    """
    require(acting_user, Right.EDIT_STAFF)
    reason, newcomer = given(reason), _checked(newcomer)
    if not newcomer.roles & PRIVILEGED:
        return _create(newcomer, reason, acting_user)
    if User.objects.filter(email__iexact=newcomer.email).exists():
        raise AddressTaken
    data = {**asdict(newcomer), "roles": _names(newcomer.roles)}
    return _propose(StaffChange.Kind.CREATE, None, data, reason, acting_user)


@transaction.atomic
def create_by_command(newcomer: Newcomer, *, reason: str) -> User:
    """The same at the server, with nobody's word: of privileged roles only while fewer than two administrators are active.

    Raises ByPagesOnly too.
    """
    acting(None)
    reason, newcomer = given(reason), _checked(newcomer)
    if newcomer.roles & PRIVILEGED:
        return _first_administrator(newcomer, reason)
    return _create(newcomer, reason, None)


def _checked(newcomer: Newcomer) -> Newcomer:
    """The same, tidied."""
    name, email = " ".join(newcomer.full_name.split()), newcomer.email.strip().lower()
    if not (is_a_persons(name) and is_a_persons_address(email) and _is_address(email)):
        raise NotAPerson
    if not go_together(newcomer.roles):
        raise RolesTogether
    language = newcomer.language if newcomer.language in Language.values else Language.ES
    return Newcomer(email, name, newcomer.roles, language)


def _first_administrator(newcomer: Newcomer, reason: str) -> User:
    _lock()
    administrators = User.objects.filter(groups__name=Role.ADMINISTRATOR, state=State.ACTIVE)
    first = newcomer.roles == {Role.ADMINISTRATOR}
    if not first or administrators.count() >= FIRST_ADMINISTRATORS:
        raise ByPagesOnly
    user = _create(newcomer, reason, None)
    _tell(Kind.ADMINISTRATOR_BY_COMMAND, user, None, reason=reason)
    return user


def _create(newcomer: Newcomer, reason: str, by: User | None) -> User:
    user = User(
        email=newcomer.email, full_name=newcomer.full_name, is_staff=True, state=State.ACTIVE
    )
    user.language = newcomer.language
    user.set_unusable_password()
    try:
        with transaction.atomic():
            user.save(force_insert=True)
            EmailAddress.objects.create(
                user=user, email=newcomer.email, primary=True, verified=False
            )
    except IntegrityError as error:
        raise AddressTaken from error
    user.groups.set(Group.objects.filter(name__in=newcomer.roles))
    after = _names(newcomer.roles)
    _tell(Kind.STAFF_CREATED, user, by, after={"roles": after}, reason=reason)
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
    if acting_user is None and _is_privileged(user):
        _tell(Kind.INVITED_BY_COMMAND, user, None)
    return user


@transaction.atomic
def change_roles(
    user_id: int, roles: Iterable[Role], *, reason: str, acting_user: User
) -> User | StaffChange:
    """Give somebody these roles and no others, from the next page on; proposed only where a privileged one is among them.

    Raises what `create` does, OneselfRefused, NothingChanged.
    """
    user = _other(user_id, acting_user)
    reason, wanted = given(reason), frozenset(roles)
    if not go_together(wanted):
        raise RolesTogether
    before = frozenset(selectors.roles_of(user))
    if before == wanted:
        raise NothingChanged
    if (before | wanted) & PRIVILEGED:
        data = {
            "before": _names(before),
            "roles": _names(wanted),
            _ACCOUNT: _account_of(user),
        }
        return _propose(StaffChange.Kind.ROLES, user, data, reason, acting_user)
    return _set_roles(user, wanted, reason, acting_user)


def _set_roles(user: User, wanted: frozenset[Role], reason: str, by: User) -> User:
    before = _names(selectors.roles_of(user))
    user.groups.set(Group.objects.filter(name__in=wanted))
    changed = {"before": {"roles": before}, "after": {"roles": _names(wanted)}}
    _tell(Kind.STAFF_ROLES_CHANGED, user, by, **changed, reason=reason)
    return user


@transaction.atomic
def reset_second_factor(user_id: int, *, reason: str, acting_user: User) -> User | StaffChange:
    """Take the second factor and the password of somebody who has lost the telephone, and end every session.

    `reason` says how it was seen who asks. Who it is joins anew by an invitation to the own address, and connects another app:
    neither a stolen password nor a stolen mailbox alone is enough. Of an administrator or a manager it is proposed only.
    Raises NotPermitted, ReasonMissing, OneselfRefused.
    """
    user = _other(user_id, acting_user)
    reason = given(reason)
    if _is_privileged(user):
        return _propose(StaffChange.Kind.FACTOR, user, {}, reason, acting_user)
    return _reset(user, reason, acting_user)


def _reset(user: User, reason: str, by: User) -> User:
    Authenticator.objects.filter(user=user).delete()
    user.set_unusable_password()
    user.sessions_ended = F("sessions_ended") + 1
    user.save(update_fields=["password", "password_set_at", "sessions_ended"])
    user.refresh_from_db()
    _tell(Kind.STAFF_FACTOR_RESET, user, by, reason=reason)
    return user


@transaction.atomic
def change_address(
    user_id: int, email: str, *, reason: str, acting_user: User
) -> User | StaffChange:
    """Give somebody another address, which is confirmed at the next sign-in; every session ends.

    Of an administrator or a manager it is proposed only. Raises NotPermitted, ReasonMissing, OneselfRefused, NotAPerson,
    AddressTaken, NothingChanged.
    """
    user = _other(user_id, acting_user)
    reason, email = given(reason), email.strip().lower()
    if not (is_a_persons_address(email) and _is_address(email)):
        raise NotAPerson
    if email == user.email:
        raise NothingChanged
    if User.objects.filter(email__iexact=email).exists():
        raise AddressTaken
    if _is_privileged(user):
        return _propose(StaffChange.Kind.ADDRESS, user, {"email": email}, reason, acting_user)
    return _set_address(user, email, reason, acting_user)


def _set_address(user: User, email: str, reason: str, by: User) -> User:
    user.email = email
    user.sessions_ended = F("sessions_ended") + 1
    try:
        with transaction.atomic():
            user.save(update_fields=["email", "sessions_ended"])
            EmailAddress.objects.filter(user=user).delete()
            EmailAddress.objects.create(user=user, email=email, primary=True, verified=False)
    except IntegrityError as error:
        raise AddressTaken from error
    user.refresh_from_db()
    _tell(Kind.STAFF_ADDRESS_CHANGED, user, by, reason=reason)
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
def set_state(user_id: int, state: str, *, reason: str, acting_user: User) -> User | StaffChange:
    """Lock an account, open it again, or close it for good.

    One person locks anybody, for that is how a stolen account is stopped; opening and closing that of an administrator or a
    manager is proposed only. Raises NotPermitted, ReasonMissing, OneselfRefused, NothingChanged.
    """
    user = _other(user_id, acting_user)
    reason = given(reason)
    if state not in {State.LOCKED, State.ACTIVE, State.CLOSED} or state == user.state:
        raise NothingChanged
    if _is_privileged(user) and state != State.LOCKED:
        return _propose(StaffChange.Kind.STATE, user, {"state": state}, reason, acting_user)
    return _set_state(user, state, reason, acting_user)


@transaction.atomic
def lock_by_command(email: str, *, reason: str) -> User:
    """Lock an account of staff at the server, where no administrator can. Raises ReasonMissing, NothingChanged."""
    found = User.objects.filter(email__iexact=email.strip()).first()
    user, reason = _other(found.pk if found else 0, None), given(reason)
    if user.state == State.LOCKED:
        raise NothingChanged
    return _set_state(user, State.LOCKED, reason, None)


def _set_state(user: User, state: str, reason: str, by: User | None) -> User:
    change_state(user, state, reason, acting_user=by)
    User.objects.filter(pk=user.pk).update(sessions_ended=F("sessions_ended") + 1)
    return user


@transaction.atomic
def decide(change_id: int, *, approved: bool, acting_user: User, reason: str = "") -> User | None:
    """Approve or refuse a proposal; approved, it is done at once. Returns whom it was done to, None where refused.

    Raises as `Flow.decide`, NothingChanged, ApproverTooNew, AccountChanged, and what the change itself may; ChangedMeanwhile where it
    is decided already, whoever did.
    """
    verdict = _FLOW.verdict(approved=approved, acting_user=acting_user, reason=reason)
    _lock()
    change = StaffChange.objects.select_related("proposed_by").filter(pk=change_id).first()
    if change is None:
        raise NothingChanged
    _decision, is_new = _FLOW.decide(change, verdict, lambda: _see_age(acting_user))
    if not is_new:
        raise ChangedMeanwhile
    record(
        Kind.STAFF_CHANGE_APPROVED if approved else Kind.STAFF_CHANGE_REFUSED,
        actor=acting_user.pk,
        subject=f"user {change.person_id}" if change.person_id else f"staff change {change.pk}",
        data={"change": change.kind, "proposed_by": change.proposed_by_id, "reason": change.reason},
    )
    return _carry_out(change, acting_user) if approved else None


def _see_age(acting_user: User) -> dict[str, object]:
    if acting_user.created_at > timezone.now() - APPROVES_AFTER:
        raise ApproverTooNew
    return {}


def _carry_out(change: StaffChange, by: User) -> User:
    """What was proposed, if it is still possible."""
    data = change.data
    if change.kind == StaffChange.Kind.CREATE:
        roles = frozenset(Role(name) for name in data["roles"])
        return _create(
            Newcomer(data["email"], data["full_name"], roles, data["language"]), change.reason, by
        )
    if change.person_id is None:
        raise NothingChanged
    user = User.objects.select_for_update().get(pk=change.person_id)
    if user.state == State.CLOSED:
        raise NothingChanged
    return _change(change, user, by)


def _change(change: StaffChange, user: User, by: User) -> User:
    data = change.data
    if change.kind == StaffChange.Kind.ROLES:
        if _names(selectors.roles_of(user)) != data["before"]:
            raise NothingChanged
        if data.get(_ACCOUNT) != _account_of(user):
            raise AccountChanged
        return _set_roles(user, frozenset(Role(name) for name in data["roles"]), change.reason, by)
    if change.kind == StaffChange.Kind.FACTOR:
        return _reset(user, change.reason, by)
    if change.kind == StaffChange.Kind.ADDRESS:
        return _set_address(user, data["email"], change.reason, by)
    if data["state"] == user.state:
        raise NothingChanged
    return _set_state(user, data["state"], change.reason, by)


def _account_of(user: User) -> dict[str, Any]:
    """Return what tells whose account it is, to compare a proposal's with the present one.

    One administrator alone may change the address and the factor of somebody without a privileged role. Changing the
    address and back is seen by `sessions_ended`.
    """
    factors = Authenticator.objects.filter(user=user).exclude(
        type=Authenticator.Type.RECOVERY_CODES
    )
    return {
        "email": user.email,
        "sessions_ended": user.sessions_ended,
        "factors": sorted(factors.values_list("pk", flat=True)),
    }


def _is_privileged(user: User) -> bool:
    return bool(PRIVILEGED.intersection(selectors.roles_of(user)))


def _propose(
    kind: StaffChange.Kind, user: User | None, data: dict[str, Any], reason: str, by: User
) -> StaffChange:
    change = StaffChange.objects.create(
        kind=kind, person=user, data=data, reason=reason, proposed_by=by
    )
    subject = f"user {user.pk}" if user else f"staff change {change.pk}"
    after = {name: value for name, value in data.items() if name != _ACCOUNT}
    told = {"change": kind.value, "after": after, "reason": reason}
    record(Kind.STAFF_CHANGE_PROPOSED, actor=by.pk, subject=subject, data=told)
    return change


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
