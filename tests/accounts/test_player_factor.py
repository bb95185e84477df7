"""Second factors that the profile asks of players, and sign-ins that open by one."""

from datetime import timedelta
from uuid import uuid4

import pytest
import time_machine
from allauth.mfa.totp.internal.auth import TOTP, generate_totp_secret
from django.conf import settings
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from accounts.factors.selectors import IdentityProof
from accounts.models.sign_in import SignInLock
from accounts.sign_in.services import locks
from journal.models import Event
from tests.accounts.people import (
    ana_confirmed,
    demo,
    is_signed_in,
    link_in_last_mail,
    log_in,
)
from tests.accounts.test_login_limits import fail
from tests.accounts.test_second_step import ana_with_an_app, code_now
from tests.api.calls import Caller, assert_problem
from tests.fixtures.profiles import ProfileChange
from tests.wallet.cash import account, checked, just_now, person
from tests.wallet.ledger import funded, usd
from wallet.cash.models import Withdrawal
from wallet.cash.refusals import FactorNeeded
from wallet.cash.services.withdrawals import request_withdrawal
from wallet.ledger.models import Transfer

pytestmark = pytest.mark.database


def ask(proof: IdentityProof) -> Withdrawal:
    return request_withdrawal(
        person(), usd("20.00"), destination=account(), key=uuid4(), proof=proof
    )


@pytest.mark.parametrize("policy", ["withdrawals", "required"])
def test_each_withdrawal_needs_the_factor(profile: ProfileChange, policy: str) -> None:
    checked()
    funded(text="100.00")
    ask(just_now())
    profile(player_second_factor=policy)
    before = (Withdrawal.objects.count(), Transfer.objects.count())
    with pytest.raises(FactorNeeded) as refused:
        ask(just_now())  # a known destination
    assert refused.value.code == "factor_needed"
    TOTP.activate(person(), generate_totp_secret())
    with pytest.raises(FactorNeeded):
        ask(just_now())
    assert (Withdrawal.objects.count(), Transfer.objects.count()) == before
    ask(IdentityProof(factor_at=timezone.now()))


def test_the_page_leads_to_the_factor_before_a_withdrawal(profile: ProfileChange) -> None:
    profile(player_second_factor="withdrawals")
    checked()
    funded(text="100.00")
    client = Client()
    client.force_login(person())
    page = client.get(reverse("wallet:withdraw"))
    assert page.context["needs_factor"]


@pytest.mark.usefixtures("still_clock")
def test_a_required_factor_is_asked_of_every_session(profile: ProfileChange) -> None:
    user, secret = ana_with_an_app()
    client = Client()
    client.force_login(user)  # a session that has used none
    lobby = reverse("casino:lobby")
    assert client.get(lobby).status_code == 200
    profile(player_second_factor="required")
    assert client.get(lobby)["Location"].startswith(reverse("mfa_reauthenticate"))
    assert client.get(reverse("protection:hub")).status_code == 200
    inside = Client()
    log_in(inside, user.email)
    inside.post(reverse("mfa_authenticate"), {"code": code_now(secret)})
    assert inside.get(lobby).status_code == 200


def test_who_has_none_is_led_to_connect_one(profile: ProfileChange) -> None:
    profile(player_second_factor="required")
    client = Client()
    client.force_login(demo())
    assert client.get(reverse("wallet:bank"))["Location"] == reverse("mfa_index")
    assert client.get(reverse("mfa_index")).status_code in {200, 302}


def test_the_api_refuses_without_it(profile: ProfileChange) -> None:
    caller = Caller(demo())
    profile(player_second_factor="required")
    assert_problem(caller.get("/balances"), 403, "factor_required")
    assert caller.get("/reality-check").status_code == 403


def test_a_locked_sign_in_does_not_open_by_waiting(profile: ProfileChange) -> None:
    profile(sign_in_unlock="second_factor")
    client, user = Client(), ana_confirmed()
    fail(client, user.email, settings.LOGIN_NETWORK_FAILURES)
    with time_machine.travel(timezone.now() + timedelta(days=2)):
        answer = log_in(client, user.email)
        assert not is_signed_in(client)
        unknown = Client()
        fail(unknown, "nobody@example.com", settings.LOGIN_NETWORK_FAILURES)
    with time_machine.travel(timezone.now() + timedelta(days=4)):
        strange = log_in(unknown, "nobody@example.com")
    assert strange.context["form"].errors == answer.context["form"].errors
    assert Event.objects.filter(kind="login_locked", subject=f"user {user.pk}").exists()


def test_a_new_password_by_the_link_opens_it(profile: ProfileChange) -> None:
    profile(sign_in_unlock="second_factor")
    client, user = Client(), ana_confirmed()
    fail(client, user.email, settings.LOGIN_NETWORK_FAILURES)
    client.post(reverse("account_reset_password"), {"email": user.email})
    page = client.get(link_in_last_mail(), follow=True)
    fresh = "another good password"
    client.post(page.request["PATH_INFO"], {"password1": fresh, "password2": fresh})
    assert not SignInLock.objects.exists()
    log_in(client, user.email, fresh)
    assert is_signed_in(client)


def test_a_stranger_locks_only_the_own_network(profile: ProfileChange) -> None:
    profile(sign_in_unlock="second_factor")
    user, stranger = ana_confirmed(), Client(REMOTE_ADDR="198.51.100.7")
    fail(stranger, user.email, settings.LOGIN_NETWORK_FAILURES)
    client = Client()
    with time_machine.travel(timezone.now() + timedelta(minutes=5)):
        log_in(client, user.email)
    assert is_signed_in(client)
    assert SignInLock.objects.filter(is_locked=True).count() == 1  # no factor was used


@pytest.mark.usefixtures("still_clock")
def test_a_sign_in_with_the_factor_opens_all(profile: ProfileChange) -> None:
    profile(sign_in_unlock="second_factor")
    user, secret = ana_with_an_app()
    for _ in range(settings.LOGIN_NETWORK_FAILURES):
        locks.count_failure(user.email, "elsewhere", user.country)
    assert locks.is_locked(user.email, "elsewhere", user.country)
    client = Client()
    log_in(client, user.email)
    client.post(reverse("mfa_authenticate"), {"code": code_now(secret)})
    assert not SignInLock.objects.exists()


def test_nothing_is_locked_where_waiting_opens() -> None:
    client, user = Client(), ana_confirmed()
    fail(client, user.email, settings.LOGIN_NETWORK_FAILURES)
    assert not SignInLock.objects.exists()
