"""The rules editor in a browser: errors beside their fields, correct values saved."""

from dataclasses import replace

import pytest
from playwright.sync_api import Page, expect

from blackjack.presets import PRESETS
from tables.models import RuleSetVersion
from tables.services import versions
from tests.tables.house import an_open_table, operator, with_mathematics
from tests.wallet.test_staff_browser import comes_in

LIGALO = PRESETS["ligalo"]


def a_draft() -> RuleSetVersion:
    with_mathematics(LIGALO)
    family = an_open_table().version.rule_set_id
    return versions.create_draft(family, LIGALO, acting_user=operator())


def open_draft(page: Page, draft: RuleSetVersion, step: str = "") -> None:
    comes_in(page.context, operator())
    page.goto(f"/staff/tables/versions/{draft.pk}/{step}")


def test_a_field_is_typed_wrong_and_then_right(page: Page) -> None:
    draft = a_draft()
    open_draft(page, draft, "edit/")
    page.get_by_label("Dealer peeks for blackjack").select_option("never")
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
    versions.edit_draft(
        draft.pk, PRESETS["atlantic_city"], seen=LIGALO.digest, acting_user=operator()
    )
    open_draft(page, draft)
    cancel = page.get_by_role("button", name="Cancel the computation")
    expect(cancel).to_be_visible()
    with_mathematics(PRESETS["atlantic_city"], rtp=0.98765)
    expect(page.get_by_text("98.765")).to_be_visible()
    expect(cancel).to_have_count(0)


@pytest.mark.slow
def test_penetration_is_asked_only_where_it_counts(page: Page) -> None:
    draft = a_draft()
    open_draft(page, draft, "edit/")
    penetration = page.locator("[name=penetration]").first
    expect(penetration).to_be_visible()
    for way in ("every_round", "when_empty"):
        page.locator("#id_reshuffle").select_option(way)
        expect(penetration).to_be_hidden()
    page.locator("#id_reshuffle").select_option("at_penetration")
    expect(penetration).to_be_visible()


def test_the_figure_follows_what_is_typed_and_nothing_is_saved(page: Page) -> None:
    draft = a_draft()
    typed = replace(LIGALO, soft_17="stand")
    open_draft(page, draft, "edit/")
    panel, save = page.locator("#preview-body"), page.get_by_role("button", name="Save the draft")
    expect(panel.locator(".staff-figure")).to_have_text("97.600%")
    expect(save).to_be_in_viewport()

    page.get_by_label("Soft 17").select_option("stand")
    expect(panel.get_by_role("progressbar")).to_be_visible()
    with_mathematics(typed, rtp=0.97825)
    expect(panel.locator(".staff-figure")).to_have_text("97.825%")
    expect(panel.get_by_role("progressbar")).to_have_count(0)
    expect(page.get_by_role("status").filter(has_text="97.825")).to_contain_text("+0.225")
    expect(save).to_be_in_viewport()

    page.get_by_label("A blackjack pays").fill("three")
    expect(panel).to_contain_text("Correct these fields first")
    draft.refresh_from_db()
    assert draft.rules == LIGALO


@pytest.mark.slow
def test_on_a_phone_the_figures_open_from_the_bar(page: Page) -> None:
    draft = a_draft()
    page.set_viewport_size({"width": 360, "height": 740})
    open_draft(page, draft, "edit/")
    figure = page.locator("#preview-body .staff-figure")
    expect(page.get_by_role("status").filter(has_text="97.600")).to_be_in_viewport()
    expect(figure).to_be_hidden()
    page.get_by_role("button", name="Figures").click()
    expect(figure).to_be_visible()
    page.get_by_role("button", name="Close", exact=True).click()
    expect(figure).to_be_hidden()
