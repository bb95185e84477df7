"""The back office in a browser: with its CSP, in both languages, at both widths."""

import pytest
from allauth.mfa.recovery_codes.internal.auth import RecoveryCodes
from playwright.sync_api import BrowserContext, Page, expect

from accounts.models.users import User
from accounts.roles.values import Role
from tests.accounts.staff import PASSWORD, inside, staff
from tests.fixtures.coming_in import take_over
from tests.fixtures.looking import looked_at, narrow, too_wide
from tests.wallet.rates import approved, enter
from wallet.rates.selectors import rates


def some_rates() -> None:
    approved("EUR", "1.10", hours=60)
    approved("EUR", "1.15", hours=30)
    approved("EUR", "1.16", hours=3)
    approved("COP", "0.00025", hours=90)
    enter("VES", "0.004", hours=1)
    enter("EUR", "1.50", hours=1)


def comes_in(context: BrowserContext, user: User, language: str = "en") -> None:
    """Sign in the browser context with both factors."""
    take_over(context, inside(user), language)


def test_an_operator_signs_in_and_enters_a_rate(page: Page) -> None:
    user = staff(Role.OPERATOR)
    user.language = "en"
    user.save()
    # Unlike one of the app, it does not expire.
    code = RecoveryCodes.activate(user).get_unused_codes()[0]
    page.goto("/staff/")
    page.get_by_label("Email").fill(user.email)
    page.get_by_label("Password").fill(PASSWORD)
    page.locator("main").get_by_role("button", name="Sign in", exact=True).click()
    page.get_by_label("Code").fill(code)
    page.locator("main").get_by_role("button").first.click()
    expect(page).to_have_url("/staff/")
    page.locator("#nav-sidebar summary", has_text="Exchange rates").click()
    page.get_by_role("link", name="Enter a rate").last.click()
    page.get_by_label("Currency").select_option("COP")
    page.get_by_label("Rate", exact=True).fill("4000")
    page.get_by_label("Source").fill("central bank")
    page.get_by_role("button", name="Enter", exact=True).click()
    expect(page.get_by_text("waits for a second person")).to_be_visible()
    looked_at(page, "entered")
    assert rates.pending_rates("COP").count() == 1


def test_a_manager_approves_it(page: Page) -> None:
    some_rates()
    comes_in(page.context, staff(Role.COMPLIANCE_MANAGER))
    page.goto("/staff/rates/waiting/")
    ves = page.get_by_role("article", name="VES")
    ves.get_by_label("Reason").fill("as published")
    ves.get_by_role("button", name="Approve").click()
    expect(page.get_by_text("The rate is in effect.")).to_be_visible()
    looked_at(page, "approved")
    assert rates.usable_rate("VES").rate


@pytest.mark.slow
@pytest.mark.parametrize("language", ["es", "en"])
def test_a_preview_of_rates_is_not_wider_than_the_window(page: Page, language: str) -> None:
    comes_in(page.context, staff(Role.OPERATOR), language)
    narrow(page)
    page.goto("/staff/rates/import/")
    content = b"currency,rate,as_of,source\nDOP,0.016,2026-01-02,BCRD\nUSD,1,2026-01-02,x\n"
    page.locator("input[type=file]").set_input_files(
        {"name": "rates.csv", "mimeType": "text/csv", "buffer": content}
    )
    page.locator(".staff button[type=submit]").click()
    expect(page.locator(".staff-table tbody tr")).to_have_count(2)
    assert too_wide(page, f"preview_{language}") == []
