"""Confirmation of time-outs and self-exclusion: failed logins of others never block it, nor does a missing password."""

from typing import Any
from uuid import uuid4

import pytest
from allauth.account.internal.flows.login import record_authentication
from allauth.mfa.models import Authenticator
from allauth.mfa.recovery_codes.internal.auth import RecoveryCodes
from allauth.mfa.totp.internal.auth import TOTP, generate_totp_secret
from django.test import Client, RequestFactory
from django.urls import reverse

from accounts.models.restrictions import Restriction
from accounts.models.users import User
from journal.models import Event
from tests.accounts.people import PASSWORD, demo, log_in

pytestmark = pytest.mark.database
TIME_OUT, EXCLUDE = "/responsible/time-out/", "/responsible/exclusion/"
BOTH = pytest.mark.parametrize(
    ("page", "asked"),
    [(TIME_OUT, {"days": "7"}), (EXCLUDE, {"term": "for_good", "understood": "on"})],
)


def at_home() -> Client:
    client = Client(REMOTE_ADDR="10.1.1.1")
    client.force_login(demo())
    return client


def sent(asked: dict[str, str], password: str = PASSWORD) -> dict[str, str]:
    return {**asked, "password": password, "key": str(uuid4())}


def leaves(client: Client, page: str, form: dict[str, str]) -> Any:
    answer = client.post(page, form)
    left = answer.status_code == 303 and answer["Location"] == "/responsible/"
    assert left == Restriction.objects.exists()
    return answer


@BOTH
def test_failures_of_others_on_the_network_do_not_block_self_exclusion(
    page: str, asked: dict[str, str]
) -> None:
    client = at_home()
    for n in range(3):
        log_in(Client(REMOTE_ADDR="10.1.1.1"), f"nobody{n}@example.com", "wrong wrong")
    assert leaves(client, page, sent(asked)).status_code == 303


@BOTH
def test_failures_with_the_players_address_do_not_block_self_exclusion(
    page: str, asked: dict[str, str]
) -> None:
    client = at_home()
    for n in range(3):
        log_in(Client(REMOTE_ADDR=f"10.9.{n}.1"), demo().email, "wrong wrong")
    assert leaves(client, page, sent(asked)).status_code == 303


def test_a_session_allows_five_wrong_passwords() -> None:
    client, other = at_home(), at_home()
    for _ in range(5):
        assert leaves(client, TIME_OUT, sent({"days": "7"}, "not the password")).status_code == 422
    refused = leaves(client, TIME_OUT, sent({"days": "7"}))
    assert refused.context["form"].errors.as_data()["password"][0].code == "too_many_tries"
    kinds = list(Event.objects.filter(kind__startswith="login_").values_list("kind", flat=True))
    assert sorted(kinds) == [*["login_failed"] * 5, "login_locked"]
    assert leaves(other, TIME_OUT, sent({"days": "7"})).status_code == 303


def test_correct_passwords_are_not_counted() -> None:
    client = at_home()
    for _ in range(6):  # correct password, but an error elsewhere in the form
        assert leaves(client, TIME_OUT, sent({"days": "99"})).status_code == 422
    assert leaves(client, TIME_OUT, sent({"days": "7"})).status_code == 303


def with_a_passkey(client: Client) -> User:
    player = demo()
    data = {"name": "Phone", "credential": {"attestation": ""}}
    Authenticator.objects.create(user=player, type=Authenticator.Type.WEBAUTHN, data=data)
    request = RequestFactory().get("/")
    request.session, request.user = client.session, player
    record_authentication(request, player, "mfa", type="webauthn", passwordless=True)
    request.session.save()
    return player


@BOTH
def test_passkey_users_need_no_password(page: str, asked: dict[str, str]) -> None:
    client = at_home()
    with_a_passkey(client)
    assert 'type="password"' not in client.get(page).text
    assert leaves(client, page, {**asked, "key": str(uuid4())}).status_code == 303


@BOTH
def test_self_exclusion_needs_a_password_or_factor(page: str, asked: dict[str, str]) -> None:
    assert leaves(at_home(), page, {**asked, "key": str(uuid4())}).status_code == 422


def test_a_factor_replaces_the_password_and_the_form_is_kept() -> None:
    client, player = at_home(), demo()
    assert b"by_factor" not in client.get(TIME_OUT).content
    TOTP.activate(player, generate_totp_secret())
    code = RecoveryCodes.activate(player).get_unused_codes()[0]
    assert b"by_factor" in client.get(TIME_OUT).content
    asked = leaves(client, TIME_OUT, {"days": "14", "by_factor": "yes", "key": str(uuid4())})
    assert asked["Location"].startswith(reverse("mfa_reauthenticate"))
    back = client.post(asked["Location"], {"code": code}, follow=True)
    assert back.request["PATH_INFO"] == TIME_OUT
    assert 'value="14"' in back.text
    assert leaves(client, TIME_OUT, {"days": "14", "key": str(uuid4())}).status_code == 303


def test_players_without_a_factor_are_not_asked_for_one() -> None:
    answer = leaves(at_home(), TIME_OUT, {"days": "14", "by_factor": "yes", "key": str(uuid4())})
    assert answer.status_code == 422
