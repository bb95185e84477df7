"""Document 004, the friendly game: each option, set both ways."""

from __future__ import annotations

from typing import Any

import pytest

from blackjack.presets import PRESETS
from blackjack.rules import Rules, RulesError
from blackjack.shoe import Shoe
from tests.blackjack.shoes import SEED
from tests.blackjack.sources.examples import Example, example

NAME = "friendly"
FRIENDLY = PRESETS[NAME]
SIMPLE = {
    "naturals": False, "double_on": "never", "max_splits": 0, "max_ace_splits": 0,
    "surrender": "none", "insurance": "none",
}  # fmt: skip
EIGHTS = "8S 9D 8H TC 8D 8C 8S 8D 8H 2C"
ACES = "AS 9D AH TC AD AC AS AD AH 2C"

WHOLE_GAME = [
    example("004-7.1", "three for two", "AS 9D KH TC", bets="10", net="15"),
    example("004-7.1", "six for five, where it is set", "AS 9D KH TC", bets="10", rules={"blackjack_pays": "6:5"}, net="12"),
    example("004-7.2", "off: a win is a gain", "TS 9D TH TC", "stand", net="10"),
    example("004-7.2", "on: a win costs the bet", "TS 9D TH TC", "stand", rules={"inverted": True}, net="-10", returned="0"),
    example("004-7.2", "on: a loss gains it", "TS 9D 8H TC", "stand", rules={"inverted": True}, net="10"),
    example("004-7.2", "on: a bust gains it", "TS 9D 6H TC 6C", "hit", rules={"inverted": True}, net="10"),
    example("004-7.2", "on: a blackjack costs three for two", "AS 9D KH TC", rules={"inverted": True}, net="-15"),
    example("004-7.3", "off: every decision", "8S 9D 8H TC", legal="hit stand double split surrender"),
    example("004-7.3", "on: hit or stand", "8S 9D 8H TC", rules=SIMPLE, legal="hit stand"),
    example("004-7.3", "on: no insurance", "TS AD 8H TC", rules=SIMPLE, legal="hit stand"),
    example("004-7.3", "on: a natural is a 21 like others", "AS 9D KH 5C 7C", rules=SIMPLE, hands="push 10"),
    example("004-7.3", "on: the dealer's too", "7S KD 7H AC 7C", "hit", rules=SIMPLE, hands="push 10"),
]  # fmt: skip

DEALER = [
    example("004-7.5", "on: a soft 17 draws", "TS 6D 8H AC 3C", "stand", dealer="6D AC 3C"),
    example("004-7.5", "off: it stands", "TS 6D 8H AC 3C", "stand", rules={"soft_17": "stand"}, dealer="6D AC"),
    example("004-7.6a", "on: a blackjack behind a ten ends the round", "TS KD 8H AC", asked="", hands="lose 0"),
    example("004-7.6a", "on: and behind an ace", "TS AD 8H KC", "decline", asked="", hands="lose 0"),
    example("004-7.6a", "on: after early surrender", "TS KD 6H AC", rules={"surrender": "early"}, asked="1.1 before_peek"),
    example("004-7.6a", "off: the players go on", "TS KD 8H AC", rules={"peek": "never"}, asked="1.1 play"),
    example("004-7.6a", "off: and lose all in the end", "5S KD 6H AC TC", "double", rules={"peek": "never"},
            hands="lose 0", net="-20"),
]  # fmt: skip

DOUBLES = [
    *[example("004-7.7a", f"any: {cards}", f"{cards[:2]} 9D {cards[3:]} TC", legal="hit stand double surrender")
      for cards in ("2S 3H", "5S 6H", "TS 9H", "AS 8H")],
    *[example("004-7.7b", f"9 to 11: {cards}", f"{cards[:2]} 9D {cards[3:]} TC", rules={"double_on": "9-11"},
              legal=f"hit stand {double}surrender")
      for cards, double in (("2S 6H", ""), ("2S 7H", "double "), ("4S 6H", "double "), ("5S 6H", "double "), ("5S 7H", ""),
                            ("AS 8H", ""))],
    *[example("004-7.7c", f"10 or 11: {cards}", f"{cards[:2]} 9D {cards[3:]} TC", rules={"double_on": "10-11"},
              legal=f"hit stand {double}surrender")
      for cards, double in (("2S 7H", ""), ("4S 6H", "double "), ("5S 6H", "double "), ("5S 7H", ""))],
    example("004-7.8", "on: each split hand may be doubled", "8S 9D 8H TC 3C 2C TH TD", "split double double",
            stakes="10+10, 10+10"),
    example("004-7.8", "off: none may", "8S 9D 8H TC 3C 2C", "split", rules={"double_after_split": False},
            legal="hit stand surrender"),
]  # fmt: skip

