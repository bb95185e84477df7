"""A round without JavaScript: every kind of decision by plain forms and full pages."""

import hashlib
from collections.abc import Iterator
from itertools import count

import pytest
from playwright.sync_api import Browser, Page

from blackjack.bets import Bet
from blackjack.deal import Deal
from blackjack.fairness import entropy, seat_seed
from blackjack.presets import PRESETS
from blackjack.shoe import Shoe
from casino.models import Round
from tests.casino import scenes
from tests.casino.scenes import CLIENT_SEED, Wanted
from tests.exhaustive import slow_but_every
from tests.fixtures.coming_in import come_in
from tests.fixtures.site import Site

# the player's words; their hash replaces the salt that a script would draw
WORDS = "three little words"


@pytest.fixture
def plain(browser: Browser, site: Site) -> Iterator[Page]:
    context = browser.new_context(base_url=site.url, locale="en-GB", java_script_enabled=False)
    yield context.new_page()
    context.close()


def follows(page: Page, button: str) -> None:
    with page.expect_navigation():
        page.click(button)


def seed_for(wanted: Wanted) -> str:
    """Return a server seed whose first round, with the salt from WORDS, starts with a wanted deal."""
    salt = hashlib.sha256(WORDS.encode()).hexdigest()[:32]
    entropy_of_one = entropy({1: seat_seed(CLIENT_SEED, salt)})
    rules = PRESETS["ligalo"]
    for number in count():
        seed = hashlib.sha256(f"words {number}".encode()).hexdigest()
        shoe = Shoe(seed, rules.finite_decks)
        if wanted(Deal.start(rules, [Bet(1, 10_000)], shoe.begin(entropy_of_one, 1).draw)):
            return seed
    raise AssertionError


@pytest.mark.parametrize(
    ("wanted", "decided"),
    slow_but_every(
        4,
        [
            (scenes.pair, "split"),
            (scenes.ace_up, "insure"),
            (scenes.ace_up, "decline"),
            (scenes.ordinary, "double"),
        ],
    ),
    ids=["split-split", "insure-insure", "insure-decline", "double-double"],
)
def test_a_round_is_played_to_its_end(plain: Page, wanted: Wanted, decided: str) -> None:
    ana, table = scenes.new_player(), scenes.ligalo()
    scenes.sit(ana, table, seed_for(wanted))
    come_in(plain.context, ana)
    plain.goto("/table/ligalo/")
    plain.fill("#stake-1", "1")
    plain.fill("input[name=salt_text]", WORDS)
    follows(plain, "#deal")
    follows(plain, f"#action-{decided}")
    play_out(plain)

    round_ = Round.objects.get()
    assert round_.status == Round.Status.COMPLETED
    assert round_.decisions.filter(action__startswith=decided).exists()
    assert plain.locator(".result__words").count() == 1


def play_out(page: Page) -> None:
    while page.locator("#actions").count():
        declines = page.locator("#action-decline").count()
        follows(page, "#action-decline" if declines else "#action-stand")
