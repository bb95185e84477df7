"""Players for the account tests, and the forms they send."""

import hashlib
import re
from datetime import date, timedelta
from typing import Any

from allauth.account.models import EmailAddress
from django.contrib.auth import SESSION_KEY
from django.core import mail
from django.test import Client
from django.urls import reverse

from accounts.identity.services.details import Details, enter_details
from accounts.identity.values.document_numbers import DocumentNumber
from accounts.models.users import State, User
from accounts.sign_up.services.demo import register_demo_player
from accounts.sign_up.services.sign_up import SignUpData, open_account
from accounts.sign_up.values import BOXES, CONSENTS

PASSWORD = "correct horse battery"


def number(email: str) -> DocumentNumber:
    """Return the cédula of the person with this address, derived from a hash of the address."""
    digits = int(hashlib.sha256(email.lower().encode()).hexdigest(), 16) % 10**9
    return DocumentNumber("CO", str(10**9 + digits))


def born(email: str) -> date:
    """Return a birth date: Ana's own, or one derived from the address, as her namesakes are other people."""
    days = int(number(email).normal) % 7000 if email.lower() != "ana@example.com" else 0
    return date(1990, 5, 17) - timedelta(days=days)


def ana(**changes: Any) -> SignUpData:
    """Return the sign-up application of Ana, an adult in Colombia."""
    email = changes.get("email", "ana@example.com")
    entered: dict[str, Any] = {
        "email": email,
        "password": PASSWORD,
        "birth_date": born(email),
        "country": "CO",
        "language": "es",
        "consents": CONSENTS,
    }
    return SignUpData(**{**entered, **changes})


def details(email: str = "ana@example.com", **changes: Any) -> Details:
    """Return the personal details she enters to play for real money."""
    entered = {
        "full_name": "Ana María Rojas",
        "number": number(email),
        "kind": "national_id",
    }
    return Details(**{**entered, **changes})


def ana_opens(**changes: Any) -> User:
    """Return Ana with an unconfirmed address and no personal details."""
    user = open_account(ana(**changes))
    EmailAddress.objects.create(user=user, email=user.email, primary=True, verified=False)
    return user


def ana_signs_up(**changes: Any) -> User:
    """Return Ana with an unconfirmed address and her personal details."""
    given = {name: changes.pop(name) for name in ("full_name", "number", "kind") if name in changes}
    user = ana_opens(**changes)
    enter_details(user, details(user.email, **given))
    user.refresh_from_db()
    return user


def ana_confirmed(**changes: Any) -> User:
    """Return Ana with a confirmed address, active, not verified."""
    user = ana_signs_up(**changes)
    EmailAddress.objects.filter(user=user).update(verified=True)
    User.objects.filter(pk=user.pk).update(state=State.ACTIVE)
    user.refresh_from_db()
    return user


def demo() -> User:
    """Return a demonstration player, who may play at once."""
    return register_demo_player("demo@example.com", PASSWORD, "Demo Player")


def form_of(application: SignUpData) -> dict[str, str]:
    """Return the sign-up form data as a browser posts it."""
    ticked = [box.field for box in BOXES if application.consents >= set(box.kinds)]
    return {
        "email": application.email,
        "password1": application.password,
        "birth_date": application.birth_date.isoformat(),
        "country": application.country,
        **dict.fromkeys(ticked, "on"),
    }


def details_form(given: Details) -> dict[str, str]:
    """Return the form data of name and document as a browser posts it."""
    return {
        "full_name": given.full_name,
        "document_kind": given.kind,
        "document_number": given.number.normal,
        "document_country": given.number.country,
    }


def send_details(player: User, form: dict[str, str]) -> Any:
    """Post the details form as this player."""
    client = Client()
    client.force_login(player)
    return client.post(reverse("accounts:give_details"), form)


def log_in(client: Client, email: str, password: str = PASSWORD) -> Any:
    """Post the login form."""
    return client.post(reverse("account_login"), {"login": email, "password": password})


def is_signed_in(client: Client) -> bool:
    return SESSION_KEY in client.session


def link_in_last_mail() -> str:
    """Return the path of the link in the last email."""
    found = re.search(r"https?://testserver(/\S+)", str(mail.outbox[-1].body))
    assert found
    return found.group(1)
