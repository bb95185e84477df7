"""Password reset by link, and the second factor that it, a new payout destination or a new address requires."""

from datetime import datetime, timedelta
from typing import Any
from uuid import uuid4

import pytest
import time_machine
from allauth.account.models import EmailAddress
from allauth.mfa.models import Authenticator
from allauth.mfa.recovery_codes.internal.auth import RecoveryCodes
from allauth.mfa.totp.internal.auth import TOTP, generate_totp_secret
from django.core import mail
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from accounts.models.users import User
from journal.models import Event
from tests.accounts.people import PASSWORD, ana_confirmed, link_in_last_mail, log_in
from tests.accounts.test_second_step import ana_with_an_app, code_now
from tests.fixtures.reading import read_in
from tests.wallet.cash import account, bank_form, checked, just_now, person
from tests.wallet.ledger import funded, usd
from wallet.cash.models import Withdrawal
from wallet.cash.services import withdrawals

pytestmark = pytest.mark.database
NEW = "another long secret"


def by_link(client: Client, user: User, password: str = NEW, **more: str) -> Any:
    """Follow the reset link of a mail and post its form."""
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


@pytest.mark.usefixtures("still_clock")
def test_a_code_of_the_app_sets_it_and_the_second_step_stays(client: Client) -> None:
    user, secret = ana_with_an_app()
    assert by_link(client, user, code=code_now(secret)).status_code == 302
    assert has_password(user, NEW)
    assert log_in(client, user.email, NEW)["Location"] == reverse("mfa_authenticate")


def test_a_recovery_code_is_not_used_up_by_a_refused_password(
    client: Client,
) -> None:
    user, _secret = ana_with_an_app()
    code = RecoveryCodes.activate(user).get_unused_codes()[0]
    assert by_link(client, user, "short", code=code).status_code == 422
    assert by_link(client, user, code=code).status_code == 302
    assert by_link(client, user, "a third long secret", code=code).status_code == 422
    assert has_password(user, NEW)


def test_the_reset_page_explains_what_to_do_without_any_factor(client: Client) -> None:
    user, _secret = ana_with_an_app()
    client.post(reverse("account_reset_password"), {"email": user.email})
    assert 'href="/contact/"' in client.get(link_in_last_mail(), follow=True).text


def change_address(client: Client) -> Any:
    return client.post(
        reverse("account_email"), {"email": "new@example.com", "action_add": ""}, follow=True
    )


@pytest.mark.empty
def test_the_address_is_not_changed_without_a_factor(client: Client) -> None:
    log_in(client, ana_confirmed(language="en").email)
    client.post(reverse("account_reauthenticate"), {"password": PASSWORD})
    answer = change_address(client)
    assert answer.request["PATH_INFO"] == reverse("mfa_index")
    assert "Connect an app or a passkey in the options" in answer.text
    assert (EmailAddress.objects.count(), len(mail.outbox)) == (1, 0)


def ana_inside(client: Client) -> list[str]:
    """Sign Ana in, with an app but without recent authentication; return her recovery codes."""
    user, _secret = ana_with_an_app()
    client.force_login(user)
    return list(RecoveryCodes.activate(user).get_unused_codes())


@pytest.mark.empty
def test_the_address_is_changed_after_the_factor_was_shown(client: Client) -> None:
    codes = ana_inside(client)
    asked_for = change_address(client)
    assert asked_for.request["PATH_INFO"] == reverse("mfa_reauthenticate")
    assert EmailAddress.objects.count() == 1
    client.post(reverse("mfa_reauthenticate"), {"code": codes[0]})
    page = client.get(reverse("account_email"))
    assert 'value="new@example.com"' in page.text
    assert EmailAddress.objects.count() == 1
    change_address(client)
    assert EmailAddress.objects.filter(email="new@example.com").exists()


@pytest.mark.parametrize("page", ["account_change_password", "mfa_deactivate_totp"])
def test_the_password_does_not_replace_a_factor(client: Client, page: str) -> None:
    codes = ana_inside(client)
    sent = client.post(reverse("account_reauthenticate"), {"password": PASSWORD}, follow=True)
    assert sent.request["PATH_INFO"] == reverse("mfa_reauthenticate")
    shown = client.get(reverse(page), follow=True)
    assert shown.request["PATH_INFO"] == reverse("mfa_reauthenticate")
    client.post(reverse("mfa_reauthenticate"), {"code": codes[0]})
    assert client.get(reverse(page)).status_code == 200


def asked(client: Client, destination: str) -> Any:
    form = {"amount": "5", "currency": "USD", **bank_form(destination), "provider": "manual"}
    key = client.get("/bank/withdraw/").context["form"]["key"].value()
    return client.post("/bank/withdraw/", {**form, "key": key})


def paid_before(destination: str = "Banco Uno 0011") -> User:
    """Return a player who has requested one withdrawal to this destination."""
    funded("ana", text="100.00")
    checked()
    player = person()
    withdrawals.request_withdrawal(
        player, usd("20.00"), destination=account(destination), key=uuid4(), proof=just_now()
    )
    return player