SURRENDERS = [
    example("004-7.9a", "off: never", "TS 9D 6H TC", rules={"surrender": "none"}, legal="hit stand double"),
    example("004-7.9a", "off: nor against a ten", "TS KD 6H 9C", rules={"surrender": "none"}, legal="hit stand double"),
    example("004-7.9b", "late: where the dealer has no blackjack", "TS KD 6H 9C", legal="hit stand double surrender"),
    example("004-7.9b", "late: against an ace as well", "TS AD 6H 9C", "decline surrender", hands="surrender 5"),
    example("004-7.9b", "late: not where there is one", "TS KD 6H AC", "surrender", error="too_many_actions"),
    example("004-7.9b", "late: an unseen blackjack takes all", "TS KD 6H AC", "surrender", rules={"peek": "never"},
            hands="surrender 0"),
    example("004-7.9c", "early non-ace: before the dealer looks", "TS KD 6H AC", "surrender",
            rules={"surrender": "early_vs_non_ace"}, hands="surrender 5"),
    example("004-7.9c", "early non-ace: against a small card", "TS 9D 6H TC", "surrender",
            rules={"surrender": "early_vs_non_ace"}, hands="surrender 5"),
    example("004-7.9c", "early non-ace: not against an ace", "TS AD 6H 9C", "surrender",
            rules={"surrender": "early_vs_non_ace"}, error="illegal_action"),
    example("004-7.9d", "early: against an ace", "TS AD 6H KC", "surrender", rules={"surrender": "early"}, hands="surrender 5"),
    example("004-7.9d", "early: against a ten", "TS KD 6H AC", "surrender", rules={"surrender": "early"}, hands="surrender 5"),
    example("004-7.9d", "early: against a small card", "TS 9D 6H TC", "surrender", rules={"surrender": "early"},
            hands="surrender 5"),
]  # fmt: skip


def splits(statement: str, title: str, cards: str, field: str, limit: int) -> list[Example]:
    """Return examples of the maximum number of splits, and of one more, which is refused as `illegal_action`."""
    made = "split " * limit
    rules = {field: limit}
    return [
        example(statement, f"{title}: {limit} of {limit}", cards, made, rules=rules, staked=str(10 * limit + 10)),
        example(statement, f"{title}: no more than {limit}", cards, f"{made}split", rules=rules, error="illegal_action"),
    ]  # fmt: skip


SPLITS = [
    *[row for n in range(4) for row in splits("004-7.10", "other pairs", EIGHTS, "max_splits", n)],
    *[row for n in range(4) for row in splits("004-7.11", "aces", ACES, "max_ace_splits", n)],
    example("004-7.10", "tens count as a pair of theirs", "KS 9D QH TC", rules={"max_splits": 0, "max_ace_splits": 3},
            legal="hit stand double surrender"),
    example("004-7.11", "one split of aces is usual", ACES, "split", legal="hit stand double surrender"),
    example("004-7.12a", "on: a split ace is hit", "AS 9D AH TC 5C 6C 4C", "split hit", cards="AS 5C 4C, AH 6C",
            legal="hit stand"),
    example("004-7.12a", "off: it has its one card", "AS 9D AH TC 5C 6C", "split", rules={"hit_split_aces": False},
            cards="AS 5C, AH 6C", asked=""),
    example("004-7.12b", "a ten makes it 21, no natural", "AS 9D AH TC TH 5C", "split stand", hands="win 20, lose 0"),
    example("004-7.12b", "off, too", "AS 9D AH TC TH 5C", "split", rules={"hit_split_aces": False}, hands="win 20, lose 0"),
]  # fmt: skip

ROWS = [*WHOLE_GAME, *DEALER, *DOUBLES, *SURRENDERS, *SPLITS]


@pytest.mark.parametrize("row", ROWS, ids=str)
def test_example(row: Example) -> None:
    assert row.seen(NAME) == row.expected


@pytest.mark.parametrize(
    ("statement", "field", "value"),
    [
        ("004-7.2", "inverted", False),
        ("004-7.3", "naturals", True),
        ("004-7.4", "decks", 1),
        ("004-7.5", "soft_17", "hit"),
        ("004-7.6a", "peek", "ace_and_ten"),
        ("004-7.7a", "double_on", "any"),
        ("004-7.8", "double_after_split", True),
        ("004-7.9b", "surrender", "late"),
        ("004-7.10", "max_splits", 3),
        ("004-7.11", "max_ace_splits", 1),
        ("004-7.12a", "hit_split_aces", True),
    ],
)
def test_the_usual_option_is(statement: str, field: str, value: object) -> None:
    assert getattr(FRIENDLY, field) == value, statement


@pytest.mark.parametrize(
    ("statement", "changes", "allowed"),
    [
        *[("004-7.4", {"decks": decks}, True) for decks in (1, 2, 8, "infinite")],
        *[("004-7.4", {"decks": decks}, False) for decks in (0, 9, "nine")],
        *[("004-7.10", {"max_splits": splits}, splits < 4) for splits in (0, 3, 4)],
        *[("004-7.11", {"max_ace_splits": splits}, splits < 4) for splits in (0, 3, 4)],
    ],
)
def test_the_range_of(statement: str, changes: dict[str, Any], *, allowed: bool) -> None:
    def accepted() -> bool:
        try:
            return bool(Rules.from_dict(changes, FRIENDLY))
        except RulesError:
            return False

    assert accepted() is allowed, statement


@pytest.mark.parametrize(("statement", "decks", "most"), [("004-7.4", 1, 1), ("004-7.4", 2, 2)])
def test_a_card_is_there_once_for_each_deck(statement: str, decks: int, most: int) -> None:
    dealt = Shoe(SEED, decks).begin("ana", 1).first(52 * decks)
    assert max(dealt.count(card) for card in dealt) == most, statement


@pytest.mark.parametrize(("statement", "cards"), [("004-7.4", 520)])
def test_infinite_decks_never_run_out_of_a_card(statement: str, cards: int) -> None:
    dealt = Shoe(SEED, Rules(decks="infinite").finite_decks).begin("ana", 1).first(cards)
    assert max(dealt.count(card) for card in dealt) > cards / 52, statement
