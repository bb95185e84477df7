"""The editor in a real browser: a wrong field is refused beside itself, the right one saved; nothing is wider than the window."""

import pytest
from playwright.sync_api import Browser, Page, expect

from blackjack.presets import PRESETS
from tables.models import RuleSetVersion
from tables.services import versions
from tests.fixtures.axe import faults
from tests.fixtures.looking import narrow, too_wide
from tests.fixtures.site import Site
from tests.tables.house import an_open_table, manager, operator, with_mathematics
from tests.wallet.test_staff_browser import comes_in

LIGALO = PRESETS["ligalo"]


def a_draft() -> RuleSetVersion:
    with_mathematics(LIGALO)
    family = an_open_table().version.rule_set_id
    return versions.draft(family, LIGALO, acting_user=operator())


def addresses(draft: RuleSetVersion) -> dict[str, str]:
    table = draft.rule_set.versions.get(number=1).tables.get()
    return {
        "overview": "/staff/tables/",
        "family": f"/staff/tables/rules/{draft.rule_set_id}/",
        "version": f"/staff/tables/versions/{draft.pk}/",
        "edit": f"/staff/tables/versions/{draft.pk}/edit/",
        "propose": f"/staff/tables/versions/{draft.pk}/propose/",
        "table": f"/staff/tables/{table.pk}/",
        "limits": "/staff/tables/limits/",
    }


def test_a_field_is_typed_wrong_and_then_right(page: Page) -> None:
    draft = a_draft()
    comes_in(page.context, operator())
    page.goto(addresses(draft)["edit"])
    page.get_by_label("Looks for blackjack").select_option("never")
    page.get_by_label("A blackjack pays").fill("three to two")
    page.get_by_role("button", name="Save the draft").click()
    field = page.get_by_label("A blackjack pays")
    expect(field).to_have_attribute("aria-invalid", "true")
    expect(field).to_have_value("three to two")
    expect(field.locator("xpath=..")).to_contain_text("Two whole numbers from 1 on")
    draft.refresh_from_db()
    assert draft.rules == LIGALO

    field.fill("6:5")
    page.get_by_role("button", name="Save the draft").click()
    expect(page.get_by_text("The draft is saved.")).to_be_visible()
    expect(page.locator(".staff-differs")).to_have_count(2)
    draft.refresh_from_db()
    assert (draft.rules.blackjack_pays, draft.rules.peek) == ("6:5", "never")


def test_the_mathematics_come_in_while_the_page_is_open(page: Page) -> None:
    draft = a_draft()
    comes_in(page.context, operator())
    versions.edit(draft.pk, PRESETS["atlantic_city"], seen=LIGALO.digest, acting_user=operator())
    page.goto(addresses(draft)["version"])
    page.get_by_role("button", name="Compute", exact=True).click()
    cancel = page.get_by_role("button", name="Cancel the computation")
    expect(cancel).to_be_visible()
    with_mathematics(PRESETS["atlantic_city"], rtp=0.98765)
    expect(page.get_by_text("98.765")).to_be_visible()
    expect(cancel).to_have_count(0)


@pytest.mark.slow
@pytest.mark.parametrize("language", ["es", "en"])
def test_no_page_is_wider_than_the_window(page: Page, language: str) -> None:
    draft = a_draft()
    manager()
    comes_in(page.context, operator(), language)
    narrow(page)
    for name, address in addresses(draft).items():
        page.goto(address)
        assert too_wide(page, f"{name}_{language}") == [], address


@pytest.mark.slow
def test_every_page_is_accessible(browser: Browser, site: Site) -> None:
    """With the policy off: axe styles the page that it looks at."""
    draft = a_draft()
    context = browser.new_context(base_url=site.url, locale="en-GB", bypass_csp=True)
    comes_in(context, operator())
    page = context.new_page()
    found = []
    for name, address in addresses(draft).items():
        page.goto(address)
        found += [(name, fault) for fault in faults(page, ".staff")]
    context.close()
    assert found == []


def test_penetration_is_asked_only_where_it_counts(page: Page) -> None:
    draft = a_draft()
    comes_in(page.context, operator())
    page.goto(addresses(draft)["edit"])
    penetration = page.locator("[name=penetration]").first
    expect(penetration).to_be_visible()
    for way in ("every_round", "when_empty"):
        page.locator("#id_reshuffle").select_option(way)
        expect(penetration).to_be_hidden()
    page.locator("#id_reshuffle").select_option("at_penetration")
    expect(penetration).to_be_visible()
