"""Failed sign-ins: locks of accounts and networks, pauses, known devices, mails."""

from datetime import timedelta

import pytest
import time_machine
from allauth.account.adapter import get_adapter
from allauth.core.context import request_context
from django.core import mail
from django.test import Client, RequestFactory
from django.urls import reverse
from django.utils import timezone

from accounts.factors.selectors import demo_code
from accounts.roles.values import Role
from accounts.sign_in.services import account_failures
from journal.models import Event, EventKind
from tests.accounts.people import (
    ana_confirmed,
    demo,
    is_signed_in,
    link_in_last_mail,
    log_in,
)
from tests.accounts.staff import PASSWORD as STAFF_PASSWORD, staff

pytestmark = pytest.mark.database


def fail(client: Client, email: str, times: int) -> None:
    """Fail to log in `times` times, a minute apart: an immediate retry would be throttled."""
    for before in range(times, 0, -1):
        with time_machine.travel(timezone.now() - timedelta(minutes=before)):
            log_in(client, email, "not the password")


def test_after_three_failures_even_the_right_password_is_refused_for_half_an_hour(
    client: Client,
) -> None:
    user = ana_confirmed()
    fail(client, user.email, 3)
    answer = log_in(client, user.email)
    assert answer.status_code == 422
    assert not is_signed_in(client)
    assert Event.objects.filter(kind=EventKind.LOGIN_LOCKED, subject=f"user {user.pk}").exists()

    with time_machine.travel(timezone.now() + timedelta(minutes=31)):
        log_in(client, user.email)
    assert is_signed_in(client)


def test_an_address_without_an_account_is_locked_just_the_same(client: Client) -> None:
    user = ana_confirmed()
    fail(client, user.email, 3)
    fail(client, "nobody@example.com", 3)
    real = log_in(client, user.email)
    unreal = log_in(client, "nobody@example.com")
    assert real.status_code == unreal.status_code
    assert real.context["form"].errors == unreal.context["form"].errors


def test_three_failures_in_a_row_lock_the_network_for_everybody_with_the_same_words(
    client: Client,
) -> None:
    for n in range(3):
        fail(client, f"nobody{n}@example.com", 1)
    bea = demo()
    refused = log_in(client, bea.email)
    assert refused.status_code == 422
    assert not is_signed_in(client)
    other = Client(REMOTE_ADDR="10.0.0.9")
    fail(other, "somebody@example.com", 3)
    locked = log_in(other, "somebody@example.com")
    assert refused.context["form"].errors == locked.context["form"].errors
    elsewhere = Client(REMOTE_ADDR="10.0.0.10")
    log_in(elsewhere, bea.email)
    assert is_signed_in(elsewhere)
    with time_machine.travel(timezone.now() + timedelta(minutes=31)):
        log_in(client, bea.email)
    assert is_signed_in(client)


def test_a_sign_in_resets_the_failures_of_its_network(client: Client) -> None:
    ana, bea = ana_confirmed(), demo()
    for _ in range(3):
        fail(client, ana.email if _ else "nobody@example.com", 1)
        fail(client, "somebody@example.com", 1) if not _ else None
        log_in(other := Client(), bea.email)
        assert is_signed_in(other)


def test_an_ipv6_line_counts_as_one_network() -> None:
    bea = demo()
    for n in range(3):
        fail(Client(REMOTE_ADDR=f"2001:db8:1:2::{n}"), f"nobody{n}@example.com", 1)
    same, other = Client(REMOTE_ADDR="2001:db8:1:2:3::9"), Client(REMOTE_ADDR="2001:db8:1:3::9")
    log_in(same, bea.email)
    log_in(other, bea.email)
    assert (is_signed_in(same), is_signed_in(other)) == (False, True)


def test_a_wrong_code_counts_against_the_network_as_a_wrong_password_does(client: Client) -> None:
    user = staff(Role.OPERATOR)
    log_in(client, user.email, STAFF_PASSWORD)
    for _ in range(3):
        client.post(reverse("mfa_authenticate"), {"code": "000000"})
    log_in(other := Client(), demo().email)
    assert not is_signed_in(other)


def test_a_wrong_code_at_a_reset_link_counts_against_the_network(client: Client) -> None:
    user = staff(Role.OPERATOR)
    client.post(reverse("account_reset_password"), {"email": user.email})
    form = client.get(link_in_last_mail(), follow=True)
    new = {"password1": "another long secret", "password2": "another long secret"}
    for _ in range(3):
        client.post(form.request["PATH_INFO"], {**new, "code": "000000"})
    log_in(other := Client(), demo().email)
    assert not is_signed_in(other)


def test_a_reset_link_opens_a_locked_account(client: Client) -> None:
    user = ana_confirmed()
    fail(client, user.email, 3)
    client.post(reverse("account_reset_password"), {"email": user.email})
    form = client.get(link_in_last_mail(), follow=True)
    new = {"password1": "another long secret", "password2": "another long secret"}
    client.post(form.request["PATH_INFO"], new)
    log_in(client, user.email, "another long secret")
    assert is_signed_in(client)


def test_a_stranger_does_not_lock_an_account_for_its_owner(client: Client) -> None:
    user = ana_confirmed()
    stranger = Client(REMOTE_ADDR="10.0.0.9")
    fail(stranger, user.email, 3)
    log_in(stranger, user.email)
    assert not is_signed_in(stranger)

    log_in(client, user.email)

    assert is_signed_in(client)


