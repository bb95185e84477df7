"""The way back in: a link always works, and whoever has a second factor shows it; it is asked for before payment data and the address change."""

from typing import Any
from uuid import uuid4

import pytest
from allauth.account.models import EmailAddress
from allauth.mfa.recovery_codes.internal.auth import RecoveryCodes
from django.core import mail
from django.test import Client
from django.urls import reverse

from accounts.models import User
from journal.models import Event
from tests.accounts.people import PASSWORD, ana_confirmed, link_in_last_mail, log_in
from tests.accounts.test_second_step import ana_with_an_app, code_now
from tests.wallet.cash import checked, person
from tests.wallet.ledger import funded, usd
from wallet.cash.models import Withdrawal
from wallet.cash.services import withdrawals

pytestmark = pytest.mark.django_db
NEW = "another long secret"


def by_link(client: Client, user: User, password: str = NEW, **more: str) -> Any:
    """The link of a mail followed, and its form sent."""
    client.post(reverse("account_reset_password"), {"email": user.email})
    form = client.get(link_in_last_mail(), follow=True)
    address = form.request["PATH_INFO"]
    return client.post(address, {"password1": password, "password2": password, **more})


def has_password(user: User, password: str) -> bool:
    return User.objects.get(pk=user.pk).check_password(password)


def test_without_a_factor_the_link_is_enough(client: Client) -> None:
    user = ana_confirmed()
    assert by_link(client, user).status_code == 302
    assert has_password(user, NEW)


@pytest.mark.parametrize("code", ["", "000000"])
def test_with_a_factor_the_new_password_does_not_count_without_it(
    client: Client, code: str
) -> None:
    user, _secret = ana_with_an_app()
    assert by_link(client, user, code=code).status_code == 422
    assert has_password(user, PASSWORD)
    failed = Event.objects.filter(kind="login_failed", subject=f"user {user.pk}").count()
    assert failed == (1 if code else 0)


def test_a_code_of_the_app_sets_it_and_the_second_step_stays(client: Client) -> None:
    user, secret = ana_with_an_app()
    assert by_link(client, user, code=code_now(secret)).status_code == 302
    assert has_password(user, NEW)
    assert log_in(client, user.email, NEW)["Location"] == reverse("mfa_authenticate")


def test_a_recovery_code_counts_once_and_is_not_wasted_on_a_password_that_is_refused(
    client: Client,
) -> None:
    user, _secret = ana_with_an_app()
    code = RecoveryCodes.activate(user).get_unused_codes()[0]
    assert by_link(client, user, "short", code=code).status_code == 422
    assert by_link(client, user, code=code).status_code == 302
    assert by_link(client, user, "a third long secret", code=code).status_code == 422
    assert has_password(user, NEW)


def test_the_link_leads_to_people_where_every_factor_is_lost(client: Client) -> None:
    user, _secret = ana_with_an_app()
    client.post(reverse("account_reset_password"), {"email": user.email})
    assert 'href="/contact/"' in client.get(link_in_last_mail(), follow=True).text


def change_address(client: Client) -> Any:
    return client.post(
        reverse("account_email"), {"email": "new@example.com", "action_add": ""}, follow=True
    )


def test_the_address_is_not_changed_without_a_factor(client: Client) -> None:
    log_in(client, ana_confirmed(language="en").email)
    client.post(reverse("account_reauthenticate"), {"password": PASSWORD})
    answer = change_address(client)
    assert answer.request["PATH_INFO"] == reverse("mfa_index")
    assert "Connect an app or a passkey first" in answer.text
    assert (EmailAddress.objects.count(), len(mail.outbox)) == (1, 0)


def ana_inside(client: Client) -> list[str]:
    """Ana, who has an app, signed in long ago; her recovery codes."""
    user, _secret = ana_with_an_app()
    client.force_login(user)
    return list(RecoveryCodes.activate(user).get_unused_codes())


def test_the_address_is_changed_after_the_factor_was_shown(client: Client) -> None:
    codes = ana_inside(client)
    asked_for = change_address(client)
    assert asked_for.request["PATH_INFO"] == reverse("mfa_reauthenticate")
    assert EmailAddress.objects.count() == 1
    client.post(reverse("mfa_reauthenticate"), {"code": codes[0]})
    change_address(client)
    assert EmailAddress.objects.filter(email="new@example.com").exists()


@pytest.mark.parametrize("page", ["account_change_password", "mfa_deactivate_totp"])
def test_the_password_does_not_stand_in_for_a_factor(client: Client, page: str) -> None:
    codes = ana_inside(client)
    sent = client.post(reverse("account_reauthenticate"), {"password": PASSWORD}, follow=True)
    assert sent.request["PATH_INFO"] == reverse("mfa_reauthenticate")
    shown = client.get(reverse(page), follow=True)
    assert shown.request["PATH_INFO"] == reverse("mfa_reauthenticate")
    client.post(reverse("mfa_reauthenticate"), {"code": codes[0]})
    assert client.get(reverse(page)).status_code == 200


def asked(client: Client, destination: str) -> Any:
    form = {"amount": "5", "currency": "USD", "destination": destination, "provider": "manual"}
    key = client.get("/bank/withdraw/").context["form"]["key"].value()
    return client.post("/bank/withdraw/", {**form, "key": key})


def paid_before(destination: str = "Banco Uno 0011") -> User:
    """A player who has asked for money once."""
    funded("ana", text="100.00")
    checked()
    player = person()
    withdrawals.request(player, usd("20.00"), destination=destination, key=uuid4())
    return player


def test_another_destination_takes_a_second_factor_and_the_same_one_does_not(
    client: Client,
) -> None:
    client.force_login(paid_before())
    answer = asked(client, "Banco Dos 0022")
    assert answer.status_code == 422
    assert "Banco Dos 0022" in answer.text  # nothing typed is lost
    assert Withdrawal.objects.count() == 1
    assert asked(client, " Banco Uno 0011 ").status_code == 303
    assert Withdrawal.objects.count() == 2
