import pytest
from allauth.mfa.models import Authenticator
from allauth.mfa.totp.internal.auth import TOTP, generate_totp_secret
from django.core import mail
from django.template.loader import render_to_string
from django.test import Client
from django.urls import reverse
from django.utils import translation

from tests.accounts.people import PASSWORD, ana_confirmed, log_in

KINDS = [
    "account/email/account_already_exists",
    "account/email/email_changed",
    "account/email/email_confirmation",
    "account/email/email_confirmation_signup",
    "account/email/email_deleted",
    "account/email/password_changed",
    "account/email/password_reset",
    "account/email/password_reset_key",
    "account/email/password_set",
    "account/email/unknown_account",
    "mfa/email/recovery_codes_generated",
    "mfa/email/totp_activated",
    "mfa/email/totp_deactivated",
]
LINK = "https://example.com/a?b=1&c=2"
CONTEXT = {
    **dict.fromkeys(("activate_url", "password_reset_url", "signup_url"), LINK),
    "ip": "192.0.2.1",
    "timestamp": "now",
}


def written(kind: str, language: str) -> tuple[str, str]:
    with translation.override(language):
        subject = render_to_string(f"{kind}_subject.txt").strip()
        return subject, render_to_string(f"{kind}_message.txt", CONTEXT)


@pytest.mark.parametrize("kind", KINDS)
def test_every_mail_is_written_in_both_languages(kind: str) -> None:
    spanish_subject, spanish = written(kind, "es")
    english_subject, english = written(kind, "en")
    assert spanish_subject != english_subject
    assert spanish.startswith("Hola")
    assert english.startswith("Hello")
    assert LINK in english or "192.0.2.1" in english  # and the link stays one that works


@pytest.mark.django_db
def test_a_changed_password_is_told_by_mail(client: Client) -> None:
    user = ana_confirmed()
    log_in(client, user.email)
    new = {"password1": "another long secret", "password2": "another long secret"}
    client.post(reverse("account_change_password"), {"oldpassword": PASSWORD, **new})
    assert [message.to for message in mail.outbox] == [[user.email]]
    assert "127.0.0.1" in str(mail.outbox[0].body)


@pytest.mark.django_db
def test_a_new_address_counts_only_when_confirmed(client: Client) -> None:
    user = ana_confirmed()
    log_in(client, user.email)
    client.post(reverse("account_reauthenticate"), {"password": PASSWORD})
    client.post(reverse("account_email"), {"email": "new@example.com", "action_add": ""})
    user.refresh_from_db()
    assert user.email == "ana@example.com"
    assert mail.outbox[-1].to == ["new@example.com"]


def test_turning_the_second_step_off_is_told_by_mail(committed_db: None, client: Client) -> None:
    user = ana_confirmed()
    TOTP.activate(user, generate_totp_secret())
    client.force_login(user)
    client.post(reverse("account_reauthenticate"), {"password": PASSWORD})
    client.post(reverse("mfa_deactivate_totp"))
    assert [message.to for message in mail.outbox] == [[user.email]]
    assert not Authenticator.objects.filter(user=user).exists()
