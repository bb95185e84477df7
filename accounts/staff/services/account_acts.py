"""Changes of staff accounts, executed after all checks."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any, Final

from allauth.account.models import EmailAddress
from allauth.mfa.models import Authenticator
from django.contrib.auth.models import Group
from django.db import IntegrityError, transaction
from django.db.models import F

from accounts.models.users import Language, State, User
from accounts.restrictions.services.states import change_state
from accounts.roles.values import Role
from accounts.staff.refusals import AddressTaken
from accounts.staff.selectors import staff_accounts
from accounts.staff.values import PRIVILEGED
from journal.models import EventKind
from journal.services.recording import record

BY_COMMAND: Final = "by command at the server"


ACCOUNT: Final = "account"


@dataclass(frozen=True, slots=True)
class Newcomer:
    """New staff account with its roles."""

    email: str
    full_name: str
    roles: frozenset[Role]
    language: str = Language.ES


def lock_staff_changes() -> None:
    Group.objects.select_for_update().get(name=Role.ADMINISTRATOR)


def role_names(roles: Iterable[Role]) -> list[str]:
    held = frozenset(roles)
    return [role.value for role in Role if role in held]


def is_privileged(user: User) -> bool:
    return bool(PRIVILEGED.intersection(staff_accounts.list_roles(user)))


def account_snapshot(user: User) -> dict[str, Any]:
    """Return a snapshot of the account, to detect a takeover between proposal and approval.

    One administrator alone may change the address and the factor of somebody without a privileged role.
    Changing the address and back shows in `sessions_ended`.
    """
    factors = Authenticator.objects.filter(user=user).exclude(
        type=Authenticator.Type.RECOVERY_CODES
    )
    return {
        "email": user.email,
        "sessions_ended": user.sessions_ended,
        "factors": sorted(factors.values_list("pk", flat=True)),
    }


def record_staff_event(
    kind: EventKind, user: User, acting_user: User | None, **data: object
) -> None:
    told = data if acting_user is not None else {**data, "by": BY_COMMAND}
    record(
        kind, actor=acting_user.pk if acting_user else None, subject=f"user {user.pk}", data=told
    )


def create_account(newcomer: Newcomer, reason: str, acting_user: User | None) -> User:
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
    after = role_names(newcomer.roles)
    record_staff_event(
        EventKind.STAFF_CREATED, user, acting_user, after={"roles": after}, reason=reason
    )
    return user


def apply_roles(user: User, wanted: frozenset[Role], reason: str, acting_user: User) -> User:
    before = role_names(staff_accounts.list_roles(user))
    user.groups.set(Group.objects.filter(name__in=wanted))
    changed = {"before": {"roles": before}, "after": {"roles": role_names(wanted)}}
    record_staff_event(EventKind.STAFF_ROLES_CHANGED, user, acting_user, **changed, reason=reason)
    return user


def apply_factor_reset(user: User, reason: str, acting_user: User) -> User:
    Authenticator.objects.filter(user=user).delete()
    user.set_unusable_password()
    user.sessions_ended = F("sessions_ended") + 1
    user.save(update_fields=["password", "password_set_at", "sessions_ended"])
    user.refresh_from_db()
    record_staff_event(EventKind.STAFF_FACTOR_RESET, user, acting_user, reason=reason)
    return user


def apply_address(user: User, email: str, reason: str, acting_user: User) -> User:
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
    record_staff_event(EventKind.STAFF_ADDRESS_CHANGED, user, acting_user, reason=reason)
    return user


def apply_state(user: User, state: str, reason: str, acting_user: User | None) -> User:
    change_state(user, state, reason, acting_user=acting_user)
    User.objects.filter(pk=user.pk).update(sessions_ended=F("sessions_ended") + 1)
    return user
