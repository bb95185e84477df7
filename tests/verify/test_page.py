"""The verify page for a visitor: no login, every check listed, the first difference named."""

import json
import re
from pathlib import Path

import pytest
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils.translation import override
from playwright.sync_api import Locator, Page, expect

from blackjack.presets import PRESETS
from casino.fairness.selectors.shoe_panel import ClosedShoe, closed_shoe
from casino.fairness.services.public_log import chain_log
from casino.fairness.services.shoes import change_shoe
from casino.play.services.betting import place_bet
from casino.selectors.places import present_shoe
from tables.models import Table
from tests.casino import scenes
from tests.verify.documents import resealed, text_of_shoe, without_log
from tools.launch.layout import ROOT

ADDRESS = "/fairness/verify/"
PHRASE = re.compile(r'data-phrase="([^"]+)">([^<]*)<')
SOURCE = re.compile(r'^  "?([a-z0-9-]+)"?: "(.*)",$', re.MULTILINE)


@pytest.fixture(scope="module")
def shoe() -> str:
    """Six full decks of Lígalo as anybody could forge them: the public log has no line for this shoe."""
    return without_log(text_of_shoe("page", PRESETS["ligalo"], 80))


NO_TRANSCRIPTS = {
    "hello": "document: not JSON (character 0)",
    '{"version":1}': "transcript: the key shoe is missing",
    '{"a":1,"a":2}': "document: the key a is given twice",
}


def paste(page: Page, text: str) -> None:
    page.locator("#transcript").fill(text)
    page.locator("#verify-start").click()


def verdict(page: Page) -> Locator:
    return page.get_by_role("status").and_(page.locator("#verify-verdict"))


def played_shoe() -> ClosedShoe:
    """Return a shoe that its player changed after two rounds, with its links."""
    player, table = scenes.new_player(), scenes.ligalo()
    Table.objects.update(rounds_before_shoe_change=2)
    table.refresh_from_db()
    participant = scenes.sit(player, table, scenes.seed_for(scenes.ordinary), "7" * 64)
    for _ in range(2):
        scenes.play_out(place_bet(player, table, scenes.bet_request(participant)))
    shoe = present_shoe(participant.place)
    assert shoe is not None
    return closed_shoe(change_shoe(player, table, shoe.public_id))


def test_a_pasted_transcript_is_verified_check_by_check(page: Page, shoe: str) -> None:
    page.goto(f"{ADDRESS}#round=30")
    paste(page, shoe)

    expect(verdict(page)).to_contain_text("312 cards")
    expect(page.locator("#verify-checks li").first).to_contain_text("correct: commitment: ")
    assert page.locator("#verify-checks li.is-wrong").count() == 0
    assert page.locator("#verify-shoe use").count() == 312
    expect(page.locator("#shoe-round-30")).to_be_in_viewport()
    expect(page.locator("#verify-progress")).to_be_hidden()


@pytest.mark.slow
def test_a_change_is_named_and_marked(page: Page, shoe: str) -> None:
    document = json.loads(shoe)
    document["rounds"][4]["settlement"]["seats"][0]["returned"] = "1000000"
    page.goto(ADDRESS)
    paste(page, resealed(document))
    expect(verdict(page)).to_contain_text(
        "round 5, settlement: settlement.seats[0].returned is listed as '1000000'"
    )

    cards = document["rounds"][2]["cards"]
    drawn, cards[1] = cards[1], "AS" if cards[1] != "AS" else "2C"
    paste(page, resealed(document))

    sentence = f"round 3: card 2 is listed as '{cards[1]}', the seed gives {drawn}"
    expect(verdict(page)).to_have_text(f"The first difference is in {sentence}.")
    expect(page.locator("#verify-checks li.is-wrong")).to_have_text(f"different: {sentence}")
    wrong = page.locator("#shoe-round-3 .is-wrong use")
    assert (wrong.get_attribute("href") or "").endswith(f"#{cards[1]}")