def test_many_strangers_slow_an_account_down_and_its_own_devices_pass(client: Client) -> None:
    user = ana_confirmed(language="en")
    log_in(client, user.email)
    client.post(reverse("account_logout"))
    for n in range(8):
        with time_machine.travel(timezone.now() - timedelta(minutes=2 * (7 - n))):
            stranger = Client(REMOTE_ADDR=f"10.0.{n}.9")
            log_in(stranger, user.email, "not the password")

    new = Client(REMOTE_ADDR="10.1.0.9", headers={"Accept-Language": "en"})
    answer = log_in(new, user.email)
    assert "Wait a minute" in str(answer.context["form"].errors)
    assert not is_signed_in(new)
    with time_machine.travel(timezone.now() + timedelta(minutes=1, seconds=1)):
        log_in(new, user.email)
    assert is_signed_in(new)

    fail(Client(), "nobody@example.com", 3)  # from the owner's network
    log_in(client, user.email)
    assert is_signed_in(client)


def test_a_known_device_has_three_tries_for_its_own_accounts(client: Client) -> None:
    user, bea = ana_confirmed(), demo()
    log_in(client, user.email)
    client.post(reverse("account_logout"))
    fail(client, user.email, 3)
    log_in(client, user.email)
    assert not is_signed_in(client)
    log_in(client, bea.email)  # the network is locked, and Bea is not known on this device
    assert not is_signed_in(client)


def test_an_unsigned_device_cookie_is_ignored(client: Client) -> None:
    user = ana_confirmed()
    fail(client, "nobody@example.com", 3)
    for value in ("", "x", "e30:x:y"):
        client.cookies["device"] = value
        log_in(client, user.email)
        assert not is_signed_in(client)


def test_five_reset_mails_a_day_for_an_address(client: Client) -> None:
    user = ana_confirmed()
    for n in range(7):
        with time_machine.travel(timezone.now() + timedelta(minutes=2 * n)):
            client.post(reverse("account_reset_password"), {"email": user.email})
    assert len(mail.outbox) == 5
    with time_machine.travel(timezone.now() + timedelta(hours=25)):
        client.post(reverse("account_reset_password"), {"email": user.email})
    assert len(mail.outbox) == 6


def refused(client: Client, email: str) -> str:
    """Return the error shown when the correct password is rejected."""
    answer = log_in(client, email)
    assert not is_signed_in(client)
    return str(answer.context["form"].errors)


def test_tries_are_slowed_down_before_anything_is_locked(client: Client) -> None:
    user = ana_confirmed(language="en")
    client.defaults["HTTP_ACCEPT_LANGUAGE"] = "en"
    with time_machine.travel(timezone.now(), tick=False) as clock:
        for _free in range(2):
            log_in(client, user.email, "not the password")
        # throttled, not locked: the delay ends by itself
        assert "Wait a minute" in refused(client, user.email)
        clock.shift(1.1)
        log_in(client, user.email, "not the password")
        assert "half an hour" in refused(client, user.email)


def test_pauses_rise_from_wherever_the_failures_come() -> None:
    user = ana_confirmed()
    pauses = []
    with time_machine.travel(timezone.now(), tick=False) as clock:
        for n in range(9):
            log_in(Client(REMOTE_ADDR=f"10.0.{n}.9"), user.email, "not the password")
            pauses.append(account_failures.seconds_to_wait(user.email))
            clock.shift(61)
    assert pauses == pytest.approx([0, 1, 2, 4, 8, 16, 32, 60, 60])


def test_a_new_password_by_a_link_ends_the_pause(client: Client) -> None:
    user = ana_confirmed()
    for n in range(4):
        with time_machine.travel(timezone.now() - timedelta(minutes=3 - n)):
            stranger = Client(REMOTE_ADDR=f"10.0.{n}.9")
            log_in(stranger, user.email, "not the password")
    assert account_failures.seconds_to_wait(user.email) > 0
    client.post(reverse("account_reset_password"), {"email": user.email})
    form = client.get(link_in_last_mail(), follow=True)
    new = {"password1": "another long secret", "password2": "another long secret"}
    client.post(form.request["PATH_INFO"], new)
    log_in(client, user.email, "another long secret")
    assert is_signed_in(client)


@pytest.mark.usefixtures("still_clock")
def test_a_stranger_cannot_keep_staff_out_of_their_known_device(client: Client) -> None:
    user = staff(Role.OPERATOR)
    log_in(client, user.email, STAFF_PASSWORD)
    client.post(reverse("mfa_authenticate"), {"code": demo_code(user)})
    assert is_signed_in(client)
    client.post(reverse("account_logout"))
    stranger = Client(REMOTE_ADDR="10.0.0.9")
    for _ in range(12):
        log_in(stranger, user.email, "not the password")
    for _ in range(3):  # failures from the device's own network
        log_in(Client(), "nobody@example.com", "not the password")
    log_in(client, user.email, STAFF_PASSWORD)
    assert client.get(reverse("mfa_authenticate")).status_code == 200


def test_sign_ups_with_a_known_address_send_five_mails_a_day() -> None:
    user, other = ana_confirmed(), demo()
    request = RequestFactory().get("/")
    with request_context(request):
        adapter = get_adapter(request)
        for _ in range(8):
            adapter.send_account_already_exists_mail(user.email)
        adapter.send_account_already_exists_mail(other.email)
        with time_machine.travel(timezone.now() + timedelta(hours=25)):
            adapter.send_account_already_exists_mail(user.email)
    assert [one.to for one in mail.outbox] == [*[[user.email]] * 5, [other.email], [user.email]]