def test_another_destination_takes_a_second_factor_and_the_same_one_does_not(
    client: Client,
) -> None:
    client.force_login(paid_before())
    answer = asked(client, "Banco Dos 0022")
    assert answer.status_code == 422
    assert "Banco Dos 0022" in answer.text  # the form keeps its values
    assert Withdrawal.objects.count() == 1
    assert asked(client, " Banco Uno 0011 ").status_code == 303
    assert Withdrawal.objects.count() == 2


def with_an_app(player: User) -> list[str]:
    """Connect an app to this player and return the recovery codes."""
    TOTP.activate(player, generate_totp_secret())
    return list(RecoveryCodes.activate(player).get_unused_codes())


def show(client: Client, door: str, code: str) -> Any:
    """Post the code on the page that asks for the factor; return the page that follows."""
    following = client.get(door).context["redirect_field_value"]
    return client.post(door.partition("?")[0], {"code": code, "next": following}, follow=True)


def test_after_the_factor_the_form_is_there_as_typed_and_is_sent_again(client: Client) -> None:
    player = paid_before()
    codes = with_an_app(player)
    client.force_login(player)
    read_in(client, "en")
    answer = asked(client, "Banco Dos 0022")
    assert answer.status_code == 303
    assert "Nothing has been done yet" in client.get(answer["Location"]).text
    page = show(client, answer["Location"], codes[0])
    assert page.request["PATH_INFO"] == "/bank/withdraw/"
    typed = {name: page.context["form"][name].value() for name in page.context["form"].fields}
    assert (typed["amount"], typed["bank"]) == ("5", "Banco Dos 0022")
    assert Withdrawal.objects.count() == 1
    assert client.post("/bank/withdraw/", typed).status_code == 303
    assert Withdrawal.objects.latest("id").destination == account("Banco Dos 0022")


def test_an_abandoned_form_is_not_sent_later(client: Client) -> None:
    player = paid_before()
    codes = with_an_app(player)
    client.force_login(player)
    show(client, reverse("mfa_reauthenticate") + "?next=/bank/", codes[0])
    with time_machine.travel(timezone.now() + timedelta(minutes=10)):
        assert "reauthenticate" in asked(client, "Banco Dos 0022")["Location"]
    with time_machine.travel(timezone.now() + timedelta(hours=3)):
        checked()
        sent = {"amount": "1", "currency": "USD"}
        address = {"Referer": "http://testserver/bank/withdraw/"}
        stopped = client.post("/bank/withdraw/", sent, headers=address)
        door = client.get(stopped["Location"], follow=True).request
        shown = show(client, f"{door['PATH_INFO']}?{door['QUERY_STRING']}", codes[1])
        assert shown.request["PATH_INFO"] == "/bank/withdraw/"
    assert Withdrawal.objects.count() == 1


@pytest.mark.parametrize(("minutes", "left"), [(6, 1), (60, 2)])
@pytest.mark.empty
def test_a_kept_form_is_dropped_after_idling(client: Client, minutes: int, left: int) -> None:
    user = ana_confirmed()
    EmailAddress.objects.create(user=user, email="new@example.com")
    log_in(client, user.email)
    page = reverse("account_email")
    with time_machine.travel(timezone.now() + timedelta(minutes=6)):
        put_off = client.post(page, {"email": "new@example.com", "action_remove": ""})
    assert put_off["Location"].startswith(reverse("account_reauthenticate"))
    with time_machine.travel(timezone.now() + timedelta(minutes=minutes)):
        sent = {"password": PASSWORD, "next": page}
        client.post(reverse("account_reauthenticate"), sent, follow=True)
    assert EmailAddress.objects.count() == left


def long_ago(user: User) -> None:
    """Make the account 30 days old."""
    User.objects.filter(pk=user.pk).update(created_at=timezone.now() - timedelta(days=30))


def connected_before(hours: float) -> datetime:
    at = timezone.now() - timedelta(hours=hours)
    Authenticator.objects.update(created_at=at)
    return at


def test_a_factor_connected_today_changes_no_destination_and_says_from_when_it_does(
    client: Client,
) -> None:
    player = paid_before()
    with_an_app(player)
    long_ago(player)
    client.force_login(player)
    read_in(client, "en")
    connected = connected_before(23)
    answer = asked(client, "Banco Dos 0022")
    told = answer.context["form"].errors["holder"][0]
    assert (answer.status_code, Withdrawal.objects.count()) == (422, 1)
    assert f"{connected + timedelta(hours=24):%b %Y, %H:%M} UTC" in told
    connected_before(24.1)
    assert "reauthenticate" in asked(client, "Banco Dos 0022")["Location"]


@pytest.mark.empty
def test_a_factor_connected_today_changes_no_address(client: Client) -> None:
    codes = ana_inside(client)
    long_ago(User.objects.get())
    client.post(reverse("mfa_reauthenticate"), {"code": codes[0]})
    assert change_address(client).request["PATH_INFO"] == reverse("mfa_index")
    assert (EmailAddress.objects.count(), len(mail.outbox)) == (1, 0)
