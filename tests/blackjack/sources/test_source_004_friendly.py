"""Document 004, the friendly game: cards, moves and payouts by example; options are tested separately."""

from __future__ import annotations

from collections import Counter

import pytest

from blackjack.bets import Bet, BetError
from blackjack.deal import Deal
from blackjack.presets import PRESETS
from blackjack.rules import Rules
from blackjack.shoe import Shoe, must_close
from tests.blackjack.dealing import drawing
from tests.blackjack.shoes import SEED
from tests.blackjack.sources.examples import Example, example

NAME = "friendly"
FRIENDLY = PRESETS[NAME]

ROUND = [
    example("004-2.2", "two cards for each, one of the dealer's hidden", "TS 5S 9D 9H 6H TC", bets="10 10",
            cards="TS 9H | 5S 6H", dealer="9D", drawn=6),
    example("004-2.3", "a player moves on while neither standing nor bust", "2S TS 9D 3H 9H TC 4C 5C", "hit hit", bets="10 10",
            asked="1.1 play"),
    example("004-2.3", "after standing the next one moves", "2S TS 9D 3H 9H TC 4C", "hit stand", bets="10 10", asked="2.1 play"),
    example("004-2.3", "after a bust as well", "TS TS 9D 6H 9H TC 6C", "hit", bets="10 10", asked="2.1 play"),
    example("004-2.4", "the dealer waits for the last player", "TS TH 9D 9H 8H TC", "stand", bets="10 10", dealer="9D"),
    example("004-2.4", "then draws to 17", "TS 2D 9H TC 3C 2C", "stand", dealer="2D TC 3C 2C"),
    example("004-2.4", "the hole card is shown in any case", "TS 9D 6H TC 6C", "hit", dealer="9D TC"),
    example("004-2.5", "each hand is compared and paid", "TS TH TC 8D 9H 8H 7C TD", "stand stand stand", bets="10 10 10",
            hands="win 20 | push 10 | lose 0"),
    example("004-3.1", "the better hand gains the bet", "TS 9D TH TC", "stand", net="10"),
    example("004-3.1", "the dealer's as well", "TS 9D 8H TC", "stand", net="-10"),
    example("004-3.2", "half of the bet on top", "AS 9D KH TC", net="15"),
    example("004-3.2", "not where the dealer has one, too", "AS KD KH AC", net="0"),
    example("004-3.3", "a bust loses", "TS 9D 6H TC 6C", "hit", hands="bust 0"),
    example("004-3.3", "even where the dealer goes bust", "TS TH 6D 6H 2C TC 6C TD", "hit stand", bets="10 10",
            hands="bust 0 | win 20"),
    example("004-3.4", "equal hands win nothing", "TS 9D 9H TC", "stand", hands="push 10", net="0"),
]  # fmt: skip

HANDS = [
    example("004-4.1", "a natural beats 21", "AS 9D KH 5C 7C", hands="blackjack 25"),
    example("004-4.1", "and is not beaten by it", "7S KD 7H AC", hands="lose 0"),
    example("004-4.1", "an ace on a split ten is one", "TS 9D KH TC AC 5C", "split stand", hands="blackjack 25, lose 0"),
    example("004-4.1", "a ten on a split ace is none", "AS 9D AH TC TC 5C", "split stand", hands="win 20, lose 0"),
    example("004-4.2", "21 beats 20", "7S 9D 7H 5C 7C 6D", "hit", hands="win 20"),
    example("004-4.2", "12 loses to 17", "7S TD 5H 7C", "stand", hands="lose 0"),
    example("004-4.2", "4 loses to 17", "2S TD 2H 7C", "stand", totals="4", hands="lose 0"),
    example("004-4.3", "22 is worse than anything", "TS 9D 6H 2C 6C", "hit", totals="22", hands="bust 0"),
    example("004-4.4", "court cards are tens", "JS 9D QH TC", totals="20"),
    example("004-4.4", "the king as well", "KS 9D 2H TC", totals="12"),
    example("004-4.4", "an ace is eleven", "AS 9D 9H TC", totals="soft 20"),
    example("004-4.4", "or one", "AS 9D 9H TC 5C", "hit", totals="15"),
    example("004-4.5", "the best sum that is possible", "AS 9D AH TC 9C", "hit", totals="soft 21"),
    example("004-4.6a", "the hard value where the soft one is above 21", "AS 9D 6H TC 7C", "hit", totals="14"),
    example("004-4.6a", "the soft value otherwise", "AS 9D 6H TC", totals="soft 17"),
    example("004-4.6b", "hard: every ace is one", "AS 9D AH TC TH", "hit", totals="12"),
    example("004-4.6c", "soft: ten more, once", "AS 9D AH TC 5H", "hit", totals="soft 17"),
]  # fmt: skip

