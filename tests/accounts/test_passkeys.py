"""Passkeys with Chromium's virtual authenticator: creation, names, sign-in, second step, removal."""

import json
import re
from collections.abc import Iterator
from typing import Any

import pytest
from allauth.mfa.models import Authenticator
from django.test import Client
from playwright.sync_api import Browser, CDPSession, Page, expect

from accounts.models.users import User
from journal.models import Event
from tests.accounts.people import PASSWORD, ana_confirmed, log_in
from tests.accounts.test_browser import ana_with_a_real_hash
from tests.accounts.test_no_alarm_of_ones_own import no_alarm
from tests.exhaustive import slow_but_every
from tests.fixtures.failures import Evidence
from tests.fixtures.site import Site

DEVICE = {
    "protocol": "ctap2",
    "transport": "internal",
    "hasResidentKey": True,
    "hasUserVerification": True,
    "isUserVerified": True,
    "automaticPresenceSimulation": True,
}


@pytest.fixture
def device(
    browser: Browser, site: Site, evidence: Evidence, request: pytest.FixtureRequest
) -> Iterator[tuple[Page, CDPSession]]:
    """Yield a phone page with a virtual authenticator, at localhost: browsers make no passkeys for IP addresses."""
    url = site.url.replace("127.0.0.1", "localhost")
    context = browser.new_context(
        base_url=url, locale="en-GB", viewport={"width": 360, "height": 740}
    )
    page = context.new_page()
    faults: list[str] = []
    page.on(
        "console", lambda one: faults.append(one.text) if "Security Policy" in one.text else None
    )
    page.on("pageerror", lambda error: faults.append(str(error)))
    session = context.new_cdp_session(page)
    session.send("WebAuthn.enable")
    yield page, session
    if faults:
        evidence.leave(request.node.nodeid, browser, site)
    context.close()
    assert faults == []


def plug_in(session: CDPSession, **changes: Any) -> str:
    added = session.send("WebAuthn.addVirtualAuthenticator", {"options": DEVICE | changes})
    return str(added["authenticatorId"])


def sign_in(page: Page) -> None:
    page.goto("/account/login/")
    page.get_by_label("Email").fill("ana@example.com")
    page.get_by_label("Password").fill(PASSWORD)
    page.locator("main").get_by_role("button", name="Sign in", exact=True).click()


def make_one(page: Page, name: str) -> None:
    page.goto("/account/2fa/webauthn/add/")
    if page.get_by_label("Password").count():
        page.get_by_label("Password").fill(PASSWORD)
        page.get_by_role("button", name="Go on").click()
    page.get_by_label("Name").fill(name)
    page.get_by_role("button", name="Create the passkey").click()


def sign_out(page: Page) -> None:
    page.context.clear_cookies(name="sessionid")


def is_in(page: Page) -> None:
    expect(page.locator(".site-menu__who")).to_have_text("ana@example.com")


def test_a_passkey_is_made_and_then_opens_the_account_alone_and_as_second_step(
    device: tuple[Page, CDPSession],
) -> None:
    page, session = device
    plug_in(session)
    ana = ana_with_a_real_hash()
    with no_alarm():
        sign_in(page)
        is_in(page)
        make_one(page, "My phone")
        expect(page.get_by_role("heading", level=1)).to_contain_text("ecovery codes")
        page.goto("/account/2fa/")
        expect(page.locator("strong", has_text="My phone")).to_be_visible()
        assert Authenticator.objects.filter(user=ana, type="webauthn").count() == 1

        sign_out(page)
        page.goto("/account/login/")
        page.get_by_role("button", name="Sign in with a passkey").click()
        is_in(page)

        sign_out(page)
        sign_in(page)
        expect(page.get_by_role("heading", name="Second factor")).to_be_visible()
        page.get_by_role("button", name="Use a passkey").click()
        is_in(page)


