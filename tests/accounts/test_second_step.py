import time

import pytest
from allauth.mfa.models import Authenticator
from allauth.mfa.recovery_codes.internal.auth import RecoveryCodes
from allauth.mfa.totp.internal.auth import TOTP, format_hotp_value, generate_totp_secret, hotp_value
from django.conf import settings
from django.db import IntegrityError, transaction
from django.test import Client, override_settings
from django.urls import reverse

from accounts.models.users import User
from tests.accounts.people import PASSWORD, ana_confirmed, log_in

pytestmark = pytest.mark.database


def code_now(secret: str) -> str:
    """Return the current TOTP code of this secret."""
    return str(format_hotp_value(hotp_value(secret, int(time.time()) // 30)))


def wrong_code(secret: str) -> str:
    """Return six digits that are not the current code of this secret."""
    return f"{(int(code_now(secret)) + 1) % 10**6:06}"


def ana_with_an_app() -> tuple[User, str]:
    user, secret = ana_confirmed(), generate_totp_secret()
    TOTP.activate(user, secret)
    return user, secret


def is_in(client: Client) -> bool:
    return client.get(reverse("accounts:options")).status_code == 200


@pytest.mark.usefixtures("still_clock")
def test_ana_turns_it_on(client: Client) -> None:
    user = ana_confirmed()
    log_in(client, user.email)
    page = client.get(reverse("mfa_activate_totp"), follow=True)
    assert page.request["PATH_INFO"] == reverse("account_reauthenticate")
    client.post(reverse("account_reauthenticate"), {"password": PASSWORD})
    secret = client.get(reverse("mfa_activate_totp")).context["form"].secret
    answer = client.post(reverse("mfa_activate_totp"), {"code": code_now(secret)})
    assert answer["Location"] == reverse("mfa_view_recovery_codes")
    assert Authenticator.objects.filter(user=user, type=Authenticator.Type.TOTP).exists()


@pytest.mark.empty
@pytest.mark.usefixtures("still_clock")
def test_a_wrong_code_turns_nothing_on(client: Client) -> None:
    user = ana_confirmed()
    log_in(client, user.email)
    client.post(reverse("account_reauthenticate"), {"password": PASSWORD})
    secret = client.get(reverse("mfa_activate_totp")).context["form"].secret
    answer = client.post(reverse("mfa_activate_totp"), {"code": wrong_code(secret)})
    assert answer.status_code == 422
    assert not Authenticator.objects.exists()


@pytest.mark.usefixtures("still_clock")
def test_the_password_alone_no_longer_signs_in(client: Client) -> None:
    user, secret = ana_with_an_app()
    assert log_in(client, user.email)["Location"] == reverse("mfa_authenticate")
    assert not is_in(client)
    client.post(reverse("mfa_authenticate"), {"code": code_now(secret)})
    assert is_in(client)


@pytest.mark.usefixtures("still_clock")
def test_a_wrong_code_does_not_sign_in(client: Client) -> None:
    user, secret = ana_with_an_app()
    log_in(client, user.email)
    answer = client.post(reverse("mfa_authenticate"), {"code": wrong_code(secret)})
    assert answer.status_code == 422
    assert not is_in(client)


def test_a_recovery_code_opens_the_account_once(client: Client) -> None:
    user, _ = ana_with_an_app()
    code = RecoveryCodes.activate(user).get_unused_codes()[0]
    log_in(client, user.email)
    client.post(reverse("mfa_authenticate"), {"code": code})
    assert is_in(client)
    other_device = Client()
    log_in(other_device, user.email)
    assert other_device.post(reverse("mfa_authenticate"), {"code": code}).status_code == 422
    assert not is_in(other_device)


def test_the_secret_is_not_readable_in_the_database() -> None:
    user, secret = ana_with_an_app()
    assert secret not in str(Authenticator.objects.get(user=user).data)


@pytest.mark.usefixtures("still_clock")
def test_secrets_outlive_a_new_site_key(client: Client) -> None:
    user, secret = ana_with_an_app()
    new_key = "another key of the site, long enough to be one"
    with override_settings(SECRET_KEY=new_key, SECRET_KEY_FALLBACKS=[settings.SECRET_KEY]):
        log_in(client, user.email)
        client.post(reverse("mfa_authenticate"), {"code": code_now(secret)})
        assert is_in(client)


@pytest.mark.parametrize(
    "data", [{}, {"name": "phone"}, {"credential": {}}, {"name": 1, "credential": {}}]
)
def test_there_is_no_passkey_without_its_credential(data: dict[str, object]) -> None:
    """The passkey pages read all passkeys of a person, so an incomplete one would break them."""
    with pytest.raises(IntegrityError, match="passkey_is_whole"), transaction.atomic():
        Authenticator.objects.create(user=ana_confirmed(), type="webauthn", data=data)
