"""Registered apps: their registration by an administrator, their addresses, and discovery."""

import re

import pytest
from django.test import Client

from accounts.roles.values import Role
from api.models import RegisteredApp
from api.values.redirect_uris import parse_redirect_uri
from journal.models import Event, EventKind
from tests.accounts.staff import inside, staff
from tests.api.apps import (
    REDIRECT,
)

pytestmark = pytest.mark.database


def test_redirect_addresses_are_complete() -> None:
    good = (
        "https://trainer.example/done?of=1",
        "http://127.0.0.1:8123/done",
        "http://[::1]:8123/done",
        "com.example.trainer:/done",
    )
    assert tuple(parse_redirect_uri(uri) for uri in good) == good
    for uri in (
        "http://trainer.example/done",
        "https://*.example/done",
        "https://trainer.example/#done",
        "https://me@trainer.example/",
        "javascript:alert(1)",
        "/done",
        "https:///done",
    ):
        with pytest.raises(ValueError, match=re.escape(uri)):
            parse_redirect_uri(uri)


def test_discovery_names_only_what_is_offered() -> None:
    found = Client().get("/.well-known/oauth-authorization-server").json()
    assert found["scopes_supported"] == ["read", "play", "play:real"]
    assert found["response_types_supported"] == ["code"]
    assert found["code_challenge_methods_supported"] == ["S256"]
    assert found["token_endpoint"].endswith("/identity/o/api/token")
    assert "userinfo_endpoint" not in found
    assert Client().get("/.well-known/jwks.json").json() == {"keys": []}
    assert Client().get("/identity/o/api/userinfo").status_code == 404


def test_an_administrator_registers_an_app_and_sees_its_secret_once() -> None:
    browser = inside(staff(Role.ADMINISTRATOR))
    form = {
        "name": "Trainer",
        "maker": "Example Ltd",
        "website": "https://trainer.example/",
        "kind": "confidential",
        "redirect_uris": REDIRECT,
        "scopes": ["read", "play"],
    }
    wrong = browser.post("/staff/apps/new/", {**form, "redirect_uris": "http://trainer.example"})
    assert (wrong.status_code, RegisteredApp.objects.exists()) == (422, False)
    shown = browser.post("/staff/apps/new/", form)
    app = RegisteredApp.objects.get()
    secret = shown.context["issued"].secret
    assert secret in shown.text
    assert app.client.check_secret(secret)
    for path in ("/staff/apps/", f"/staff/apps/{app.pk}/"):
        text = browser.get(path).text
        assert ("Trainer" in text, secret in text) == (True, False)
    renewed = browser.post(f"/staff/apps/{app.pk}/secret/", {"reason": "lost"})
    assert renewed.context["issued"].secret not in {secret, ""}
    app.client.refresh_from_db()
    assert not app.client.check_secret(secret)
    browser.post(f"/staff/apps/{app.pk}/real-money/propose/", {"reason": "examined"})
    second = inside(staff(Role.COMPLIANCE_MANAGER))
    assert "examined" in second.get(f"/staff/apps/{app.pk}/").text
    proposal = app.proposals.get()
    decided = second.post(
        f"/staff/apps/real-money/{proposal.pk}/decide/", {"verdict": "approve", "reason": "seen"}
    )
    assert decided.status_code in {302, 303}
    app.refresh_from_db()
    assert app.real_money
    browser.post(f"/staff/apps/{app.pk}/revoke/", {"reason": "misuse"})
    app.refresh_from_db()
    assert (app.is_active, app.real_money) == (False, False)
    assert not Event.objects.filter(kind=EventKind.CONFIGURATION_ALTERED.value).exists()
