"""Document 003, the live rules: every outcome of every side bet, and near misses."""

from __future__ import annotations

from typing import Any

import pytest

from blackjack.presets import PRESETS
from blackjack.rules import Rules, RulesError
from blackjack.side_bets import OUTCOMES
from tests.blackjack.sources.examples import Example, box, example

NAME = "live"
LIVE = PRESETS[NAME]


def side(
    statement: str, title: str, bet: str, cards: str, expected: str, actions: str = ""
) -> Example:
    """Return an example with a stake of 1 on one side bet. Payouts include the stake: 2:1 returns 3."""
    bets = box("10", side_bets={bet: "1"})
    return example(statement, title, cards, actions, bets=bets, side=expected)


PAIRS = [
    side("003-3.1", "the player's first two cards", "player_pair", "8S 9D 8H TC", "mixed 7"),
    side("003-3.1", "not the dealer's", "player_pair", "8S 9D 7H 9C", "none 0"),
    side("003-3.1", "not a third card", "player_pair", "8S 9D 7H TC 8C", "none 0", "hit"),
    side("003-3.1", "a king and a queen are none", "player_pair", "KS 9D QS TC", "none 0"),
    side("003-4.7a", "equal suits", "player_pair", "8S 9D 8S TC", "perfect 26"),
    side("003-4.7b", "red and red", "player_pair", "8D 9D 8H TC", "coloured 13"),
    side("003-4.7b", "black and black", "player_pair", "8C 9D 8S TC", "coloured 13"),
    side("003-4.7c", "red and black", "player_pair", "8D 9D 8S TC", "mixed 7"),
    side("003-4.7c", "no pair", "player_pair", "8D 9D 9S TC", "none 0"),
    side("003-3.2", "the dealer's first two cards", "dealer_pair", "TS 9D 8H 9C", "mixed 7", "stand"),
    side("003-3.2", "not the player's", "dealer_pair", "8S 9D 8H TC", "none 0", "stand"),
    side("003-3.2", "not a third card", "dealer_pair", "TS 2D 8H TC 2C 9C", "none 0", "stand"),
    side("003-3.2", "open until the covered card is shown", "dealer_pair", "TS 9D 8H 9C", "none open"),
    side("003-3.2", "shown for it even after a bust", "dealer_pair", "TS 9D 6H 9C 6C", "mixed 7", "hit"),
    side("003-4.6a", "equal suits", "dealer_pair", "TS 9D 8H 9D", "perfect 26", "stand"),
    side("003-4.6b", "red and red", "dealer_pair", "TS 9D 8H 9H", "coloured 13", "stand"),
    side("003-4.6b", "black and black", "dealer_pair", "TS 9C 8H 9S", "coloured 13", "stand"),
    side("003-4.6c", "red and black", "dealer_pair", "TS 9D 8H 9S", "mixed 7", "stand"),
    side("003-4.6c", "no pair", "dealer_pair", "TS 9D 8H 8S", "none 0", "stand"),
]  # fmt: skip

THREES = [
    side("003-3.3", "the player's two and the dealer's first", "21+3", "8S 8D 8H TC", "trips 31"),
    side("003-3.3", "not the dealer's second", "21+3", "8S 9D 8H 8C", "none 0"),
    side("003-3.3", "a pair is nothing", "21+3", "8S 8D 9H TC", "none 0"),
    side("003-4.8a", "the same card three times", "21+3", "8S 8S 8S TC", "suited_trips 101"),
    side("003-4.8b", "in a row and of one suit", "21+3", "8S 7S 9S TC", "straight_flush 41"),
    side("003-4.8b", "queen, king, ace of one suit", "21+3", "QS AS KS TC", "straight_flush 41", "decline"),
    side("003-4.8c", "of two suits", "21+3", "8S 8S 8H TC", "trips 31"),
    side("003-4.8d", "in a row, in any order", "21+3", "9S 7D 8H TC", "straight 11"),
    side("003-4.8d", "ace, two, three", "21+3", "AS 3D 2H TC", "straight 11"),
    side("003-4.8d", "queen, king, ace", "21+3", "QS AD KH 9C", "straight 11", "decline"),
    side("003-4.8d", "king, ace, two are not in a row", "21+3", "KS 2D AH TC", "none 0"),
    side("003-4.8d", "ten, queen, king are not, though all are worth ten", "21+3", "TS KD QH 9C", "none 0"),
    side("003-4.8e", "one suit", "21+3", "2S 7S JS TC", "flush 6"),
    side("003-4.8e", "two suits of one colour are none", "21+3", "2S 7C JS TC", "none 0"),
    side("003-3.4", "the same three cards", "top_3", "8S 8D 8H TC", "trips 91"),
    side("003-3.4", "a straight does not count", "top_3", "9S 7D 8H TC", "none 0"),
    side("003-3.4", "nor a flush", "top_3", "2S 7S JS TC", "none 0"),
    side("003-4.9a", "the same card three times", "top_3", "8S 8S 8S TC", "suited_trips 271"),
    side("003-4.9b", "in a row and of one suit", "top_3", "8S 7S 9S TC", "straight_flush 181"),
    side("003-4.9c", "of two suits", "top_3", "8S 8S 8H TC", "trips 91"),
]  # fmt: skip

BESIDE = [
    example("003-3.5", "top 3 without 21+3", "8S 8D 8H TC", bets=box("10", side_bets={"top_3": "2"}), side="trips 182"),
    example("003-3.5", "both", "8S 8D 8H TC", bets=box("10", side_bets={"21+3": "1", "top_3": "2"}),
            side="trips 31, trips 182"),
    example("003-1.7", "all four at once", "8S 8D 8H 8C 3C 2C TH TS", "stand",
            bets=box("10", side_bets={"player_pair": "1", "dealer_pair": "1", "21+3": "1", "top_3": "1"}),
            side="mixed 7, mixed 7, trips 31, trips 91"),
    example("003-1.6", "a side bet is paid even where the hand is lost", "8S 9D 8H TC TS", "hit",
            bets=box("10", side_bets={"player_pair": "1"}), side="mixed 7", hands="bust 0", net="-4"),
]  # fmt: skip


@pytest.mark.parametrize("row", [*PAIRS, *THREES, *BESIDE], ids=str)
def test_example(row: Example) -> None:
    assert row.seen(NAME) == row.expected


def shown(row: Example) -> tuple[str, str]:
    """Return the side bet of a row and its outcome."""
    first = row.bets[0]
    assert isinstance(first, dict)
    return next(iter(first["side_bets"])), row.expected["side"].split()[0]


def test_every_outcome_has_its_example() -> None:
    every = {(bet, name) for bet, names in OUTCOMES.items() for name in (*names, "none")}
    assert {shown(row) for row in [*PAIRS, *THREES]} == every


@pytest.mark.parametrize(
    ("statement", "changes", "allowed"),
    [
        ("003-1.4", {"side_bets": {}}, True),
        (
            "003-1.4",
            {"side_bets": {"player_pair": {"perfect": 30, "coloured": 10, "mixed": 5}}},
            True,
        ),
        ("003-1.4", {"side_bets": {"player_pair": {"perfect": 30}}}, False),
        ("003-1.4", {"side_bets": {"lucky": {"any": 4}}}, False),
    ],
)
def test_side_bets_may_be_configured(
    statement: str, changes: dict[str, Any], *, allowed: bool
) -> None:
    def accepted() -> bool:
        try:
            return bool(Rules.from_dict(changes, LIVE))
        except RulesError:
            return False

    assert accepted() is allowed, statement
