"""Redirects after a form: only addresses of this site are followed."""

from typing import Any
from urllib.parse import urlsplit

import pytest
from allauth.mfa.recovery_codes.internal.auth import RecoveryCodes
from allauth.mfa.totp.internal.auth import TOTP, generate_totp_secret
from django.test import Client
from django.urls import reverse

from journal.models import Event
from pages.answers import redirect_back
from tests.accounts.people import PASSWORD, ana, ana_confirmed, form_of
from tests.exhaustive import slow_but

pytestmark = pytest.mark.database
ODD = [
    "abc",
    "accounts:options",
    "lobby",
    "//elsewhere.example/",
    "https://elsewhere.example/",
    "/\\elsewhere.example/",
    "\\\\elsewhere.example",
    "///elsewhere.example",
    "https:///elsewhere.example",
    "javascript:alert(1)",
    "http://[",
    "/\r\nSet-Cookie: a=b",
    "\x00",
    " /bank/",
    "ñ",
    "x" * 5000,
    "/" + "x" * 5000,
    ".",
    "?",
]


def sounds(back: str) -> Any:
    client = Client(raise_request_exception=False)
    client.force_login(ana_confirmed())
    return client.post(reverse("accounts:sounds"), {"heard": "yes", "next": back})


def language(back: str) -> Any:
    client = Client(raise_request_exception=False)
    return client.post(reverse("set_language"), {"language": "en", "next": back})


def sign_in(back: str) -> Any:
    client = Client(raise_request_exception=False)
    sent = {"login": ana_confirmed().email, "password": PASSWORD, "next": back}
    return client.post(reverse("account_login"), sent)


def sign_out(back: str) -> Any:
    client = Client(raise_request_exception=False)
    client.force_login(ana_confirmed())
    return client.post(reverse("account_logout"), {"next": back})


def sign_up(back: str) -> Any:
    client = Client(raise_request_exception=False)
    return client.post(reverse("account_signup"), {**form_of(ana()), "next": back})


def again(back: str) -> Any:
    client = Client(raise_request_exception=False)
    client.force_login(ana_confirmed())
    return client.post(reverse("account_reauthenticate"), {"password": PASSWORD, "next": back})


def factor(back: str) -> Any:
    client, user = Client(raise_request_exception=False), ana_confirmed()
    client.force_login(user)
    TOTP.activate(user, generate_totp_secret())
    code = RecoveryCodes.activate(user).get_unused_codes()[0]
    return client.post(reverse("mfa_reauthenticate"), {"code": code, "next": back})


@pytest.mark.parametrize("form", [sounds, language, sign_in, sign_out, sign_up, again, factor])
@pytest.mark.parametrize(
    "back",
    slow_but(ODD, lambda back: "elsewhere" in back or "script" in back),
    ids=lambda back: repr(back[:12]),
)
def test_malformed_return_urls_are_ignored(form: Any, back: str) -> None:
    answer = form(back)
    assert answer.status_code < 500
    leads = answer.get("Location", "")
    assert urlsplit(leads).netloc == ""
    assert not leads.startswith(("//", "/\\", "\\"))
    assert "\n" not in leads
    assert not Event.objects.filter(kind__icontains="error").exists()


@pytest.mark.parametrize("back", ["/help/", "/table/ligalo/?step=2#felt", "/ñ/"])
def test_an_address_of_the_site_is_followed(rf: Any, back: str) -> None:
    answer = redirect_back(rf.post("/"), back, "accounts:options")
    assert (answer.status_code, urlsplit(answer["Location"]).netloc) == (303, "")
    assert answer["Location"].startswith(back[:5].replace("ñ", "%C3%B1"))


@pytest.mark.parametrize("back", ODD, ids=lambda back: repr(back[:12]))
def test_other_return_urls_use_the_default_page(rf: Any, back: str) -> None:
    answer = redirect_back(rf.post("/"), back, "accounts:options")
    path = answer["Location"]
    assert path == "/options/" or path.startswith("/%0D%0A")
