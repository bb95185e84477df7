"""Own limits on a phone: setting one, reaching it at the table, the link from the options; with and without scripts."""

import pytest
from playwright.sync_api import Browser, Page, expect

from casino.models import Round
from limits.selectors.in_force import load_scope_limits
from limits.values import LimitKind, LimitScope
from tests.casino import scenes
from tests.casino.test_own_limits import bet, seated
from tests.exhaustive import slow_but_every
from tests.fixtures.coming_in import come_in
from tests.fixtures.site import Site
from tests.limits.own_limits import limited


@pytest.mark.parametrize("scripts", slow_but_every(2, [True, False]))
def test_a_limit_is_set_and_then_keeps_the_split_away(
    browser: Browser, site: Site, *, scripts: bool
) -> None:
    participant = seated(scenes.pair)
    player = participant.player
    player.language = "en"
    player.save(update_fields=["language"])
    context = browser.new_context(
        base_url=site.url,
        locale="en-GB",
        viewport={"width": 360, "height": 740},
        java_script_enabled=scripts,
    )
    come_in(context, player)
    page = context.new_page()
    page.goto("/options/")
    page.get_by_role("link", name="Your limits").click()
    stakes = page.get_by_role("region", name="Stakes").get_by_role("listitem").first
    stakes.get_by_text("Set a limit").click()
    stakes.get_by_label("New limit in USD").fill("15")
    stakes.get_by_role("button", name="Save").click()
    expect(page.get_by_text("From now on your limit for stakes in 24 hours is")).to_be_visible()
    assert [one.amount for one in load_scope_limits(player.pk, LimitScope.OWN).values()] == [
        150_000
    ]
    bet(participant, "10")
    page.goto(f"/table/{participant.table.slug}/")
    expect(page.get_by_role("button", name="Split")).to_be_disabled()
    expect(page.get_by_text("Your own limit for stakes is").first).to_be_visible()
    page.get_by_role("button", name="Stand").click()
    expect(page.get_by_role("button", name="Split")).to_have_count(0)
    assert Round.objects.get().status == Round.Status.COMPLETED
    context.close()


@pytest.mark.slow
def test_chips_go_no_further_than_the_limit_leaves_on_all_boxes_together(
    page: Page, site: Site
) -> None:
    player = scenes.new_player()
    player.language = "en"
    player.save(update_fields=["language"])
    scenes.sit(player, scenes.table_of("atlantic_city"))
    limited(player, LimitKind.WAGER, 28)
    come_in(page.context, player)
    page.goto("/table/atlantic-city/")
    page.wait_for_load_state()
    expect(page.get_by_text("Your limit for stakes in 24 hours leaves $28.00")).to_be_visible()
    expect(page.get_by_role("button", name="Add a chip of $50.00")).to_be_disabled()

    page.get_by_role("button", name="Clear").click()
    page.get_by_role("button", name="Add a chip of $25.00").click()
    page.locator("[data-spot='stake-2']").click()
    page.get_by_role("button", name="Add a chip of $5.00").click()
    expect(page.locator("#stake-limits")).to_contain_text("above the limit")
    expect(page.locator("#stake-2")).to_have_value("")
    page.get_by_role("button", name="Add a chip of $1.00").click()
    page.get_by_role("button", name="Double the bet").click()
    expect(page.locator("#stake-limits")).to_contain_text("above the limit")
    expect(page.locator("#stake-1")).to_have_value("25.00")
    expect(page.locator("#stake-2")).to_have_value("1.00")


@pytest.mark.slow
def test_on_the_narrowest_phone_nothing_is_wider_than_the_page(
    browser: Browser, site: Site
) -> None:
    player = scenes.new_player()
    for usd in (1_000_000, 2_000_000):
        limited(player, LimitKind.LOSS, usd)
    context = browser.new_context(base_url=site.url, viewport={"width": 320, "height": 640})
    come_in(context, player)
    page = context.new_page()
    page.goto("/responsible/limits/")
    assert page.evaluate("document.documentElement.scrollWidth") <= 320
    context.close()
