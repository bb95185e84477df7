"""Everything that changes an account; each function is one transaction."""

from collections.abc import Iterable
from dataclasses import dataclass, replace
from datetime import date
from typing import TYPE_CHECKING, Final

from allauth.account.models import EmailAddress
from allauth.mfa.totp.internal.auth import TOTP, generate_totp_secret
from django.contrib.auth.models import Group
from django.db import IntegrityError, transaction
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from accounts.age import verify_birth_date
from accounts.documents import DOCUMENTS
from accounts.models import (
    Consent,
    ConsentKind,
    Currency,
    Language,
    State,
    StateChange,
    User,
    VerificationMethod,
)
from accounts.reasons import OwnReason
from accounts.roles import Role
from accounts.selectors import has_confirmed_email
from journal.models import Kind
from journal.services import record

if TYPE_CHECKING:
    from django.utils.functional import _StrPromise

_DEMO_BIRTH_DATE: Final = date(1990, 1, 1)
_DEMO_COUNTRY: Final = "CO"


class AccountError(Exception):
    """Refused: nothing changed. `code` is stable, `message` is for the person."""

    code: str = "account_error"
    message: "str | _StrPromise" = ""


class EmailTakenError(AccountError):
    """Another account has this address; never shown as such to the person signing up."""

    code = "email_taken"
    message = _("This address cannot be used.")


class ConsentMissingError(AccountError):
    """Somebody signs up without agreeing to everything that is asked."""

    code = "consent_missing"
    message = _("You need to agree to every point to open an account.")


class StateChangeRefusedError(AccountError):
    """The state is the same, is closed for good, or no reason is given."""

    code = "state_change_refused"
    message = _("This change of state is not possible.")


class VerificationRefusedError(AccountError):
    """Already verified, or nothing is said of what was seen."""

    code = "verification_refused"
    message = _("This account is verified already, or no reason was given.")


class PreferenceRefusedError(AccountError):
    """A preference outside its list."""

    code = "preference_refused"
    message = _("This choice is not available.")


@dataclass(frozen=True)
class Application:
    """What somebody enters to become a player; the password is in clear and never shown."""

    email: str
    password: str
    full_name: str
    birth_date: date
    country: str
    display_currency: str
    language: str
    consents: frozenset[ConsentKind]

    def __repr__(self) -> str:
        """Show nothing personal: this value may end up in an error report."""
        return "Application(…)"


@dataclass(frozen=True)
class Preferences:
    """What a player chooses about the site."""

    language: str
    display_currency: str
    keyboard_shortcuts: bool
    four_colour_cards: bool

    @classmethod
    def of(cls, user: User) -> "Preferences":
        """What this player has chosen so far."""
        return cls(
            language=user.language,
            display_currency=user.display_currency,
            keyboard_shortcuts=user.keyboard_shortcuts,
            four_colour_cards=user.four_colour_cards,
        )


@transaction.atomic
def sign_up(application: Application) -> User:
    """Open a pending account with its consents; the address is not confirmed yet.

    Raises BirthDateRefusedError, ConsentMissingError or EmailTakenError, and then
    nothing is stored.
    """
    verify_birth_date(application.birth_date, timezone.now().date())
    if application.consents != frozenset(DOCUMENTS):
        raise ConsentMissingError
    user = _create_player(application)
    _record_consents(user, application.consents)
    record(Kind.PLAYER_REGISTERED, actor=user.pk, subject=f"user {user.pk}")
    return user


def _create_player(application: Application) -> User:
    user = User(
        email=application.email.strip().lower(),
        full_name=" ".join(application.full_name.split()),
        birth_date=application.birth_date,
        country=application.country,
        display_currency=application.display_currency,
        language=application.language,
    )
    user.set_password(application.password)
    try:
        with transaction.atomic():
            user.save(force_insert=True)
    except IntegrityError as error:
        if User.objects.filter(email=user.email).exists():
            raise EmailTakenError from error
        raise
    return user


def _record_consents(user: User, kinds: Iterable[ConsentKind]) -> None:
    now = timezone.now()
    Consent.objects.bulk_create(
        Consent(user=user, kind=kind, version=DOCUMENTS[kind].version, accepted_at=now)
        for kind in sorted(kinds)
    )


