import re
from typing import Any

import pytest
from allauth.account.models import EmailAddress, EmailConfirmationHMAC
from allauth.mfa.recovery_codes.internal.auth import RecoveryCodes
from allauth.mfa.totp.internal.auth import TOTP, generate_totp_secret
from django.core import mail
from django.test import Client
from django.urls import reverse

from accounts.models.users import User
from tests.accounts.people import PASSWORD, ana, ana_confirmed, ana_signs_up, form_of, log_in
from tests.exhaustive import slow_but_every
from tests.fixtures.reading import read_in

pytestmark = pytest.mark.database

OPEN = [
    "account_login",
    "account_signup",
    "account_inactive",
    "account_email_verification_sent",
    "account_reset_password",
    "account_reset_password_done",
    "account_reset_password_from_key_done",
]
OWN = [
    "accounts:options",
    "accounts:account",
    "accounts:identity",
    "own_data:page",
    "account_email",
    "account_change_password",
    "mfa_index",
    "mfa_activate_totp",
    "account_reauthenticate",
]
WITH_MFA = [
    "mfa_index",
    "mfa_deactivate_totp",
    "mfa_view_recovery_codes",
    "mfa_generate_recovery_codes",
    "mfa_reauthenticate",
]


def heading(page: str) -> str:
    found = re.search(r"<h1[^>]*>(.*?)</h1>", page, re.DOTALL)
    assert found
    return found.group(1).strip()


def assert_well_made(answer: Any, language: str) -> str:
    page: str = answer.content.decode()
    assert f'<html lang="{language}"' in page
    assert heading(page)
    assert not re.search(r"""\s(style|on[a-z]+)=["']""", page)
    assert not re.search(r"<script(?![^>]*\ssrc=)", page)
    assert "<style" not in page
    assert "placeholder=" not in page  # labels are used instead
    return page


def in_both_languages(client: Client, path: str) -> None:
    headings = {}
    for language in ("es", "en"):
        read_in(client, language)
        answer = client.get(path, follow=False)
        assert answer.status_code == 200, (path, answer.status_code)
        headings[language] = heading(assert_well_made(answer, language))
    assert headings["es"] != headings["en"], headings


def signed_in(client: Client) -> User:
    """Return Ana, who has just reauthenticated, as changes to an account require."""
    user = ana_confirmed()
    log_in(client, user.email)
    client.post(reverse("account_reauthenticate"), {"password": PASSWORD})
    return user


@pytest.mark.parametrize("name", OPEN)
def test_public_pages_are_in_both_languages(client: Client, name: str) -> None:
    in_both_languages(client, reverse(name))


@pytest.mark.parametrize("kind", ["terms", "privacy"])
def test_documents_can_be_read_without_an_account(client: Client, kind: str) -> None:
    in_both_languages(client, reverse("accounts:document", args=[kind]))


@pytest.mark.parametrize("kind", ["accuracy", "no-such-document"])
def test_unknown_documents_are_not_found(client: Client, kind: str) -> None:
    assert client.get(reverse("accounts:document", args=[kind])).status_code == 404


@pytest.mark.parametrize("name", slow_but_every(3, [*OWN, "account_logout"]))
def test_private_pages_are_in_both_languages(client: Client, name: str) -> None:
    signed_in(client)
    in_both_languages(client, reverse(name))


@pytest.mark.parametrize("name", WITH_MFA)
def test_second_factor_pages_are_in_both_languages(client: Client, name: str) -> None:
    user = signed_in(client)
    TOTP.activate(user, generate_totp_secret())
    RecoveryCodes.activate(user)
    in_both_languages(client, reverse(name))


@pytest.mark.parametrize("name", OWN)
def test_own_pages_ask_for_login(client: Client, name: str) -> None:
    assert client.get(reverse(name))["Location"].startswith(reverse("account_login"))


def test_the_confirmation_page_is_in_both_languages(client: Client) -> None:
    address = EmailAddress.objects.get(user=ana_signs_up())
    key = EmailConfirmationHMAC.create(address).key
    in_both_languages(client, reverse("account_confirm_email", args=[key]))


@pytest.mark.parametrize("key", ["nonsense", "MQ:abc:def"])
def test_an_expired_confirmation_link_is_explained(client: Client, key: str) -> None:
    in_both_languages(client, reverse("account_confirm_email", args=[key]))


def test_an_expired_reset_link_is_explained(client: Client) -> None:
    path = reverse("account_reset_password_from_key", kwargs={"uidb36": "1", "key": "x-y"})
    in_both_languages(client, path)


def test_too_many_requests_get_a_page_of_the_site(client: Client) -> None:
    for _ in range(21):
        answer = client.post(reverse("account_signup"), {})
    assert answer.status_code == 429
    assert_well_made(answer, "es")


def test_a_refused_form_leads_to_its_errors(client: Client) -> None:
    answer = client.post(reverse("account_signup"), {**form_of(ana()), "birth_date": ""})
    page = assert_well_made(answer, "es")
    assert 'role="alert"' in page
    assert 'href="#id_birth_date"' in page
    field = re.search(r'<input type="date"[^>]*>', page)
    assert field
    assert 'aria-invalid="true"' in field.group()
    described = re.search(r'aria-describedby="([^"]*)"', field.group())
    assert described
    for identifier in described.group(1).split():
        assert f'id="{identifier}"' in page


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("email", "email"),
        ("password1", "new-password"),
        ("birth_date", "bday"),
        ("country", "country"),
    ],
)
def test_browsers_may_fill_the_form(client: Client, name: str, expected: str) -> None:
    field = client.get(reverse("account_signup")).context["form"].fields[name]
    assert field.widget.attrs["autocomplete"] == expected


@pytest.mark.parametrize(("language", "word"), [("es", "Hola"), ("en", "Hello")])
def test_mail_is_in_the_language_of_the_page(client: Client, language: str, word: str) -> None:
    read_in(client, language)
    client.post(reverse("account_signup"), form_of(ana()))
    message = mail.outbox[0]
    assert str(message.body).startswith(word)
    assert message.subject.startswith("Lígalo: ")


def test_the_second_factor_form_is_in_both_languages(client: Client) -> None:
    user = ana_confirmed()
    TOTP.activate(user, generate_totp_secret())
    log_in(client, user.email)
    in_both_languages(client, reverse("mfa_authenticate"))
