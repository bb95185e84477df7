"""The people of these tests."""

import hashlib
import re
from datetime import date, timedelta
from typing import Any

from allauth.account.models import EmailAddress
from django.core import mail
from django.test import Client
from django.urls import reverse

from accounts.identity.values.document_numbers import Number
from accounts.models.users import State, User
from accounts.sign_up.services.demo import register_demo_player
from accounts.sign_up.services.sign_up import Application, sign_up
from accounts.sign_up.values import DOCUMENTS

PASSWORD = "correct horse battery"


def number(email: str) -> Number:
    """The cédula of whoever has this address."""
    digits = int(hashlib.sha256(email.lower().encode()).hexdigest(), 16) % 10**9
    return Number("CO", str(10**9 + digits))


def born(email: str) -> date:
    """Ana's birthday; of others of her name another one, for they are other people."""
    days = int(number(email).normal) % 7000 if email.lower() != "ana@example.com" else 0
    return date(1990, 5, 17) - timedelta(days=days)


def ana(**changes: Any) -> Application:
    """What Ana, an adult in Colombia, enters to open an account."""
    email = changes.get("email", "ana@example.com")
    entered: dict[str, Any] = {
        "email": email,
        "password": PASSWORD,
        "full_name": "Ana María Rojas",
        "birth_date": born(email),
        "country": "CO",
        "number": number(email),
        "display_currency": "COP",
        "language": "es",
        "consents": frozenset(DOCUMENTS),
    }
    return Application(**{**entered, **changes})


def ana_signs_up(**changes: Any) -> User:
    """Ana with an account whose address is not confirmed."""
    user = sign_up(ana(**changes))
    EmailAddress.objects.create(user=user, email=user.email, primary=True, verified=False)
    return user


def ana_confirmed(**changes: Any) -> User:
    """Ana with a confirmed address, active, not verified."""
    user = ana_signs_up(**changes)
    EmailAddress.objects.filter(user=user).update(verified=True)
    User.objects.filter(pk=user.pk).update(state=State.ACTIVE)
    user.refresh_from_db()
    return user


def demo() -> User:
    """A demonstration player, who may play at once."""
    return register_demo_player("demo@example.com", PASSWORD, "Demo Player")


def form_of(application: Application) -> dict[str, str]:
    """The sign-up form as a browser posts it."""
    return {
        "email": application.email,
        "password1": application.password,
        "password2": application.password,
        "full_name": application.full_name,
        "birth_date": application.birth_date.isoformat(),
        "country": application.country,
        "document_number": application.number.normal,
        "document_country": application.number.country,
        "display_currency": application.display_currency,
        **{f"consent_{kind.value}": "on" for kind in application.consents},
    }


def log_in(client: Client, email: str, password: str = PASSWORD) -> Any:
    """Post the login form."""
    return client.post(reverse("account_login"), {"login": email, "password": password})


def link_in_last_mail() -> str:
    """The path of the link that the last e-mail asks to follow."""
    found = re.search(r"https?://testserver(/\S+)", str(mail.outbox[-1].body))
    assert found
    return found.group(1)