@pytest.mark.slow
@pytest.mark.empty
def test_a_passkey_is_renamed_and_removed(device: tuple[Page, CDPSession]) -> None:
    page, session = device
    plug_in(session)
    ana_with_a_real_hash()
    with no_alarm():
        sign_in(page)
        is_in(page)
        make_one(page, "")
        expect(page.get_by_role("heading", level=1)).to_contain_text("ecovery codes")
        page.goto("/account/2fa/")
        expect(page.locator("strong", has_text="Passkey 1")).to_be_visible()
        page.get_by_role("link", name="Rename Passkey 1").click()
        page.get_by_label("Name").fill("The blue key")
        page.get_by_role("button", name="Save").click()
        expect(page.locator("strong", has_text="The blue key")).to_be_visible()
        page.get_by_role("link", name="Remove The blue key").click()
        page.get_by_role("button", name="Remove").click()
        expect(page.get_by_text("You have none.")).to_be_visible()
        assert not Authenticator.objects.exists()


@pytest.mark.slow
def test_a_sign_in_without_a_passkey_is_refused(device: tuple[Page, CDPSession]) -> None:
    page, session = device
    plug_in(session, isUserVerified=False)
    ana_with_a_real_hash()
    page.goto("/account/login/")
    page.get_by_role("button", name="Sign in with a passkey").click()
    expect(page.get_by_role("alert")).to_contain_text("No passkey was used")
    page.goto("/options/")
    expect(page.get_by_label("Password")).to_be_visible()


@pytest.mark.slow
def test_without_javascript_nothing_offers_a_passkey_that_cannot_work(
    browser: Browser, site: Site
) -> None:
    context = browser.new_context(base_url=site.url, java_script_enabled=False)
    page = context.new_page()
    page.goto("/account/login/")
    assert page.locator("form[data-passkey]").is_hidden()
    context.close()


NO_PASSKEYS = ["", "x", "1", "[]", "{}", '"x"', '{"response": 3}', '{"id": "x", "response": {}}']
FORGED = json.dumps(
    {
        "id": "eA",
        "rawId": "eA",
        "type": "public-key",
        "clientExtensionResults": {},
        "response": {
            "clientDataJSON": "e30",
            "authenticatorData": "eA",
            "attestationObject": "eA",
            "signature": "eA",
            "userHandle": "MQ",
        },
    }
)


@pytest.mark.database
@pytest.mark.parametrize("credential", [*NO_PASSKEYS, FORGED])
def test_an_invalid_passkey_does_not_sign_in_and_is_recorded(
    client: Client, credential: str
) -> None:
    ana_confirmed()
    client.get("/account/2fa/webauthn/login/", headers={"Accept": "application/json"})
    answer = client.post("/account/2fa/webauthn/login/", {"credential": credential}, follow=True)
    assert answer.status_code == 200
    assert "_auth_user_id" not in client.session
    assert Event.objects.filter(kind="login_failed", data__part="passkey").count() == 1


@pytest.mark.database
@pytest.mark.parametrize("credential", slow_but_every(3, [*NO_PASSKEYS, FORGED]))
@pytest.mark.empty
def test_an_invalid_passkey_is_not_stored(client: Client, credential: str) -> None:
    ana: User = ana_confirmed()
    log_in(client, ana.email)
    client.post("/account/reauthenticate/", {"password": PASSWORD})
    client.get("/account/2fa/webauthn/add/")
    answer = client.post("/account/2fa/webauthn/add/", {"name": "x", "credential": credential})
    assert answer.status_code == 422
    assert not Authenticator.objects.exists()


@pytest.mark.slow
def test_a_password_reset_accepts_a_passkey(device: tuple[Page, CDPSession], site: Site) -> None:
    page, session = device
    plug_in(session)
    ana = ana_with_a_real_hash()
    sign_in(page)
    is_in(page)
    make_one(page, "My phone")
    expect(page.get_by_role("heading", level=1)).to_contain_text("ecovery codes")
    sign_out(page)
    page.goto("/account/password/reset/")
    page.get_by_label("Email").fill(ana.email)
    page.locator("main form button").click()
    expect(page).to_have_url(re.compile("/reset/done/"))
    link = re.search(r"https?://[^/\s]+(/account/password/reset/key/\S+)", site.output())
    assert link
    page.goto(link[1])
    for label in ("New password", "New password (again)"):
        page.get_by_label(label, exact=True).fill("another long secret")
    page.get_by_role("button", name="Save the password").click()
    expect(page).to_have_url(re.compile("/reset/key/done/"))
    old, ana.password = ana.password, User.objects.get(pk=ana.pk).password
    assert old != ana.password
