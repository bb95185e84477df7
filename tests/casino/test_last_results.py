"""Results of a player's last rounds at a table: on the page from the start, and extended as each round ends."""

import pytest
from playwright.sync_api import Locator, Page, expect

from casino.models import Round
from casino.table_page.selectors.last_results import SHOWN, last_results
from tests.casino import scenes
from tests.casino.sitting_down import sign_in
from tests.casino.test_browser import FIXED_SALT
from tests.casino.test_chip_piles import ends
from tests.fixtures.site import Site

pytestmark = pytest.mark.database


@pytest.mark.parametrize("outcome", ["win", "lose", "push"])
def test_a_finished_round_is_won_lost_or_neither(outcome: str) -> None:
    round_ = scenes.play(scenes.deal(ends(outcome)), "stand")
    assert last_results(round_.participant) == [outcome]


def test_a_running_round_has_no_result_yet() -> None:
    assert last_results(scenes.deal(scenes.ordinary).participant) == []


def marks(page: Page) -> Locator:
    return page.get_by_role("list", name="Your last rounds at this table").get_by_role("listitem")


def play(page: Page) -> None:
    """Play one round without new money."""
    before = page.locator("#table").get_attribute("data-round") or ""
    page.click("#deal")
    expect(page.locator(f"#table[data-round]:not([data-round='{before}'])")).to_be_attached()
    while page.locator("#actions").count():
        step = page.locator("#actions input[name=step]").get_attribute("value")
        declines = page.locator("#action-decline").count()
        page.click("#action-decline" if declines else "#action-stand")
        expect(page.locator(f"#actions input[name=step][value='{step}']")).to_have_count(0)


@pytest.mark.slow
def test_each_round_that_ends_joins_the_last_results(page: Page, site: Site) -> None:
    page.add_init_script(FIXED_SALT)
    sign_in(page, "ligalo", "7" * 64)
    expect(marks(page)).to_have_count(0)
    for played in (1, 2, 3):
        play(page)
        expect(marks(page)).to_have_count(played)
    told = [one.strip() for one in marks(page).all_inner_texts()]
    kinds = last_results(Round.objects.earliest("pk").participant)
    assert told == [{"win": "won", "lose": "lost", "push": "push"}[kind] for kind in kinds]

    page.reload()
    assert [one.strip() for one in marks(page).all_inner_texts()] == told
    page.fill("#stake-1", "99999")
    page.click("#deal")
    expect(page.locator("#refusal")).to_be_visible()
    expect(marks(page)).to_have_count(3)  # a refused bet adds no result


@pytest.mark.slow
def test_no_more_than_the_last_ten_are_shown(page: Page, site: Site) -> None:
    sign_in(page, "ligalo")
    for _ in range(SHOWN + 1):
        play(page)
    expect(marks(page)).to_have_count(SHOWN)