MOVES = [
    example("004-5.1", "a hit is one card", "5S 9D 6H TC 2C", "hit", cards="5S 6H 2C", asked="1.1 play"),
    example("004-5.1", "eleven cards are not too many", "2S 9D 2H TC 2C 2D 3S AS AH AD AC AH AS", "hit " * 9, legal="hit stand", totals="17"),
    example("004-5.1", "above 21 the turn is over", "TS 9D 6H TC 6C", "hit hit", error="too_many_actions"),
    example("004-5.2", "standing ends the turn", "TS 9D 6H TC", "stand hit", error="too_many_actions"),
    example("004-5.3", "twice the bet, one card, and it stands", "5S 9D 6H TC 2C", "double",
            stakes="10+10", cards="5S 6H 2C", asked=""),
    example("004-5.3", "twice, and not a part of it", "5S 9D 6H TC 2C", "double:5", error="illegal_action"),
    example("004-5.3", "with two cards only", "5S 9D 3H TC 2C", "hit double", error="illegal_action"),
    example("004-5.4", "a bet on the new hand, a card for both", "8S 9D 8H TC 2C 3C", "split",
            cards="8S 2C, 8H 3C", stakes="10, 10"),
    example("004-5.4", "equal values will do", "TS 9D KH TC 2C 3C", "split", cards="TS 2C, KH 3C"),
    example("004-5.4", "others not", "9S 9D KH TC", "split", error="illegal_action"),
    example("004-5.5", "half is given up", "TS 9D 6H TC", "surrender", hands="surrender 5"),
    example("004-5.5", "with two cards only", "5S 9D 3H TC 2C", "hit surrender", error="illegal_action"),
    example("004-5.5", "those may be of a split hand", "8S 9D 8H TC 2C 3C", "split surrender stand",
            hands="surrender 5, lose 0"),
    example("004-5.6", "half of the bet, at two for one", "TS AD 9H KC", "insure", insurance="win 15"),
    example("004-5.6", "all that a natural is offered", "AS AD KH 9C", legal="insure decline"),
    example("004-5.6", "or less", "TS AD 9H KC", "insure:2", insurance="win 6"),
    example("004-5.6", "not more", "TS AD 9H KC", "insure:6", error="illegal_action"),
    example("004-5.6", "against an ace only", "TS KD 9H 7C", "insure", error="illegal_action"),
    example("004-5.6", "without a blackjack it is lost", "TS AD 9H 7C", "insure", insurance="lose 0"),
]  # fmt: skip

ROWS = [*ROUND, *HANDS, *MOVES]


@pytest.mark.parametrize("row", ROWS, ids=str)
def test_example(row: Example) -> None:
    assert row.seen(NAME) == row.expected


@pytest.mark.parametrize(
    ("statement", "field", "value"),
    [
        ("004-1.2", "reshuffle", "when_empty"),
        ("004-6.1", "intermission_seconds", 30),
        ("004-6.2", "turn_seconds", 20),
        ("004-6.2", "on_turn_timeout", "stand"),
        ("004-7.1", "blackjack_pays", "3:2"),
    ],
)
def test_friends_play_with(statement: str, field: str, value: object) -> None:
    assert getattr(FRIENDLY, field) == value, statement


@pytest.mark.parametrize(
    ("statement", "stake", "taken"), [("004-7.1", 10, True), ("004-7.1", 7, False)]
)
def test_whole_bets_are_even(statement: str, stake: int, *, taken: bool) -> None:
    def accepted() -> bool:
        try:
            return bool(Deal.start(FRIENDLY, [Bet(1, stake)], drawing("TS 9D 9H TC")))
        except BetError:
            return False

    assert accepted() is taken, statement


@pytest.mark.parametrize(
    ("statement", "stake", "taken"), [("004-7.1", 10, True), ("004-7.1", 4, False)]
)
def test_at_six_to_five_they_are_tens(statement: str, stake: int, *, taken: bool) -> None:
    rules = Rules.from_dict({"blackjack_pays": "6:5"}, FRIENDLY)

    def accepted() -> bool:
        try:
            return bool(Deal.start(rules, [Bet(1, stake)], drawing("TS 9D 9H TC")))
        except BetError:
            return False

    assert accepted() is taken, statement


@pytest.mark.parametrize(("statement", "decks"), [("004-1.1", 1), ("004-1.1", 8)])
def test_cards_come_from_a_shoe_of_whole_decks(statement: str, decks: int) -> None:
    dealt = Counter(Shoe(SEED, decks).begin("ana", 1).first(52 * decks))
    assert set(dealt.values()) == {decks}, statement


@pytest.mark.parametrize(("statement", "dealt"), [("004-1.2", 51), ("004-1.2", 520)])
def test_a_shoe_is_never_closed_for_its_cards(statement: str, dealt: int) -> None:
    assert not must_close(FRIENDLY, 30, dealt), statement


@pytest.mark.parametrize(("statement", "on_the_table"), [("004-1.2", 12)])
def test_an_empty_shoe_takes_back_what_is_not_on_the_table(
    statement: str, on_the_table: int
) -> None:
    """40 cards are used when a round begins that draws 20: the shoe is refilled after its twelfth card."""
    dealing = Shoe(SEED, 1).begin("ana", 1).end(52 - on_the_table).begin("ana", 2)
    cards = dealing.first(20)
    assert len(set(cards)) == 20, statement
    assert len(dealing.end(20).left) == 52 - 20
