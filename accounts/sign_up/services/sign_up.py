"""Sign-up: opens the account of a new player in one transaction."""

from dataclasses import dataclass, field
from datetime import date

from django.db import IntegrityError, transaction
from django.utils import timezone

from accounts.models.users import Consent, ConsentKind, User
from accounts.policies.selectors.versions import versions_in_force
from accounts.policies.services.acceptance import ReadingPlace, record_acceptance
from accounts.sign_up.refusals import (
    ConsentMissingError,
    EmailTakenError,
    IdentityMissingError,
)
from accounts.sign_up.selectors import asked_at_sign_up
from accounts.sign_up.services.newcomers import store_identity
from accounts.sign_up.values import CONSENTS, STATEMENTS, NewcomerIdentity
from accounts.values.ages import minimum_age, verify_birth_date, westernmost_date
from accounts.values.currencies import currency_of_country
from journal.models import EventKind
from journal.services.recording import declare_acting_user, record


@dataclass(frozen=True)
class SignUpData:
    """Data of a sign-up; the password is in clear text."""

    email: str
    password: str
    birth_date: date
    country: str
    language: str
    consents: frozenset[ConsentKind]
    address: str | None = None  # of the network
    identity: NewcomerIdentity = field(default_factory=NewcomerIdentity)

    def __repr__(self) -> str:
        """Show nothing personal: this value may end up in an error report."""
        return "SignUpData(…)"


@transaction.atomic
def open_account(application: SignUpData, guest: User | None = None) -> User:
    """Open a pending account with its consents; the address is still unconfirmed.

    A guest's row becomes the account and keeps its balance and open round. Raises BirthDateRefusedError,
    ConsentMissingError, IdentityMissingError, as the services that store what was asked, or EmailTakenError; nothing is
    stored then.
    """
    today = westernmost_date(timezone.now())
    verify_birth_date(application.birth_date, today, minimum_age(application.country))
    if application.consents != CONSENTS:
        raise ConsentMissingError
    if not application.identity.given.issuperset(asked_at_sign_up(application.country)):
        raise IdentityMissingError
    declare_acting_user(None)
    user = _save(_fill_in(_account_of(guest), application))
    record_consents(user, ReadingPlace(application.language, application.address))
    record(EventKind.PLAYER_REGISTERED, actor=user.pk, subject=f"user {user.pk}")
    store_identity(user, application.identity, application.address)
    return user


def _account_of(guest: User | None) -> User:
    """The guest's row, locked, if it is still a guest's; else a new one."""
    if guest is None:
        return User()
    found = User.objects.select_for_update().filter(pk=guest.pk, is_guest=True).first()
    return found or User()


def _fill_in(user: User, application: SignUpData) -> User:
    user.email = application.email.strip().lower()
    user.birth_date, user.country = application.birth_date, application.country
    user.display_currency = currency_of_country(application.country)
    user.language = application.language
    user.is_guest = False
    user.set_password(application.password)
    return user


def _save(user: User) -> User:
    try:
        with transaction.atomic():
            user.save()
    except IntegrityError as error:
        if User.objects.filter(email=user.email).exists():
            raise EmailTakenError from error
        raise
    return user


def record_consents(user: User, place: ReadingPlace) -> None:
    """Store the consents of a new account: to the policies in force, and to the statements."""
    now = timezone.now()
    record_acceptance(user, list(versions_in_force().values()), place)
    Consent.objects.bulk_create(
        Consent(
            user=user,
            kind=kind,
            version=one.version,
            accepted_at=now,
            language=place.language,
            address=place.address,
        )
        for kind, one in sorted(STATEMENTS.items())
    )
