"""Open the account of a new player; one transaction."""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import date

from django.db import IntegrityError, transaction
from django.utils import timezone

from accounts.identity.services.duplicate_detection import record_suspects
from accounts.identity.services.number_entry import assign_number
from accounts.identity.values.document_numbers import Number
from accounts.models.users import Consent, ConsentKind, User
from accounts.sign_up.refusals import ConsentMissingError, EmailTakenError
from accounts.sign_up.values import DOCUMENTS
from accounts.values.ages import minimum_age, reached_everywhere, verify_birth_date
from accounts.values.names import tidy_name
from journal.models import EventKind
from journal.services.recording import acting_as, record


@dataclass(frozen=True)
class Application:
    """Data of a sign-up; the password is in clear."""

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


@transaction.atomic
def sign_up(application: Application) -> User:
    """Open a pending account with its consents; the address is not confirmed yet.

    Raises BirthDateRefusedError, ConsentMissingError, NameRefused, EmailTakenError or NumberKnown; nothing is stored then. If it may be
    a duplicate, staff decide before the account becomes active.
    """
    today = reached_everywhere(timezone.now())
    verify_birth_date(application.birth_date, today, minimum_age(application.country))
    if application.consents != frozenset(DOCUMENTS):
        raise ConsentMissingError
    acting_as(None)
    user = _create_player(application)
    assign_number(user, application.number)
    record_consents(user, application.consents)
    record(EventKind.PLAYER_REGISTERED, actor=user.pk, subject=f"user {user.pk}")
    record_suspects(user)
    return user


def _create_player(application: Application) -> User:
    user = User(
        email=application.email.strip().lower(),
        full_name=tidy_name(application.full_name),
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


def record_consents(user: User, kinds: Iterable[ConsentKind]) -> None:
    now = timezone.now()
    Consent.objects.bulk_create(
        Consent(user=user, kind=kind, version=DOCUMENTS[kind].version, accepted_at=now)
        for kind in sorted(kinds)
    )
