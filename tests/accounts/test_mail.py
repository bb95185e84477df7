from pathlib import Path

import pytest
from allauth.mfa.models import Authenticator
from allauth.mfa.recovery_codes.internal.auth import RecoveryCodes
from allauth.mfa.totp.internal.auth import TOTP, generate_totp_secret
from django.core import mail
from django.template.loader import render_to_string
from django.test import Client
from django.urls import reverse
from django.utils import timezone, translation

from tests.accounts.people import PASSWORD, ana as people_ana, ana_confirmed, form_of, log_in

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
PARTS = {"templates/account/email/base_message.txt"}
ELSEWHERE = {
    "templates/accounts/email/invitation.txt": "tests/accounts/test_staffing.py",
    "templates/alarms/email/alarms.txt": "tests/alarms/test_telling.py",
    "templates/casino/email/round_ended_message.txt": "tests/casino/test_void_told.py",
    "templates/casino/email/rounds_void_message.txt": "tests/compliance/test_voids_bulk.py",
    "templates/compliance/erasure/email/erased_message.txt": "tests/compliance/test_erasing.py",
    "templates/compliance/players/email/letter_message.txt": "tests/compliance/test_player_acts.py",
}
WITH_A_LINK = {
    "account/email/account_already_exists",
    "account/email/email_confirmation",
    "account/email/email_confirmation_signup",
    "account/email/password_reset_key",
    "account/email/unknown_account",
}
LINK = "https://example.com/a?b=1&c=2"
CONTEXT = {
    **dict.fromkeys(("activate_url", "password_reset_url", "signup_url"), LINK),
    "ip": "192.0.2.1",
    "timestamp": timezone.now(),
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
    for text in (spanish, english):
        assert (LINK in text) == (kind in WITH_A_LINK)  # not HTML-escaped


@pytest.mark.database
@pytest.mark.parametrize(("own", "asked"), [("es", "en"), ("en", "es")])
def test_mail_is_in_the_language_of_its_recipient(client: Client, own: str, asked: str) -> None:
    """The language of the requesting browser makes no difference."""
    ana = ana_confirmed(language=own)
    client.cookies["django_language"] = asked
    client.post(reverse("account_reset_password"), {"email": ana.email})
    client.post(reverse("account_signup"), form_of(people_ana(email=ana.email)))
    greetings = {"es": "Hola", "en": "Hello"}
    assert len(mail.outbox) == 2
    for sent in mail.outbox:
        assert str(sent.body).startswith(greetings[own])


@pytest.mark.database
def test_mail_to_an_unknown_address_is_in_the_language_of_the_page(client: Client) -> None:
    client.cookies["django_language"] = "en"
    client.post(reverse("account_reset_password"), {"email": "nobody@example.com"})
    assert [str(sent.body)[:5] for sent in mail.outbox] == ["Hello"]


def test_every_mail_there_is_has_a_test_in_both_languages() -> None:
    written = {str(path) for path in Path("templates").rglob("email/*_message.txt")}
    written |= {
        str(path) for path in Path("templates").rglob("email/*.txt") if "_" not in path.name
    }
    here = {f"templates/{kind}_message.txt" for kind in KINDS}
    assert written - here - PARTS == set(ELSEWHERE)
    assert all(Path(test).exists() for test in ELSEWHERE.values())


@pytest.mark.database
def test_a_changed_password_is_announced_by_mail(client: Client) -> None:
    user = ana_confirmed()
    log_in(client, user.email)
    new = {"password1": "another long secret", "password2": "another long secret"}
    client.post(reverse("account_change_password"), {"oldpassword": PASSWORD, **new})
    assert [message.to for message in mail.outbox] == [[user.email]]
    assert "127.0.0.1" in str(mail.outbox[0].body)


@pytest.mark.database
def test_a_new_address_counts_only_when_confirmed(client: Client) -> None:
    user = ana_confirmed()
    TOTP.activate(user, generate_totp_secret())
    client.force_login(user)
    code = RecoveryCodes.activate(user).get_unused_codes()[0]
    client.post(reverse("mfa_reauthenticate"), {"code": code})
    client.post(reverse("account_email"), {"email": "new@example.com", "action_add": ""})
    user.refresh_from_db()
    assert user.email == "ana@example.com"
    assert mail.outbox[-1].to == ["new@example.com"]


def test_removing_the_second_factor_is_announced_by_mail(
    committed_db: None, client: Client
) -> None:
    user = ana_confirmed()
    TOTP.activate(user, generate_totp_secret())
    client.force_login(user)
    code = RecoveryCodes.activate(user).get_unused_codes()[0]
    client.post(reverse("mfa_reauthenticate"), {"code": code})
    client.post(reverse("mfa_deactivate_totp"))
    assert [message.to for message in mail.outbox] == [[user.email]]
    assert not Authenticator.objects.filter(user=user).exists()
