"""Pages about abandoned rounds in a real browser: both languages, both widths, accessible."""

import pytest
from playwright.sync_api import Browser, Page, expect

from accounts.roles.values import Role
from casino.absence.services import house_play
from casino.models import Round
from casino.play.services.betting import place_bet
from tests.accounts.staff import inside, staff
from tests.casino import scenes
from tests.casino.gone import charted, later
from tests.casino.test_decisions import hits_safely
from tests.fixtures.axe import faults
from tests.fixtures.coming_in import take_over
from tests.fixtures.looking import too_wide
from tests.fixtures.site import Site


def left_alone() -> Round:
    """Return a round that the house finished after one decision of its player; a second round runs."""
    round_ = scenes.play(scenes.deal(hits_safely), "hit")
    charted(round_.version.rules, "S")
    assert house_play.play_due_rounds(later()) == 1
    bea, table = scenes.new_player("bea@example.test"), round_.place.table
    place_bet(bea, table, scenes.bet_request(scenes.sit(bea, table, scenes.seed_for(scenes.pair))))
    return round_


def addresses(round_: Round) -> dict[str, str]:
    return {
        "lobby": "/",
        "round": f"/rounds/{round_.public_id}/",
        "table": "/table/ligalo/",
        "history": "/rounds/",
    }


def staff_addresses() -> dict[str, str]:
    running = Round.objects.get(status=Round.Status.IN_PROGRESS)
    return {"rounds": "/staff/rounds/", "cancel": f"/staff/rounds/{running.public_id}/cancel/"}


@pytest.mark.slow
@pytest.mark.parametrize("language", ["es", pytest.param("en", marks=pytest.mark.slow)])
def test_every_page_fits_and_is_accessible(browser: Browser, site: Site, language: str) -> None:
    """The content security policy is bypassed because axe injects styles."""
    round_ = left_alone()
    context = browser.new_context(base_url=site.url, locale="en-GB", bypass_csp=True)
    page = context.new_page()
    for session, pages in (
        (scenes.signed_in(round_.player), addresses(round_)),
        (inside(staff(Role.OPERATOR)), staff_addresses()),
    ):
        take_over(context, session, language)
        for name, address in pages.items():
            page.goto(address)
            assert (address, faults(page, ".staff, #content, main")) == (address, [])
            assert (address, too_wide(page, f"{name}_{language}")) == (address, [])
    context.close()


@pytest.mark.slow
def test_an_operator_freezes_a_round_and_a_manager_cancels_it(page: Page) -> None:
    round_ = left_alone()
    take_over(page.context, inside(staff(Role.OPERATOR)), "en")
    page.goto("/staff/rounds/")
    page.get_by_role("link", name="Freeze…").click()
    page.get_by_label("What happened").fill("the dealing service was replaced")
    page.get_by_role("button", name="Freeze the round").click()
    expect(page.get_by_text("The round is frozen.")).to_be_visible()
    expect(page.get_by_text("Another person has to decide.")).to_be_visible()
    assert Round.objects.exclude(pk=round_.pk).get().status == "in_progress"

    take_over(page.context, inside(staff(Role.COMPLIANCE_MANAGER)), "en")
    page.goto("/staff/")
    page.get_by_role("link", name="Frozen rounds").click()
    page.get_by_role("link", name="Frozen…").click()
    page.get_by_label("Reason").fill("the log shows it")
    page.get_by_role("button", name="Cancel the round and return its stakes").click()
    expect(page.get_by_text("The round is cancelled and its stakes are returned.")).to_be_visible()
    assert not Round.objects.exclude(pk=round_.pk).exclude(status="cancelled").exists()
