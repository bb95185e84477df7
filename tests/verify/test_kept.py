"""A transcript compared with the openings that the browser stored at the live table."""

import json
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from blackjack import fairness
from blackjack.canonical import sha256_hex
from blackjack.transcript import build_transcript
from blackjack.verification import verify
from tests.blackjack.sealed import sealed, sealed_shoe
from tests.exhaustive import slow_but_every
from tests.verify.documents import resealed, without_log
from tests.verify.test_page import ADDRESS, paste, verdict

KEEP = """(openings) => {
  localStorage.clear();
  for (const one of openings) localStorage.setItem(`ligalo.opening.${one.seals_hash}.${one.box}`, JSON.stringify(one));
}"""
COMMITMENT = sha256_hex(sha256_hex("shoe vector 6"))


def kept(boxes: list[int], nonce: int, salt: str, box: int) -> dict[str, Any]:
    """Return the opening that the browser of this box stores for the first exchange of a deal."""
    exchange = sealed(boxes, salt=salt)
    return {
        "shoe": "7f1c-9a",
        "commitment": COMMITMENT,
        "nonce": nonce,
        "attempt": 1,
        "box": box,
        "seal": exchange.seals[box],
        "seals_hash": fairness.seals_hash(exchange.seals),
        "seat_seed": exchange.openings[box],
        "at": 1_790_000_000_000,
        "taken": True,
    }


DEALT = kept([1, 3], 4, "4", 3)
ABORTED = kept([1, 3, 5], 2, "2 a", 1)


def compared(page: Page, text: str, *openings: dict[str, Any]) -> None:
    """Verify the transcript in a browser that stored these openings."""
    page.goto(ADDRESS)
    page.evaluate(KEEP, list(openings))
    page.reload()
    paste(page, text)


def test_the_lists_that_were_shown_are_found_in_dealt_and_aborted_exchanges(page: Page) -> None:
    text = without_log(json.dumps(build_transcript(sealed_shoe())))

    compared(page, text, DEALT, ABORTED)

    lines = page.locator("#verify-checks li", has_text="what this browser kept")
    expect(lines).to_have_count(2)
    expect(lines.first).to_contain_text("correct: round 2, exchange 1, what this browser kept: ")
    expect(verdict(page)).to_have_class("verdict is-right")
    expect(verdict(page)).to_contain_text("that this browser kept at the table: 2.")


def test_kept_lists_of_another_shoe_are_ignored(page: Page) -> None:
    text = without_log(json.dumps(build_transcript(sealed_shoe())))
    other = {**DEALT, "shoe": "other", "commitment": "0" * 64}

    compared(page, text, other)

    expect(verdict(page)).to_contain_text("compared with nothing but itself")
    expect(page.locator("#verify-checks li", has_text="this browser kept")).to_have_count(0)


def test_a_shoe_dealt_with_other_seals_adds_up_and_is_found_out(page: Page) -> None:
    """The house substitutes a consistent shoe; only the stored list of seals reveals it."""
    text = without_log(json.dumps(build_transcript(sealed_shoe(last="forged"))))
    assert all(check.passed for check in verify(text))

    compared(page, text, DEALT)

    expect(verdict(page)).to_have_class("verdict is-wrong")
    expect(verdict(page)).to_contain_text("round 4, exchange 1, what this browser kept: the seal of seat 3 is missing")  # fmt: skip


def left_out(document: Any) -> None:
    """Present box 1 as failed too in the aborted exchange."""
    exchange = document["rounds"][-3]["aborted"][0]
    del exchange["openings"]["1"]
    exchange["failed"] = [1, 5]
    document["rounds"][-3]["aborted"].pop()


def other_list(document: Any) -> None:
    """Remove box 5 from the aborted exchange."""
    exchange = document["rounds"][-3]["aborted"][0]
    del exchange["seals"]["5"]
    exchange["failed"] = [3]
    del exchange["openings"]["3"]
    document["rounds"][-3]["aborted"].pop()


def unchanged(_document: Any) -> None:
    """Leave the transcript as it is; only the stored opening differs."""


FORGED: list[tuple[Callable[[Any], object], dict[str, object], str]] = [
    (left_out, {}, "the opening of seat 1 was taken by the table"),
    (other_list, {}, "the list of seals is another: kept is "),
    (unchanged, {"nonce": 9}, "the transcript has no such round"),
    (unchanged, {"commitment": "0" * 64}, "kept is the commitment 000"),
]


@pytest.mark.parametrize(
    ("change", "changes", "words"), slow_but_every(2, FORGED), ids=[one[2] for one in FORGED]
)
def test_each_difference_has_its_words(
    page: Page, change: Callable[[Any], object], changes: dict[str, object], words: str
) -> None:
    document = json.loads(without_log(json.dumps(build_transcript(sealed_shoe()))))
    change(document)
    text = resealed(document)
    assert [check for check in verify(text) if not check.passed] == []

    compared(page, text, {**ABORTED, **changes})

    expect(verdict(page)).to_have_class("verdict is-wrong")
    expect(verdict(page)).to_contain_text(words)


def test_an_opening_that_was_not_taken_is_shown_and_said(page: Page) -> None:
    """The opening was sent but never confirmed, and is not in the transcript."""
    document = json.loads(without_log(json.dumps(build_transcript(sealed_shoe()))))
    left_out(document)

    compared(page, resealed(document), {**ABORTED, "taken": False})

    expect(page.locator("#verify-not-taken-list li")).to_contain_text("round 2, exchange 1, seat 1")
    expect(page.locator("#verify-checks li", has_text="it was not taken in time")).to_have_count(1)
    expect(verdict(page)).to_have_class("verdict is-right")
