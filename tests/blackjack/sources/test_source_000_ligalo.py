"""Document 000, the house's own rules: cards, decisions and payouts by example."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from blackjack.cards import ACE, CARDS, TEN, Card
from blackjack.presets import PRESETS
from blackjack.rules import Rules, RulesError
from blackjack.shoe import must_close
from tests.blackjack.sources.examples import Example, example

NAME = "ligalo"
LIGALO = PRESETS[NAME]
TWO = {"seats": 2}
THREE = {"seats": 3}

CARDS_AND_HANDS = [
    example("000-1.1a", "19 beats 18", "TS 9D 9H 9C", "stand", hands="win 20"),
    example("000-1.1a", "17 loses to 18", "TS 9D 7H 9C", "stand", hands="lose 0"),
    example("000-1.1a", "22 loses, whatever the dealer has", "TS 6D 6H TC 6C", "hit", hands="bust 0"),
    example("000-1.1b", "one seat wins where the other loses", "TS TH 9D 9H 7C 9C", "stand stand",
            rules=TWO, bets="10 10", hands="win 20 | lose 0"),
    example("000-1.2", "no bet, no cards", "TS 9D 9H 9C", bets=[], error="invalid_bet"),
    example("000-1.2", "after the bet and the deal the player decides", "TS 9D 9H 9C", asked="1.1 play"),
    example("000-2.1", "a two and a ten make 12", "2S 6D TH TC", totals="12"),
    example("000-2.2", "a jack and a queen make 20", "JS 6D QH TC", totals="20"),
    example("000-2.2", "a king and a two make 12", "KS 6D 2H TC", totals="12"),
    example("000-2.3", "an ace is eleven where that helps", "AS 6D 6H TC", totals="soft 17"),
    example("000-2.3", "the same ace is one where eleven would be too much", "AS 6D 6H TC 9C", "hit", totals="16"),
    example("000-2.3", "of two aces one counts eleven", "AS 6D AH TC", totals="soft 12"),
    example("000-2.4", "an ace and a king are a blackjack", "AS 6D KH TC", hands="blackjack 25"),
    example("000-2.4", "a ten and an ace are one too", "TS 6D AH TC", hands="blackjack 25"),
    example("000-2.4", "21 in three cards is none", "7S 6D 7H TC 7C TD", "hit", hands="win 20", totals="21"),
    example("000-2.4", "nor is an ace on a split ten", "TS 9D TH 9C AC 9S", "split stand", hands="win 20, win 20"),
    example("000-2.4", "a blackjack beats a dealer's 21 in three cards", "AS 6D KH 5C TC", hands="blackjack 25"),
    example("000-2.5", "ten gain fifteen", "AS 6D KH TC", net="15"),
    example("000-2.5", "seven gain ten and a half", "AS 6D KH TC", bets="7", net="10.5"),
]  # fmt: skip

FLOW = [
    example("000-3.2", "two cards each, one of the dealer's face down", "TS 6D 6H TC",
            cards="TS 6H", dealer="6D", drawn=4),
    example("000-3.3", "insurance is offered against an ace", "TS AD 8H 9C",
            asked="1.1 before_peek", legal="insure decline"),
    example("000-3.3", "and to a blackjack too", "AS AD KH 9C", legal="insure decline"),
    example("000-3.3", "but not against a ten", "TS KD 8H 9C", "insure", error="illegal_action"),
    example("000-3.4", "a player's blackjack is settled without a question", "AS 9D KH 8C", asked="", net="15"),
    example("000-3.4", "a dealer's behind a ten ends the round at once", "TS KD 9H AC", asked="", hands="lose 0"),
    example("000-3.4", "and behind an ace after insurance", "TS AD 9H KC", "decline", asked="", hands="lose 0"),
    example("000-3.5", "a pair has all five decisions", "8S 6D 8H TC", legal="hit stand double split surrender"),
    example("000-3.5", "two other cards have four", "8S 6D 9H TC", legal="hit stand double surrender"),
    example("000-3.6", "the hole card is shown and the dealer draws", "TS 6D 9H TC 5H", "stand",
            dealer="6D TC 5H", hands="lose 0"),
    example("000-3.6", "nothing is drawn against busts alone", "TS 6D 6H TC 6C", "hit", dealer="6D TC", drawn=5),
    example("000-3.7", "every hand is compared by itself", "TS TH TC 8D 9H 8H 7C TD", "stand stand stand",
            rules=THREE, bets="10 10 10", hands="win 20 | push 10 | lose 0"),
]  # fmt: skip

DECISIONS = [
    example("000-4.1a", "a hit is one card", "5S 6D 6H TC 2C", "hit", cards="5S 6H 2C", drawn=5),
    example("000-4.1b", "after four hits there may be a fifth", "2S 6D 2H TC 2C 3C 2D 3D", "hit hit hit hit",
            legal="hit stand", totals="14"),
    example("000-4.1b", "eleven cards are not too many", "2S 9D 2H TC 2C 2D 3S AS AH AD AC AH AS", "hit " * 9, legal="hit stand", totals="17"),
    example("000-4.1b", "a bust ends it", "TS 6D 6H TC 6C", "hit hit", error="too_many_actions"),
    example("000-4.2", "standing ends the turn and the dealer plays", "TS 6D 3H TC TD", "stand",
            cards="TS 3H", dealer="6D TC TD", asked=""),
    example("000-4.3a", "the bet is doubled for one card", "5S 6D 6H TC 2H TD", "double",
            stakes="10+10", cards="5S 6H 2H", asked=""),
    example("000-4.3a", "a doubled hand asks for no more", "5S 6D 6H TC 2H TD", "double hit", error="too_many_actions"),
    example("000-4.3a", "the amount is the bet, not less", "5S 6D 6H TC 2H", "double:5", error="illegal_action"),
    example("000-4.3b", "any two cards may be doubled", "TS 6D 9H TC", legal="hit stand double surrender"),
    example("000-4.3b", "three may not", "2S 6D 3H TC 2C", "hit double", error="illegal_action", legal="hit stand"),
    example("000-4.4a", "two hands with a bet each", "8S 6D 8H TC 3C 4C", "split",
            stakes="10, 10", cards="8S 3C, 8H 4C", staked="20"),
    example("000-4.4a", "a king and a queen have the same value", "KS 6D QH TC 5C 6C", "split", cards="KS 5C, QH 6C"),
    example("000-4.4a", "a nine and a ten do not", "9S 6D TH TC", "split", error="illegal_action"),
    example("000-4.4b", "one of the two busts, the other wins", "8S 6D 8H TC 6C TH TD TC", "split hit stand",
            hands="bust 0, win 20"),
    example("000-4.4b", "aces, too, are played on", "AS 6D AH TC 5C 6C 3D", "split hit",
            cards="AS 5C 3D, AH 6C", legal="hit stand"),
    example("000-4.4c", "three splits make four hands, and no fifth", "8S 6D 8H TC 8D 8C 8S 8D 8H 2C", "split split split",
            cards="8S 8H, 8S 2C, 8D 8D, 8H 8C", legal="hit stand double"),
    example("000-4.4c", "a fourth split is refused", "8S 6D 8H TC 8D 8C 8S 8D 8H 2C", "split split split split",
            error="illegal_action"),
    example("000-4.4c", "aces count like others", "AS 6D AH TC AD AC AS AD AH 2C", "split split split",
            cards="AS AH, AS 2C, AD AD, AH AC", legal="hit stand double"),
    example("000-4.4d", "a split hand may be doubled", "8S 6D 8H TC 3C TH KD 9S", "split double stand",
            stakes="10+10, 10", hands="win 40, win 20"),
    example("000-4.4d", "unless the operator turns that off", "8S 6D 8H TC 3C TH", "split",
            rules={"double_after_split": False}, legal="hit stand"),
    example("000-4.5a", "half the bet comes back", "TS 9D 6H TC", "surrender", hands="surrender 5", net="-5"),
    example("000-4.5a", "against an ace after the dealer has looked", "TS AD 6H 9C", "decline",
            legal="hit stand double surrender"),
    example("000-4.5a", "a dealer's blackjack comes first", "TS KD 6H AC", "surrender", error="too_many_actions"),
    example("000-4.5b", "not after a hit", "5S 9D 6H TC 2C", "hit surrender", error="illegal_action"),
    example("000-4.5b", "not after a split", "8S 9D 8H TC 2C 3C", "split surrender", error="illegal_action"),
    example("000-4.5b", "not after a double", "5S 9D 6H 8C 2C", "double surrender", error="too_many_actions"),
    example("000-4.5c", "the operator may turn it off", "TS 9D 6H TC", rules={"surrender": "none"},
            legal="hit stand double"),
]  # fmt: skip

DEALER = [
    example("000-5.1", "the dealer waits for the last player", "TS TH 6D 9H 8C TC", "stand",
            rules=TWO, bets="10 10", asked="2.1 play", dealer="6D"),
    example("000-5.2", "16 draws", "TS 6D 9H TC AC", "stand", dealer="6D TC AC", hands="win 20"),
    example("000-5.2", "and goes on drawing up to 16", "TS 2D 9H 2C 3C 4C 5C 6H", "stand",
            dealer="2D 2C 3C 4C 5C 6H", hands="win 20"),
    example("000-5.3", "a hard 17 stands", "TS TD 8H 7C", "stand", dealer="TD 7C", hands="win 20"),
    example("000-5.3", "with an ace that counts one too", "TS 6D 8H TC AC", "stand", dealer="6D TC AC"),
    example("000-5.4a", "an ace and a six draw", "TS 6D 9H AC 3C", "stand", dealer="6D AC 3C", hands="lose 0"),
    example("000-5.4a", "so does a soft 17 of three cards", "TS 2D 9H 4C AC 3C", "stand", dealer="2D 4C AC 3C"),
    example("000-5.4a", "a soft 18 stands", "TS 7D 9H AC", "stand", dealer="7D AC", hands="win 20"),
    example("000-5.4b", "the operator may let it stand", "TS 6D 9H AC", "stand", rules={"soft_17": "stand"},
            dealer="6D AC", hands="win 20"),
    example("000-5.5", "a dealer's pair is played as a 16", "TS 8D 9H 8C 5D", "stand", dealer="8D 8C 5D"),
    example("000-5.5", "a dealer's 11 takes as many cards as it needs", "TS 5D 9H 6C 2C 3C 4C", "stand",
            dealer="5D 6C 2C 3C 4C"),
    example("000-5.6", "a bust pays who is still there, however little they have", "TS TH 6D 6H 2C TC KD KC", "hit stand",
            rules=TWO, bets="10 10", dealer="6D TC KC", hands="bust 0 | win 20"),
]  # fmt: skip

MONEY = [
    example("000-6.1", "it costs half the bet", "TS AD 8H 9C", "insure", staked="15"),
    example("000-6.1", "neither more nor less", "TS AD 8H 9C", "insure:4", error="illegal_action"),
    example("000-6.2", "it brings back what the bet loses", "TS AD 8H KC", "insure",
            hands="lose 0", insurance="win 15", net="0"),
    example("000-6.3", "it is lost at once and the hand goes on", "TS AD 8H 9C", "insure",
            insurance="lose 0", asked="1.1 play"),
    example("000-6.3", "the hand may win nevertheless", "TS AD 9H 7C", "insure stand",
            insurance="lose 0", hands="win 20", net="5"),
    example("000-7.1", "a win pays the bet", "TS 9D 9H 9C", "stand", hands="win 20", net="10"),
    example("000-7.2", "a blackjack pays one and a half", "AS 9D KH 9C", hands="blackjack 25", net="15"),
    example("000-7.3", "equal totals give the bet back", "TS 9D 8H 9C", "stand", hands="push 10", net="0"),
    example("000-7.3", "two blackjacks are equal", "AS KD KH AC", hands="push 10", net="0"),
    example("000-7.4", "a worse hand loses it all", "TS 9D 7H 9C", "stand", hands="lose 0", net="-10"),
    example("000-7.4", "so does a bust", "TS 9D 6H 9C 6S", "hit", hands="bust 0", net="-10"),
    example("000-7.5", "a surrender gives half back", "TS 9D 6H 9C", "surrender", returned="5"),
    example("000-7.6", "a doubled win pays the doubled bet", "5S 9D 6H 9C TH", "double", hands="win 40", net="20"),
    example("000-7.6", "a doubled loss loses it", "5S 9D 6H 9C 2H", "double", hands="lose 0", net="-20"),
    example("000-7.7", "five insured gain ten", "TS AD 9H KC", "insure", insurance="win 15"),
]  # fmt: skip


ROWS = [*CARDS_AND_HANDS, *FLOW, *DECISIONS, *DEALER, *MONEY]


@pytest.mark.parametrize("row", ROWS, ids=str)
def test_example(row: Example) -> None:
    assert row.seen(NAME) == row.expected


@pytest.mark.parametrize(
    ("statement", "field", "value"),
    [
        ("000-1.4a", "decks", 6),
        ("000-1.5", "penetration", 0.75),
        ("000-1.5", "reshuffle", "at_penetration"),
        ("000-12.4b", "resume_seconds", 300),
        ("000-12.4b", "on_absence", "basic_strategy"),
    ],
)
def test_the_house_plays_with(statement: str, field: str, value: object) -> None:
    assert getattr(LIGALO, field) == value, statement


@pytest.mark.parametrize(
    ("statement", "changes", "allowed"),
    [
        ("000-1.4b", {"decks": 1}, True),
        ("000-1.4b", {"decks": 8}, True),
        ("000-1.4b", {"decks": 0}, False),
        ("000-1.4b", {"decks": 9}, False),
        ("000-1.5", {"penetration": 0.5}, True),
        ("000-1.5", {"penetration": 1.5}, False),
        ("000-4.5c", {"surrender": "none"}, True),
        ("000-5.4b", {"soft_17": "stand"}, True),
        ("000-5.4b", {"soft_17": "double"}, False),
    ],
)
def test_an_operator_may_set(statement: str, changes: dict[str, Any], *, allowed: bool) -> None:
    def accepted() -> bool:
        try:
            return bool(Rules.from_dict(changes, LIGALO))
        except RulesError:
            return False

    assert accepted() is allowed, statement


@pytest.mark.parametrize(
    ("statement", "decks", "dealt", "closes"),
    [
        ("000-1.5", 6, 233, False),
        ("000-1.5", 6, 234, True),
        ("000-1.5", 1, 38, False),
        ("000-1.5", 1, 39, True),
    ],
)
def test_the_shoe_ends_at_three_quarters(
    statement: str, decks: int, dealt: int, *, closes: bool
) -> None:
    rules = Rules.from_dict({"decks": decks}, LIGALO)
    assert must_close(rules, 20, dealt) is closes, statement


@pytest.mark.parametrize(
    ("statement", "ranks", "values"),
    [("000-2.1", "23456789T", [2, 3, 4, 5, 6, 7, 8, 9, 10]), ("000-2.2", "JQK", [10, 10, 10])],
)
def test_what_cards_are_worth(statement: str, ranks: str, values: list[int]) -> None:
    assert [Card.parse(f"{rank}D").value for rank in ranks] == values, statement


@pytest.mark.parametrize(("statement", "expected"), [("000-6.4", Fraction(-23, 311))])
def test_what_insurance_loses_on_average(statement: str, expected: Fraction) -> None:
    """Six decks without the ace that is the upcard: a loss of 7.4 hundredths of the insurance."""
    left = [card.value for card in CARDS for _ in range(6)]
    left.remove(ACE)
    won = Fraction(left.count(TEN), len(left))
    assert 2 * won - (1 - won) == expected, statement
    assert round(float(expected), 3) == -0.074
