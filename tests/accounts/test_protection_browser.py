"""Responsible play in a real browser: reality check, password after an idle hour, pages on a phone."""

import re
import time
from datetime import timedelta
from uuid import uuid4

import pytest
from django.conf import settings
from django.contrib.auth.hashers import make_password
from django.contrib.sessions.backends.db import SessionStore
from django.utils import timezone
from playwright.sync_api import Browser, Page, expect

from accounts.models.users import User
from accounts.protection.services.exclusion import start_time_out
from accounts.visits.views.presence import SEEN
from casino.models import Round
from tests.accounts.people import demo
from tests.casino import scenes
from tests.casino.sitting_down import sign_in
from tests.fixtures.axe import serious_faults
from tests.fixtures.coming_in import come_in
from tests.fixtures.looking import too_wide
from tests.fixtures.site import Site

PASSWORD = scenes.PASSWORD
PAGES = {
    "hub": "/responsible/",
    "time_out": "/responsible/time-out/",
    "exclusion": "/responsible/exclusion/",
    "reality_check": "/responsible/reality-check/",
    "sessions": "/account/sessions/",
}


def playing_since(minutes: float) -> None:
    began = timezone.now() - timedelta(minutes=minutes)
    User.objects.update(session_began=began, reality_checked_at=None)


@pytest.mark.slow
@pytest.mark.parametrize("language", ["es", pytest.param("en", marks=pytest.mark.slow)])
def test_every_page_fits_and_is_accessible(browser: Browser, site: Site, language: str) -> None:
    player = demo()
    player.language = language
    player.save(update_fields=["language"])
    start_time_out(player, 3, key=uuid4())
    context = browser.new_context(base_url=site.url, locale="en-GB", bypass_csp=True)
    come_in(context, player)
    page = context.new_page()
    for name, address in PAGES.items():
        page.goto(address)
        assert too_wide(page, f"{name}_{language}") == [], address
        assert serious_faults(page) == [], address
    context.close()


@pytest.mark.slow
def test_the_check_on_the_table_fits_and_is_accessible(browser: Browser, site: Site) -> None:
    context = browser.new_context(base_url=site.url, locale="en-GB", bypass_csp=True)
    page = context.new_page()
    sign_in(page, "ligalo", scenes.seed_for(scenes.ordinary))
    playing_since(61)
    page.reload()
    expect(page.locator("#reality")).to_be_visible()
    assert too_wide(page, "reality") == []
    assert serious_faults(page) == []
    context.close()


def test_the_check_comes_by_itself_and_is_answered_in_place(page: Page) -> None:
    sign_in(page, "ligalo", scenes.seed_for(scenes.ordinary))
    playing_since(50)
    page.clock.install()
    page.reload()
    expect(page.locator("#bet")).to_be_visible()
    playing_since(60)
    page.clock.fast_forward("10:00")
    check = page.locator("#reality")
    expect(check).to_be_visible()
    expect(check).to_be_focused()
    expect(page.locator("#bet")).to_have_count(0)
    page.get_by_role("button", name="Go on").click()
    expect(page.locator("#bet")).to_be_visible()
    expect(check).to_have_count(0)


@pytest.mark.slow
def test_a_bet_after_a_rest_asks_for_the_password_and_keeps_the_stake(page: Page) -> None:
    sign_in(page, "ligalo", scenes.seed_for(scenes.ordinary))
    cookie = next(
        one for one in page.context.cookies() if one["name"] == settings.SESSION_COOKIE_NAME
    )
    page.locator("#stake-1").fill("15")
    rests(cookie["value"])
    page.locator("#deal").click()
    expect(page).to_have_url(re.compile("/account/reauthenticate/"))
    assert not Round.objects.exists()
    page.get_by_label("Password").fill(PASSWORD)
    page.get_by_role("button", name="Go on").click()
    expect(page).to_have_url(re.compile("/table/ligalo/$"))
    expect(page.locator("#stake-1")).to_have_value("15")
    page.locator("#deal").click()
    expect(page.locator("#table[data-round]")).to_be_visible()
    assert Round.objects.get().amount == 150_000


def rests(key: str) -> None:
    """Make this session idle for an hour, with a password hash that the running site can check."""
    player = User.objects.get(email="ana@example.test")
    player.password = make_password(PASSWORD, hasher="argon2")
    player.save(update_fields=["password"])
    session = SessionStore(key)
    session["_auth_user_hash"] = player.get_session_auth_hash()
    long_ago = time.time() - 3600
    user = session["_auth_user_id"]
    session["account_authentication_methods"] = [{"method": "password", "at": long_ago}]
    session["account_authentication_methods_user"] = user
    session[SEEN] = int(long_ago)
    session.save()


@pytest.mark.slow
def test_the_date_of_an_exclusion_is_asked_for_where_it_is_chosen(page: Page) -> None:
    come_in(page.context, demo())
    page.goto(PAGES["exclusion"])
    date = page.locator("[name=ends_on]")
    expect(date).to_be_hidden()
    page.locator("[name=term]").select_option("date")
    expect(date).to_be_visible()
    page.locator("[name=term]").select_option("for_good")
    expect(date).to_be_hidden()
