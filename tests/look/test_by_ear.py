"""A round by keyboard and screen reader: what is announced at each event, and where the focus is afterwards."""

import re
from typing import Final

import pytest
from playwright.sync_api import Page, expect

from accounts.models.users import User
from blackjack.deal import Deal
from casino.models import Round
from tests.casino import scenes
from tests.casino.sent import sent
from tests.exhaustive import slow_but_every
from tests.fixtures.coming_in import come_in
from tests.fixtures.site import Site
from tests.look.test_table_by_hand import FIXED_SALT
from tests.waiting import wait_for_buttons

HEARS: Final = """
    window.said = [];
    addEventListener("DOMContentLoaded", () => {
        const status = document.getElementById("status");
        new MutationObserver(() => { if (status.textContent) window.said.push(status.textContent); }).observe(status, { childList: true });
    });
"""
CARD: Final = {
    "en": r"\w+ of (?:clubs|diamonds|hearts|spades)",
    "es": r"\w+ de (?:tréboles|diamantes|corazones|picas)",
}
TOTAL: Final = {"en": r"(?:soft )?\d+(?:, bust)?", "es": r"\d+(?: blando)?(?:, \w+)?"}
WORDS: Final = {
    "en": {"you": "You", "dealer": "Dealer", "hand": "Hand", "asked": "Your turn"},
    "es": {"you": "Tú", "dealer": "Crupier", "hand": "Mano", "asked": "Te toca"},
}
ENDS: Final = {
    "en": r"(?:You win .+|You lose .+|Push: you get your bet back)\.",
    "es": r"(?:Ganas .+|Pierdes .+|Empate: recuperas tu apuesta)\.",
}
FOCUS: Final = "document.activeElement.id || document.activeElement.tagName"


def pair_of_low_cards(deal: Deal) -> bool:
    """Return whether the deal is a pair with a total below 20, so its split hands can be played."""
    return scenes.pair(deal) and deal.public()["seats"][0]["hands"][0]["total"] < 20


def ace_without_blackjack(deal: Deal) -> bool:
    """Return whether insurance is offered and loses."""
    return scenes.ace_up(deal) and not deal.play("decline").complete


def seated(page: Page, wanted: scenes.Wanted, language: str = "en") -> None:
    ana = scenes.new_player()
    User.objects.filter(pk=ana.pk).update(language=language)
    ana.refresh_from_db()
    scenes.sit(ana, scenes.ligalo(), scenes.seed_for(wanted))
    page.add_init_script(FIXED_SALT + HEARS)
    come_in(page.context, ana)
    page.goto("/table/ligalo/")
    page.wait_for_load_state()


def tab_to(page: Page, wanted: str) -> None:
    for _ in range(40):
        page.keyboard.press("Tab")
        if page.evaluate(FOCUS) == wanted:
            return
    raise AssertionError(f"{wanted} is not reached")


def decide(page: Page, key: str) -> str:
    """Press a key and return the announcement that follows; the focus stays in the table."""
    wait_for_buttons(page)
    before = len(page.evaluate("window.said"))
    page.keyboard.press(key)
    page.wait_for_function("(before) => window.said.length > before", arg=before)
    assert page.evaluate("document.activeElement.closest('#table') !== null"), page.evaluate(FOCUS)
    said: str = page.evaluate("window.said.at(-1)")
    return said


def dealt(page: Page) -> str:
    """Type the stake, deal with Enter and return the announcement; the decisions then have the focus."""
    tab_to(page, "stake-1")
    page.keyboard.press("Control+a")
    page.keyboard.type("10")
    said = decide(page, "Enter")
    assert page.evaluate(FOCUS) == "actions-row"
    wait_for_buttons(page)
    return said


@pytest.mark.parametrize("language", slow_but_every(2, ["es", "en"]))
def test_a_pair_is_split_and_played_to_its_end(page: Page, site: Site, language: str) -> None:
    seated(page, pair_of_low_cards, language)
    words, card, total = WORDS[language], CARD[language], TOTAL[language]
    assert re.fullmatch(
        rf"{words['you']}: {card}, {card}, {total}\. {words['dealer']}: {card}, {total}\.",
        dealt(page),
    )

    said = decide(page, "p")
    for n in (1, 2):
        assert re.search(rf"{words['hand']} {n}: {card}, {total}", said), said
    assert words["asked"] in said, said
    while page.locator("#actions").count():
        said = decide(page, "s")
    assert re.search(ENDS[language], said), said
    assert re.search(rf"{words['dealer']}: {card}, {card}", said), said
    wait_for_buttons(page)
    assert page.evaluate(FOCUS) == "deal"
    assert Round.objects.get().decisions.earliest("step").action == "split"


@pytest.mark.slow
def test_a_double_is_said_with_its_card_and_the_next_round_begins_with_enter(
    page: Page, site: Site
) -> None:
    seated(page, scenes.ordinary)
    dealt(page)
    said = decide(page, "d")
    assert re.match(rf"You: {CARD['en']}, {CARD['en']}, {CARD['en']}, {TOTAL['en']}\.", said), said
    assert re.search(ENDS["en"], said), said
    decide(page, "Enter")  # the deal button has the focus
    assert Round.objects.count() == 2


@pytest.mark.slow
@pytest.mark.parametrize(("key", "action"), [("y", "insure"), ("n", "decline")])
def test_the_question_of_insurance_is_answered_by_its_key(
    page: Page, site: Site, key: str, action: str
) -> None:
    seated(page, ace_without_blackjack)
    dealt(page)
    expect(page.locator("#action-insure")).to_have_attribute("aria-keyshortcuts", "Y")
    said = decide(page, key)
    assert said.startswith("Insurance lost." if action == "insure" else "Your turn: "), said
    assert Round.objects.get().decisions.get().action.startswith(action)


@pytest.mark.slow
def test_buttons_are_reached_and_pressed_without_any_shortcut(page: Page, site: Site) -> None:
    seated(page, scenes.ordinary)
    dealt(page)
    tab_to(page, "action-stand")
    assert re.search(ENDS["en"], decide(page, "Enter"))


@pytest.mark.slow
def test_no_shortcut_fires_inside_a_field(page: Page, site: Site) -> None:
    seated(page, scenes.ordinary)
    dealt(page)
    page.locator("#fairness summary").click()
    field = page.locator("#fairness input:not([type=hidden])").first
    expect(field).to_be_visible()
    posts = sent(page)
    field.focus()
    for key in "hsdpryn":
        page.keyboard.press(key)
    assert "hsdpryn" in field.input_value()
    assert posts == []
    assert Round.objects.get().decisions.count() == 0