def activate_confirmed(user: User) -> None:
    """Make a pending account active once its address is confirmed; otherwise do nothing."""
    if user.state == State.PENDING and has_confirmed_email(user):
        change_state(user, State.ACTIVE, OwnReason.CONFIRMED, acting_user=None)


@transaction.atomic
def change_state(user: User, state: str, reason: str, acting_user: User | None) -> StateChange:
    """Move an account to `state`, with its reason and who did it (None: the site itself).

    Raises StateChangeRefusedError for the same state, an unknown one, an empty reason, or an
    account closed for good. `user` carries the new state afterwards.
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
    User.objects.filter(pk=stored.pk).update(state=state)
    user.state = state
    _record_state_change(change)
    return change


def _verify_state_change(user: User, state: str, reason: str) -> None:
    same_or_final = user.state in (state, State.CLOSED)
    if same_or_final or state not in State.values or not reason.strip():
        raise StateChangeRefusedError


def _record_state_change(change: StateChange) -> None:
    record(
        Kind.ACCOUNT_STATE_CHANGED,
        actor=change.acting_user_id,
        subject=f"user {change.user_id}",
        data={"from": change.from_state, "to": change.to_state, "reason": change.reason},
    )


@transaction.atomic
def verify_identity(user: User, reason: str) -> None:
    """Staff have seen the document: age and identity are established. Once; `reason` says what was seen."""
    stored = User.objects.select_for_update().get(pk=user.pk)
    if stored.is_verified or not reason.strip():
        raise VerificationRefusedError
    user.verified_at, user.verification_method = timezone.now(), VerificationMethod.STAFF
    user.save(update_fields=["verified_at", "verification_method"])
    record(Kind.IDENTITY_VERIFIED, subject=f"user {user.pk}", data={"reason": reason.strip()})


def set_preferences(user: User, preferences: Preferences) -> None:
    """Store what the player chose; `user` carries it afterwards."""
    if preferences.language not in Language.values:
        raise PreferenceRefusedError
    if preferences.display_currency not in Currency.values:
        raise PreferenceRefusedError
    user.language = preferences.language
    user.display_currency = preferences.display_currency
    user.keyboard_shortcuts = preferences.keyboard_shortcuts
    user.four_colour_cards = preferences.four_colour_cards
    user.save(
        update_fields=["language", "display_currency", "keyboard_shortcuts", "four_colour_cards"]
    )


def set_language(user: User, language: str) -> None:
    """Remember the language that a player switched to."""
    set_preferences(user, replace(Preferences.of(user), language=language))


@transaction.atomic
def register_demo_player(email: str, password: str, full_name: str) -> User:
    """Return the demonstration player with this address, made on the first call.

    Adult, verified by the method `demo`, address confirmed, active, and marked as a test account.
    A second call changes nothing. Raises EmailTakenError when the address belongs to a real person.
    """
    existing = User.objects.filter(email=email.strip().lower()).first()
    if existing is None:
        return _create_demo_player(email, password, full_name)
    if not existing.is_test_account:
        raise EmailTakenError
    return existing


@transaction.atomic
def register_demo_staff(email: str, password: str, full_name: str, role: Role) -> User:
    """The demonstration's member of staff in `role`, with a second factor; the same one each time.

    Raises EmailTakenError when the address belongs to somebody else.
    """
    existing = User.objects.filter(email=email.strip().lower()).first()
    if existing is not None and not (existing.is_test_account and existing.is_staff):
        raise EmailTakenError
    if existing is not None:
        return existing
    user = User.objects.create_user(
        email,
        password,
        full_name=full_name,
        state=State.ACTIVE,
        is_staff=True,
        is_test_account=True,
    )
    EmailAddress.objects.create(user=user, email=user.email, verified=True, primary=True)
    user.groups.add(Group.objects.get(name=role))
    TOTP.activate(user, generate_totp_secret())
    return user


def _create_demo_player(email: str, password: str, full_name: str) -> User:
    user = User.objects.create_user(
        email,
        password,
        full_name=full_name,
        birth_date=_DEMO_BIRTH_DATE,
        country=_DEMO_COUNTRY,
        verified_at=timezone.now(),
        verification_method=VerificationMethod.DEMO,
        is_test_account=True,
    )
    EmailAddress.objects.create(user=user, email=user.email, verified=True, primary=True)
    _record_consents(user, DOCUMENTS)
    activate_confirmed(user)
    return user
