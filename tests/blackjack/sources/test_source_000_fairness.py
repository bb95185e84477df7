"""Document 000, the house's own rules, section 10: promises about the order of the cards."""

from __future__ import annotations

import hashlib
import hmac
import json
from collections.abc import Callable
from typing import Any

import pytest

from blackjack.cards import CARDS
from blackjack.fairness import commitment
from blackjack.shoe import Shoe
from blackjack.transcript import build_transcript
from blackjack.verification import verify
from tests.blackjack.shoes import SEED, played_shoe

SIX = Shoe(SEED, 6)


def first_by_hand() -> str:
    """Return the first card of round 1, computed with the standard library only."""
    words = hmac.new(SEED.encode(), b"ana:1:0", hashlib.sha256).digest()
    return str(CARDS[int.from_bytes(words[:4], "big") % 312 // 6])


def whole_shoe() -> list[str]:
    """Return the cards of a transcript, including those that were never dealt."""
    document = build_transcript(played_shoe())
    dealt = [card for played in document["rounds"] for card in played["cards"]]
    return sorted([*dealt, *document["rest"]["cards"]])


def forged() -> Any:
    """Return a transcript whose fifth card was changed afterwards."""
    document = json.loads(json.dumps(build_transcript(played_shoe())))
    cards = document["rounds"][0]["cards"]
    cards[4] = "AS" if cards[4] != "AS" else "KS"
    return document


def passes(document: Any) -> bool:
    return all(check.passed for check in verify(document))


PROMISES: list[tuple[str, str, Callable[[], object], object]] = [
    ("000-10.1", "the hash that is published is the seed's SHA-256",
     lambda: commitment(SEED), hashlib.sha256(SEED.encode()).hexdigest()),
    ("000-10.2", "another client seed, other cards",
     lambda: SIX.begin("ana", 1).first(8) == SIX.begin("eva", 1).first(8), False),
    ("000-10.3", "another round number, other cards",
     lambda: SIX.begin("ana", 1).first(8) == SIX.begin("ana", 2).first(8), False),
    ("000-10.4", "the seed tells all 312 cards",
     whole_shoe, sorted(str(card) for card in CARDS for _ in range(6))),
    ("000-10.5", "a card is what HMAC and SHA-256 say", lambda: str(SIX.begin("ana", 1).draw(0)), first_by_hand()),
    ("000-10.6", "an honest shoe verifies", lambda: passes(build_transcript(played_shoe())), True),
    ("000-10.6", "a shoe with one card exchanged does not", lambda: passes(forged()), False),
]  # fmt: skip


@pytest.mark.parametrize(
    ("found", "expected"),
    [promise[2:] for promise in PROMISES],
    ids=[f"{statement} {title}" for statement, title, *_ in PROMISES],
)
def test_example(found: Callable[[], object], expected: object) -> None:
    assert found() == expected
