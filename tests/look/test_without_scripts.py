"""Where no script runs: a round with everything that may be decided, by plain forms and whole pages."""

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page

from casino.models import Round
from tests.casino import scenes
from tests.fixtures.coming_in import come_in
from tests.fixtures.site import Site

WORDS = "three little words"  # of the player, in place of the salt that a script would draw


@pytest.fixture
def plain(browser: Browser, site: Site) -> Iterator[Page]:
    context = browser.new_context(base_url=site.url, locale="en-GB", java_script_enabled=False)
    yield context.new_page()
    context.close()


def follows(page: Page, button: str) -> None:
    with page.expect_navigation():
        page.click(button)


@pytest.mark.parametrize(
    ("offered", "decided"),
    [("split", "split"), ("insure", "insure"), ("insure", "decline"), ("double", "double")],
)
def test_a_round_is_played_to_its_end(plain: Page, offered: str, decided: str) -> None:
    """The salt is the player's own words, so that no seed can be prepared: rounds are played until one offers it."""
    ana = scenes.new_player()
    come_in(plain.context, ana)
    scenes.ligalo()
    plain.goto("/table/ligalo/")
    for _ in range(120):
        plain.fill("#stake-1", "1")
        if plain.locator("input[name=salt_text]").count():
            plain.fill("input[name=salt_text]", WORDS)
        follows(plain, "#deal")
        if plain.locator(f"#action-{decided}:enabled").count():
            break
        play_out(plain)
    follows(plain, f"#action-{decided}")
    play_out(plain)

    last = Round.objects.latest("pk")
    assert last.status == Round.Status.COMPLETED
    assert last.decisions.filter(action__startswith=decided).exists()
    assert plain.locator(".result__words").count() == 1
    assert offered


def play_out(page: Page) -> None:
    while page.locator("#actions").count():
        declines = page.locator("#action-decline").count()
        follows(page, "#action-decline" if declines else "#action-stand")
