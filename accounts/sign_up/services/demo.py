"""Players and staff of the demo."""

import hashlib
from datetime import date
from typing import Final

from allauth.account.models import EmailAddress
from django.contrib.auth.models import Group
from django.db import transaction
from django.utils import timezone

from accounts.identity.services.number_entry import assign_number
from accounts.identity.values.document_numbers import DocumentNumber
from accounts.models.users import State, User, VerificationMethod
from accounts.policies.services.acceptance import ReadingPlace
from accounts.restrictions.services.states import activate_confirmed
from accounts.roles.values import Role
from accounts.sign_up.refusals import EmailTakenError
from accounts.sign_up.services.sign_up import record_consents
from internals.allauth_flows import TOTP, generate_totp_secret
from journal.services.recording import declare_acting_user

_DEMO_BIRTH_DATE: Final = date(1990, 1, 1)


_DEMO_COUNTRY: Final = "CO"


@transaction.atomic
def register_demo_player(email: str, password: str, full_name: str) -> User:
    """Return the demo player with this address, created on the first call; later calls change nothing.

    Adult, verified by the method `demo`, address confirmed, active, and marked as a test account. Raises
    EmailTakenError if the address belongs to a real person.
    """
    existing = User.objects.filter(email=email.strip().lower()).first()
    if existing is None:
        return _create_demo_player(email, password, full_name)
    if not existing.is_test_account:
        raise EmailTakenError
    return existing


@transaction.atomic
def register_demo_staff(email: str, password: str, full_name: str, role: Role) -> User:
    """Return the demo's staff user in `role`, created on the first call with a second factor; later calls change nothing.

    Raises EmailTakenError if the address belongs to somebody else.
    """
    existing = User.objects.filter(email=email.strip().lower()).first()
    if existing is not None and not (existing.is_test_account and existing.is_staff):
        raise EmailTakenError
    if existing is not None:
        return existing
    declare_acting_user(None)
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
    declare_acting_user(None)
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
    assign_number(user, DocumentNumber(_DEMO_COUNTRY, _demo_number(user.email)))
    record_consents(user, ReadingPlace(user.language))
    activate_confirmed(user)
    return user


def _demo_number(email: str) -> str:
    """Return a number that no real document has, unique per address."""
    return "DEMO" + hashlib.sha256(email.encode()).hexdigest()[:16].upper()
