"""Everything that changes an account; each function is one transaction."""

import hashlib
from collections.abc import Iterable
from dataclasses import asdict, dataclass, replace
from datetime import date
from typing import Final

from allauth.account.models import EmailAddress
from django.contrib.auth.models import Group
from django.db import IntegrityError, transaction
from django.utils import timezone

from accounts.age import minimum_age, reached_everywhere, verify_birth_date
from accounts.currencies import REAL_CURRENCIES
from accounts.documents import DOCUMENTS
from accounts.errors import (
    ConsentMissingError,
    EmailTakenError,
    PreferenceRefusedError,
    StateChangeRefusedError,
)
from accounts.identity.doubles import in_doubt, suspect
from accounts.identity.numbering import Number, assign
from accounts.models import (
    Consent,
    ConsentKind,
    Language,
    State,
    StateChange,
    User,
    VerificationMethod,
)
from accounts.naming import tidy
from accounts.player_models import Restriction
from accounts.reasons import OwnReason
from accounts.roles import Role
from accounts.selectors import has_confirmed_email, strength, strongest
from internals.allauth_flows import TOTP, generate_totp_secret
from journal.models import Kind
from journal.services.recording import acting, record

_DEMO_BIRTH_DATE: Final = date(1990, 1, 1)
_DEMO_COUNTRY: Final = "CO"


@dataclass(frozen=True)
class Application:
    """What somebody enters to become a player; the password is in clear and never shown."""

    email: str
    password: str
    full_name: str
    birth_date: date
    country: str
    number: Number
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
    quick_cards: bool = False
    sounds: bool = False

    @classmethod
    def of(cls, user: User) -> "Preferences":
        """What this player has chosen so far."""
        return cls(
            language=user.language,
            display_currency=user.display_currency,
            keyboard_shortcuts=user.keyboard_shortcuts,
            four_colour_cards=user.four_colour_cards,
            quick_cards=user.quick_cards,
            sounds=user.sounds,
        )


@transaction.atomic
def sign_up(application: Application) -> User:
    """Open a pending account with its consents; the address is not confirmed yet.

    Raises BirthDateRefusedError, ConsentMissingError, NameRefused, EmailTakenError or NumberKnown, and then
    nothing is stored. Somebody of that name and birth date may be a player already: then staff decide
    before the account becomes active.
    """
    today = reached_everywhere(timezone.now())
    verify_birth_date(application.birth_date, today, minimum_age(application.country))
    if application.consents != frozenset(DOCUMENTS):
        raise ConsentMissingError
    acting(None)
    user = _create_player(application)
    assign(user, application.number)
    _record_consents(user, application.consents)
    record(Kind.PLAYER_REGISTERED, actor=user.pk, subject=f"user {user.pk}")
    suspect(user)
    return user


def _create_player(application: Application) -> User:
    user = User(
        email=application.email.strip().lower(),
        full_name=tidy(application.full_name),
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


@transaction.atomic
def activate_confirmed(user: User) -> None:
    """Make a pending account active once its address is confirmed and it is no second one of its person; otherwise do nothing.

    The state is the one behind the lock: staff may have restricted or closed the account since `user` was read.
    """
    if user.state != State.PENDING:
        return
    stored = User.objects.select_for_update().get(pk=user.pk)
    if stored.state == State.PENDING and has_confirmed_email(stored) and not in_doubt(stored.pk):
        change_state(stored, State.ACTIVE, OwnReason.CONFIRMED, acting_user=None)
    user.state = stored.state


@transaction.atomic
def change_state(user: User, state: str, reason: str, acting_user: User | None) -> StateChange:
    """Move an account to `state`, with its reason and who did it (None: the site itself).

    A player's way into a restricted state is a restriction that counts until it is lifted (`accounts.restrictions`), and none
    leads past it. Raises StateChangeRefusedError for the same state, an unknown one, an empty reason, an account closed for
    good, or one that a restriction holds. `user` carries the new state afterwards.
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
    acting(acting_user.pk if acting_user else None)
    User.objects.filter(pk=stored.pk).update(state=state)
    user.state = state
    _record_state_change(change)
    return change


def _verify_state_change(user: User, state: str, reason: str) -> None:
    same_or_final = user.state in (state, State.CLOSED)
    if same_or_final or state not in State.values or not reason.strip():
        raise StateChangeRefusedError
    if strength(state) < strength(strongest(user.pk) or State.ACTIVE):
        raise StateChangeRefusedError


def _restrict(change: StateChange) -> None:
    """A state that was not reached through a restriction has one too."""
    user, kind = change.user, change.to_state
    if user.is_staff or kind not in Restriction.Kind.values or strongest(user.pk) == kind:
        return
    Restriction.objects.create(
        player=user, kind=kind, reason=change.reason, imposed_by=change.acting_user
    )


def _record_state_change(change: StateChange) -> None:
    record(
        Kind.ACCOUNT_STATE_CHANGED,
        actor=change.acting_user_id,
        subject=f"user {change.user_id}",
        data={"from": change.from_state, "to": change.to_state, "reason": change.reason},
    )


def set_preferences(user: User, preferences: Preferences) -> None:
    """Store what the player chose; `user` carries it afterwards."""
    if preferences.language not in Language.values:
        raise PreferenceRefusedError
    if preferences.display_currency not in REAL_CURRENCIES:
        raise PreferenceRefusedError
    chosen = asdict(preferences)
    for name, value in chosen.items():
        setattr(user, name, value)
    user.save(update_fields=list(chosen))


def set_language(user: User, language: str) -> None:
    """Remember the language that a player switched to."""
    set_preferences(user, replace(Preferences.of(user), language=language))


def set_sounds(user: User, *, heard: bool) -> None:
    """Remember whether a player wants to hear the table."""
    set_preferences(user, replace(Preferences.of(user), sounds=heard))


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
    acting(None)
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
    acting(None)
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
    assign(user, Number(_DEMO_COUNTRY, _demo_number(user.email)))
    _record_consents(user, DOCUMENTS)
    activate_confirmed(user)
    return user


def _demo_number(email: str) -> str:
    """A number that no document has, another one for each address."""
    return "DEMO" + hashlib.sha256(email.encode()).hexdigest()[:16].upper()