@pytest.mark.slow
def test_a_malformed_transcript_is_reported(page: Page) -> None:
    page.goto(ADDRESS)
    paste(page, "")
    expect(verdict(page)).to_have_text("Choose a file or paste a transcript.")

    for text, problem in NO_TRANSCRIPTS.items():
        paste(page, text)
        expect(verdict(page)).to_have_text(f"This is not a transcript: {problem}.")


def test_a_file_is_verified_when_it_is_chosen_or_dropped(
    page: Page, shoe: str, tmp_path: Path
) -> None:
    wrong = tmp_path / "shoe.json"
    wrong.write_text(shoe[:-2])
    page.goto(ADDRESS)
    page.locator("#transcript-file").set_input_files(wrong)
    expect(verdict(page)).to_contain_text("This is not a transcript")

    files = page.evaluate_handle(
        """(text) => {
          const files = new DataTransfer();
          files.items.add(new File([text], "shoe.json"));
          return files;
        }""",
        shoe,
    )
    page.locator("#transcript").dispatch_event("drop", {"dataTransfer": files})
    expect(verdict(page)).to_contain_text("The transcript agrees with itself")


def test_a_forged_transcript_is_never_called_correct(page: Page, shoe: str) -> None:
    """A new seed with its own commitment is consistent in itself, but is not what was announced."""
    page.goto(ADDRESS)
    paste(page, shoe)
    expect(verdict(page)).to_contain_text("compared with nothing but itself")
    expect(verdict(page)).to_have_class("verdict is-open")

    own = str(json.loads(shoe)["commitment"])
    page.locator("#commitment").fill("f" * 64)
    paste(page, shoe)
    expect(verdict(page)).to_have_class("verdict is-wrong")
    expect(verdict(page)).to_contain_text(f"its own is {own}")

    page.locator("#commitment").fill("my commitment")
    paste(page, shoe)
    expect(verdict(page)).to_contain_text("A commitment has 64 characters")

    page.locator("#commitment").fill(f" {own.upper()}")
    paste(page, shoe)
    expect(verdict(page)).to_have_class("verdict is-right")
    expect(verdict(page)).to_contain_text("The commitment is the one that you gave.")

    page.locator("#commitment").fill("")
    paste(page, text_of_shoe("page", PRESETS["ligalo"], 1))  # with lines that the log does not have
    expect(verdict(page)).to_have_text(
        "Line 41 of the public log is not the one in this transcript."
    )
    expect(verdict(page)).to_have_class("verdict is-wrong")


@pytest.mark.slow
def test_a_shared_link_brings_its_transcript_along(page: Page) -> None:
    links = played_shoe()
    chain_log()
    page.goto(reverse("casino:verify_shared", args=[links.token]))
    expect(verdict(page)).to_contain_text("Its commitment is in the public log: line ")
    expect(verdict(page)).to_have_class("verdict is-right")

    page.route(
        f"**{reverse('casino:transcript', args=[links.token])}",
        lambda route: route.fulfill(status=503),
    )
    page.reload()
    expect(verdict(page)).to_have_text("The transcript could not be loaded.")


@pytest.mark.parametrize("language", ["en", "es"])
def test_the_page_has_every_phrase_of_the_checks(language: str) -> None:
    """English phrases are identical; translations have the same placeholders."""
    source = (ROOT / "static/js/verify/phrases.js").read_text()
    phrases = {key: text for key, text in SOURCE.findall(source) if key != "value"}

    with override(language):
        shown = dict(PHRASE.findall(render_to_string("casino/_verify_phrases.html")))

    assert len(phrases) > 80
    assert shown.keys() == phrases.keys()
    assert all(_values(shown[key]) == _values(phrases[key]) for key in phrases)
    assert language != "en" or shown == phrases


def _values(text: str) -> list[str]:
    return sorted(re.findall(r"\{\w+\}", text))
