"""People of the demonstration."""

import hashlib
from datetime import date
from typing import Final

from allauth.account.models import EmailAddress
from django.contrib.auth.models import Group
from django.db import transaction
from django.utils import timezone

from accounts.identity.services.number_entry import assign_number
from accounts.identity.values.document_numbers import Number
from accounts.models.users import State, User, VerificationMethod
from accounts.restrictions.services.states import activate_confirmed
from accounts.roles.values import Role
from accounts.sign_up.refusals import EmailTakenError
from accounts.sign_up.services.sign_up import record_consents
from accounts.sign_up.values import DOCUMENTS
from internals.allauth_flows import TOTP, generate_totp_secret
from journal.services.recording import acting_as

_DEMO_BIRTH_DATE: Final = date(1990, 1, 1)


_DEMO_COUNTRY: Final = "CO"


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
    """The demo's member of staff in `role`, with a second factor; idempotent.

    Raises EmailTakenError if the address belongs to somebody else.
    """
    existing = User.objects.filter(email=email.strip().lower()).first()
    if existing is not None and not (existing.is_test_account and existing.is_staff):
        raise EmailTakenError
    if existing is not None:
        return existing
    acting_as(None)
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
    acting_as(None)
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
    assign_number(user, Number(_DEMO_COUNTRY, _demo_number(user.email)))
    record_consents(user, DOCUMENTS)
    activate_confirmed(user)
    return user


def _demo_number(email: str) -> str:
    """A number that no document has, another one for each address."""
    return "DEMO" + hashlib.sha256(email.encode()).hexdigest()[:16].upper()
