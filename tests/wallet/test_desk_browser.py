"""The cashier's desk in a browser, in both languages and at both widths."""

import pytest
from django.urls import reverse
from playwright.sync_api import Browser, Page, expect

from accounts.roles.values import Role
from tests.accounts.staff import staff
from tests.fixtures.axe import faults
from tests.fixtures.looking import looked_at, narrow, too_wide
from tests.fixtures.site import Site
from tests.waiting import wait_until
from tests.wallet.cash import person
from tests.wallet.ledger import funded
from tests.wallet.rates import approved
from tests.wallet.test_corrections import adjustment, reversal
from tests.wallet.test_desk_list import asked, recorded
from tests.wallet.test_rate_rules import limit, spread
from tests.wallet.test_staff_browser import comes_in
from wallet.cash.models import Deposit, DepositStep
from wallet.cash.services import withdrawals
from wallet.ledger.models import Acceptance, LedgerCheck


def a_day() -> list[str]:
    """Fill the desk with one of everything; return the addresses of its pages."""
    approved("COP", "0.00025")
    funded(text="5000.00")
    small, large = recorded("50.00"), recorded("2500.00", note="bundle 7, counted twice " * 8)
    recorded("1000000", "bea", "COP")
    first, second = asked("100.00"), asked("2000.00")
    withdrawals.approve_withdrawal(second.pk, seen=1, acting_user=staff(Role.CASHIER))
    taken = DepositStep.objects.get(deposit=small, to_state="credited").transfer_id
    assert taken is not None
    corrections = (adjustment("-5.00"), reversal(taken))
    limit(), spread()
    return [
        reverse("cash:desk"),
        reverse("cash:record"),
        reverse("cash:correct"),
        reverse("cash:limits"),
        reverse("rates:rules"),
        reverse("cash:reverse", args=[taken]),
        *(reverse("cash:deposit", args=[one.pk]) for one in (small, large)),
        *(reverse("cash:withdrawal", args=[one.pk]) for one in (first, second)),
        *(reverse("cash:correction", args=[one.pk]) for one in corrections),
    ]


def opened(page: Page, address: str) -> bool:
    answer = page.goto(address)
    return answer is not None and answer.status == 200


def test_a_deposit_is_written_looked_at_and_recorded(page: Page) -> None:
    comes_in(page.context, staff(Role.CASHIER))
    person()
    page.goto(reverse("cash:record"))
    page.get_by_label("Player's email address").fill("ana@example.test")
    page.get_by_label("Amount").fill("50")
    page.get_by_label("Payment and receipt").fill("slip 7")
    page.get_by_role("button", name="Review").click()
    expect(page.get_by_text("Nothing is recorded yet.")).to_be_visible()
    looked_at(page, "confirm")
    page.get_by_role("button", name="Correct").click()
    page.get_by_label("Amount").fill("60")
    page.get_by_role("button", name="Review").click()
    page.get_by_role("button", name="Record", exact=True).click()
    expect(page.get_by_text("60.00", exact=False).first).to_be_visible()
    assert [one.units for one in Deposit.objects.all()] == [600_000]


@pytest.mark.slow
def test_every_page_of_the_desk_fits_and_is_accessible(browser: Browser, site: Site) -> None:
    """CSP is off because axe injects styles."""
    addresses = a_day()
    found: list[tuple[Role, str, object]] = []
    for role, language in ((Role.CASHIER, "es"), (Role.COMPLIANCE_MANAGER, "en")):
        context = browser.new_context(base_url=site.url, locale="en-GB", bypass_csp=True)
        comes_in(context, staff(role), language)
        page = context.new_page()
        narrow(page)
        seen = 0
        for address in addresses:
            if not opened(page, address):
                continue
            seen += 1
            name = address.strip("/").replace("/", "_")
            found += [(role, address, one) for one in too_wide(page, f"{role}_{name}_{language}")]
            found += [(role, address, fault) for fault in faults(page, ".staff, #content")]
        context.close()
        assert seen
    assert found == []


ROW = (
    "round 0b5c2a1e-7f3d-4f58-9a53-0d7f1a8a4c11 of player 12: 10000 USD staked and 1000000 paid,"
    " the round says  and "
)


@pytest.mark.parametrize("language", ["es", pytest.param("en", marks=pytest.mark.slow)])
def test_two_people_accept_a_finding_on_a_page_that_fits(
    browser: Browser, site: Site, language: str
) -> None:
    line = "settlements and refunds are what their rounds returned"
    told = f"{line}: broken by 2\n  {ROW}\n  another row"
    LedgerCheck.objects.create(passed=False, findings=[told])
    address = site.url + reverse("cash:findings")

    def seen_by(role: Role) -> Page:
        context = browser.new_context(bypass_csp=True)  # for axe
        comes_in(context, staff(role), language)
        page = context.new_page()
        narrow(page)
        assert opened(page, address)
        return page

    cashier = seen_by(Role.CASHIER)
    cashier.get_by_role("radio").first.check()
    cashier.locator("textarea").fill("forged on 3 May, taken back by C-000004")
    cashier.locator(".staff-form button").click()
    wait_until(Acceptance.objects.exists, "nothing is proposed")
    assert Acceptance.objects.get().row == ROW
    manager = seen_by(Role.COMPLIANCE_MANAGER)
    manager.locator("button[value=approve]").click()
    wait_until(Acceptance.objects.filter(decision__isnull=False).exists, "nothing is decided")
    assert Acceptance.objects.get().decision.approved
    for page in (cashier, manager):
        page.reload()
        assert faults(page, ".staff, #content") == []
        assert too_wide(page, f"findings_{language}") == []
        page.set_viewport_size({"width": 320, "height": 900})
        assert page.evaluate("document.documentElement.scrollWidth") <= 320
        page.context.close()
