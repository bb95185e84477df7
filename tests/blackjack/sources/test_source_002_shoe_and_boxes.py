"""Document 002, the casino-floor rules: cutting, burning, the shoe, and several players on one box."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest

from blackjack.fairness import entropy
from blackjack.presets import PRESETS
from blackjack.rules import Rules, RulesError
from blackjack.shoe import Shoe, must_close
from tests.blackjack.shoes import SEED
from tests.blackjack.sources.examples import Example, box, example

NAME = "casino_floor"
FLOOR = PRESETS[NAME]
FOUR_BEHIND = [{"stake": "4"}]
STAYS_LEFT = [{"stake": "4", "choice": "left"}]
STAYS_RIGHT = [{"stake": "4", "choice": "right"}]
TWO_BEHIND = [{"stake": "4"}, {"stake": "6"}]
EIGHTS = "8S 6D 8H 3C TH KD 9S TC TS"
"""A pair of eights: split and doubled on the left, both hands win against a bust dealer."""

BOXES = [
    example("002-3.9a", "two bet behind the first", "TS 9D 9H 9C", "stand", bets=box("10", behind=TWO_BEHIND),
            net="10", behind="2: 1 win 8 net 4 | 3: 1 win 12 net 6"),
    example("002-3.9a", "a third one does not", "TS 9D 9H 9C", bets=box("10", behind=[*TWO_BEHIND, *FOUR_BEHIND]),
            error="invalid_bet"),
    example("002-3.9a", "they lose with the hand", "TS 9D 6H 6C", "hit", bets=box("10", behind=FOUR_BEHIND),
            hands="bust 0", behind="2: 1 bust 0 net -4"),
    example("002-3.9a", "only the first is asked to play", "TS 9D 6H", bets=box("10", behind=TWO_BEHIND), asked="1.1 play"),
    example("002-5.2a", "insurance is each bettor's own", "TS AD 9H", "decline", bets=box("10", behind=FOUR_BEHIND),
            asked="1.1 before_peek 2", legal="insure decline"),
    example("002-5.2a", "up to half of their own bet", "TS AD 9H", "decline insure:3", bets=box("10", behind=FOUR_BEHIND),
            error="illegal_action"),
    example("002-5.5", "so is even money", "AS AD KH TC", "decline even_money", bets=box("10", behind=FOUR_BEHIND),
            hands="push 10", behind="2: 1 even_money 8 net 4"),
    example("002-6.1", "each of them gets half back", "TS 9D 6H", "surrender", bets=box("10", behind=FOUR_BEHIND),
            hands="surrender 5", behind="2: 1 surrender 2 net -2"),
    example("002-10.1d", "who splits, too, has a bet on both hands", EIGHTS, "split double stand",
            bets=box("10", behind=FOUR_BEHIND), behind="2: 1 win 16, 2 win 8 net 12"),
    example("002-10.1d", "who does not, keeps the left card", EIGHTS, "split double stand",
            bets=box("10", behind=STAYS_LEFT), behind="2: 1 win 8 net 4"),
    example("002-10.1d", "or the right one", EIGHTS, "split double stand",
            bets=box("10", behind=STAYS_RIGHT), behind="2: 2 win 8 net 4"),
    example("002-10.1d", "who cannot pay this time stays left", EIGHTS, "split-2 double stand",
            bets=box("10", behind=FOUR_BEHIND), behind="2: 1 win 16 net 8"),
    example("002-10.1d", "any other choice is refused", "8S 6D 8H",
            bets=box("10", behind=[{"stake": "4", "choice": "both"}]), error="invalid_bet"),
]  # fmt: skip


@pytest.mark.parametrize("row", BOXES, ids=str)
def test_example(row: Example) -> None:
    assert row.seen(NAME) == row.expected


@pytest.mark.parametrize(
    ("statement", "field", "value"),
    [
        ("002-1.2a", "decks", 8),
        ("002-3.9a", "bettors_per_seat", 3),
        ("002-3.9b", "seats_per_player", 7),
        ("002-4.1", "player_cut", True),
        ("002-4.6", "penetration", 0.67),
        ("002-4.8", "burn_cards", 1),
    ],
)
def test_the_floor_plays_with(statement: str, field: str, value: object) -> None:
    assert getattr(FLOOR, field) == value, statement


@pytest.mark.parametrize(
    ("statement", "decks", "cards", "copies"),
    [
        ("002-1.2a", 8, 416, 8),
        ("002-1.2b", 6, 312, 6),
        ("002-4.7", 8, 416, 8),
        ("002-G.3", 1, 52, 1),
    ],
)
def test_the_shoe_holds_whole_decks(statement: str, decks: int, cards: int, copies: int) -> None:
    rules = Rules.from_dict({"decks": decks}, FLOOR)
    dealt = Counter(Shoe(SEED, rules.finite_decks).begin("ana.208", 1).first(cards))
    assert (rules.shoe_size, len(dealt), set(dealt.values())) == (cards, 52, {copies}), statement


@pytest.mark.parametrize(("statement", "suits", "ranks"), [("002-G.3", "CDHS", "A23456789TJQK")])
def test_a_deck_has_four_suits_of_thirteen(statement: str, suits: str, ranks: str) -> None:
    deck = {str(card) for card in Shoe(SEED, 1).begin("ana", 1).first(52)}
    assert deck == {rank + suit for rank in ranks for suit in suits}, statement


@pytest.mark.parametrize(
    ("statement", "cut", "allowed"),
    [
        ("002-4.2", 51, False),
        ("002-4.2", 52, True),
        ("002-4.2", 208, True),
        ("002-4.2", 364, True),
        ("002-4.2", 365, False),
    ],
)
def test_a_cut_leaves_a_deck_at_either_end(statement: str, cut: int, *, allowed: bool) -> None:
    assert (cut in FLOOR.cuts) is allowed, statement


@pytest.mark.parametrize(
    ("statement", "cut", "same"), [("002-4.5", 208, True), ("002-4.5", 209, False)]
)
def test_another_cut_deals_other_cards(statement: str, cut: int, *, same: bool) -> None:
    def cards(at: int) -> list[str]:
        mixed = entropy({1: f"ana-{'0' * 32}"}, at)
        return [str(card) for card in Shoe(SEED, 8).begin(mixed, 1).first(8)]

    assert (cards(cut) == cards(208)) is same, statement


@pytest.mark.parametrize(
    ("statement", "dealt", "closes"), [("002-4.6", 277, False), ("002-4.6", 278, True)]
)
def test_two_thirds_of_the_shoe_are_dealt(statement: str, dealt: int, *, closes: bool) -> None:
    assert must_close(FLOOR, 30, dealt) is closes, statement


@pytest.mark.parametrize(("statement", "decks", "cards"), [("002-G.9", 8, 416)])
def test_a_shoe_keeps_the_decks_in_play(statement: str, decks: int, cards: int) -> None:
    shoe = Shoe(SEED, FLOOR.finite_decks)
    assert (FLOOR.decks, len(shoe.left)) == (decks, cards), statement
    assert set(Counter(shoe.left).values()) == {decks}, statement


@pytest.mark.parametrize(
    ("statement", "burned", "left"), [("002-4.8", 1, 415), ("002-G.2", 1, 415)]
)
def test_a_burned_card_is_out_of_the_shoe(statement: str, burned: int, left: int) -> None:
    burn = Shoe(SEED, FLOOR.finite_decks).begin("ana.208", 0)
    after = burn.end(burned)
    assert (len(after.left), after.dealt) == (left, burned), statement
    rest = Counter(after.rest("ana.208", 1))
    assert rest[burn.draw(0)] == 7, statement


@pytest.mark.parametrize(
    ("statement", "changes"),
    [
        ("002-1.2a", {"decks": 9}),
        ("002-3.9a", {"bettors_per_seat": 4}),
        ("002-4.8", {"burn_cards": 11}),
    ],
)
def test_beyond_the_range_is_refused(statement: str, changes: dict[str, Any]) -> None:
    with pytest.raises(RulesError) as refusal:
        Rules.from_dict(changes, FLOOR)
    assert refusal.value.field in changes, statement
