"""Document 003, the live rules: cards, decisions and payouts by example."""

from __future__ import annotations

import pytest

from blackjack.presets import PRESETS
from blackjack.shoe import must_close
from tests.blackjack.sources.examples import Example, box, example

NAME = "live"
LIVE = PRESETS[NAME]
SEVEN = "2S 2S 2S 2S 2S 2S 2S 9D TH TH TH TH TH TH TH TC"
TEN_CARDS = "2S 9D 2H TC 2C 2D 3S AS AH AD AC"
EIGHT_HITS = "hit " * 8

TABLE = [
    example("003-1.2", "seven seats", SEVEN, bets="1 1 1 1 1 1 1", asked="1.1 play"),
    example("003-1.2", "no eighth", "TS 9D 9H TC", bets=box("1", 8), error="invalid_bet"),
    example("003-1.3", "the dealer has a covered card", "TS 9D 9H TC", dealer="9D", drawn=4),
    example("003-1.6", "a winning hand is paid by the table", "TS 9D TH TC", "stand", net="10"),
    example("003-2.1b", "a round needs the main bet", "TS 9D 9H TC", bets=[], error="invalid_bet"),
    example("003-2.1b", "a side bet alone is none", "TS 9D TH TC", bets=box("0", side_bets={"21+3": "5"}),
            error="invalid_bet"),
    example("003-2.1c", "side bets go with it or not", "TS 9D TH TC 9C", "stand", bets=box("10", side_bets={"player_pair": "1"}),
            side="mixed 7", staked="11"),
    example("003-2.1c", "a side bet that the table does not have is refused", "TS 9D TH TC",
            bets=box("10", side_bets={"lucky": "1"}), error="invalid_bet"),
    example("003-2.2", "player, dealer open, player, dealer covered", "TS 9D 8H TC", "stand", cards="TS 8H", dealer="9D TC"),
    example("003-2.2", "the players before the dealer, in both turns", "2S 3S 9D 4H 5H TC", bets="10 10",
            cards="2S 4H | 3S 5H", dealer="9D"),
    example("003-2.3a", "an ace lets insure", "TS AD 8H 9C", legal="insure decline"),
    example("003-2.3a", "a blackjack, too, and offers nothing else", "AS AD KH 9C", legal="insure decline"),
    example("003-2.3a", "a ten does not", "TS KD 8H 9C", legal="hit stand double"),
    example("003-2.3b", "a blackjack behind the ace ends the round", "TS AD 8H KC", "decline", asked="", dealer="AD KC"),
    example("003-2.3b", "otherwise the round goes on", "TS AD 8H 9C", "decline", asked="1.1 play", dealer="AD"),
    example("003-2.4a", "four decisions on a pair, no surrender", "8S 9D 8H TC", legal="hit stand double split"),
    example("003-2.4a", "a double is the whole bet", "5S 9D 6H TC TH", "double:5", error="illegal_action"),
    example("003-2.4a", "surrender is refused", "TS 9D 6H TC", "surrender", error="illegal_action"),
    example("003-2.4b", "two hands", "8S 9D 8H TC 2C 3C", "split", cards="8S 2C, 8H 3C"),
    example("003-2.4b", "not three", "8S 9D 8H TC 8C 3C", "split split", error="illegal_action"),
    example("003-2.4c", "split aces are not hit", "AS 9D AH TC 2C 3C", "split hit", error="too_many_actions"),
    example("003-2.4c", "nor doubled", "AS 9D AH TC 2C 3C", "split double", error="too_many_actions"),
    example("003-2.4d", "one card on each ace", "AS 9D AH TC 2C 3C", "split", cards="AS 2C, AH 3C", asked=""),
    example("003-2.4d", "two aces again stay", "AS 9D AH TC AC AD", "split", cards="AS AC, AH AD", asked=""),
    example("003-2.4d", "other split hands draw as they like", "8S 9D 8H TC 2C 3C 2H 3H", "split hit hit",
            cards="8S 2C 2H 3H, 8H 3C", legal="hit stand"),
    example("003-2.5b", "a seat without a bet is passed over", "TS 9D 9H 9C", "stand", bets=box("10", 5), hands="win 20"),
]  # fmt: skip

DEALER = [
    example("003-2.6a", "the dealer waits for all", "TS TH 6D 9H 8C TC", "stand", bets="10 10", asked="2.1 play", dealer="6D"),
    example("003-2.6a", "then draws", "TS TH 6D 9H 8C TC 5C", "stand stand", bets="10 10", dealer="6D TC 5C"),
    example("003-2.6b", "stands on a hard 17", "TS TD 8H 7C 2C", "stand", dealer="TD 7C"),
    example("003-2.6b", "and on a soft one", "TS 6D 8H AC 2C", "stand", dealer="6D AC"),
    example("003-2.6b", "not on 16", "TS 6D 8H TC 2C", "stand", dealer="6D TC 2C"),
    example("003-2.6c", "draws nothing when all are bust", "TS TH 6D 6H 6C TC 6S 9S", "hit hit", bets="10 10",
            hands="bust 0 | bust 0", drawn=8),
    example("003-2.6d", "busts leave the covered card covered", "TS 6D 6H TC 6C", "hit", dealer="6D", asked=""),
    example("003-2.6d", "so do blackjacks", "AS 6D KH TC", dealer="6D", hands="blackjack 25"),
    example("003-2.6d", "and both together", "AS TH 6D KH 6C TC 6S", "hit", bets="10 10", dealer="6D",
            hands="blackjack 25 | bust 0"),
    example("003-2.6d", "a hand to compare has it shown", "TS 9D 9H TC", "stand", dealer="9D TC"),
    example("003-2.6d", "so has a blackjack that may still meet another", "AS TD KH AC", dealer="TD AC", hands="push 10"),
]  # fmt: skip

MONEY = [
    example("003-2.7d", "side bets are settled by the cards dealt", "TS 9D TH TC", bets=box("10", side_bets={"player_pair": "1"}),
            side="mixed 7", asked="1.1 play"),
    example("003-2.8", "nothing is paid before the end", "TS TH 9D 9H 8H TC", "stand", bets="10 10", returned="open | open"),
    example("003-2.8", "all of it is then", "TS TH 9D 9H TC TC", "stand stand", bets="10 10", returned="10 | 20"),
    example("003-2.9a", "half of the bet beside it", "TS AD 8H 9C", "insure", staked="15"),
    example("003-2.9a", "no other amount", "TS AD 8H 9C", "insure:4", error="illegal_action"),
    example("003-2.9b", "a blackjack leaves the player without loss", "TS AD 8H KC", "insure", insurance="win 15", net="0"),
    example("003-2.9c", "without one it is lost beside the hand", "TS AD 8H 9C", "insure stand", insurance="lose 0",
            hands="lose 0", net="-15"),
    example("003-2.9c", "and where the hand wins", "TS AD 9H 7C", "insure stand", insurance="lose 0", net="5"),
    example("003-2.10", "the added half comes back", "5S TD 6H AC 9C", "double", hands="lose 10", net="-10"),
    example("003-2.10", "whatever the ten is", "5S KD 6H AC 9C", "double", hands="lose 10"),
    example("003-2.10", "of a doubled split hand, too", "8S TD 8H AC 3C 2C TH", "split double stand", hands="lose 10, lose 0"),
    example("003-2.10", "a doubled bust is lost all the same", "TS TH TD 2H 9H AC TC", "double stand", bets="10 10",
            hands="bust 0 | lose 0"),
    example("003-2.10", "nothing comes back of an ordinary bet", "TS TD 9H AC", "stand", hands="lose 0"),
    example("003-2.10", "nor against a 21 that is no blackjack", "5S TD 6H 5C 9C 6C", "double", hands="lose 0"),
    example("003-2.11", "an ace on a split ten is 21", "TS 9D KH TC AC 5C", "split stand", hands="win 20, lose 0"),
    example("003-2.11", "a ten on a split ace, too", "AS 9D AH TC TH 5C", "split", hands="win 20, lose 0"),
    example("003-2.12a", "a bet of 10 receives 25", "AS 9D KH TC", bets="10", returned="25"),
    example("003-2.12b", "a bet of 10 receives 20", "TS 9D TH TC", "stand", bets="10", returned="20"),
    example("003-2.12c", "more than 21 loses the bet", "TS 9D 6H TC 6C", "hit", hands="bust 0", returned="0"),
    example("003-2.12d", "equal at 17", "TS 9D 7H 8C", "stand", hands="push 10"),
    example("003-2.12d", "equal at 21", "7S 9D 7H 5C 7C 7D", "hit", hands="push 10"),
    example("003-2.13", "ten cards win by themselves", f"{TEN_CARDS} AH", EIGHT_HITS, hands="charlie 20", asked=""),
    example("003-2.13", "against a better total, too", "2S 9D 2H TC 2C 2D 3S AS AH AD AC AH", EIGHT_HITS,
            totals="16", hands="charlie 20"),
    example("003-2.13", "nine do not", f"{TEN_CARDS} AH", "hit " * 7 + "stand", hands="lose 0"),
    example("003-2.13", "nor ten that are too many points", f"{TEN_CARDS} 7H", EIGHT_HITS, hands="bust 0"),
    example("003-2.13", "nor against a blackjack", "2S TD 2H AC 2C 2D 3S AS AH AD AC AH", EIGHT_HITS, hands="lose 0"),
    example("003-4.1", "a tie gains nothing", "TS 9D 9H TC", "stand", hands="push 10", net="0"),
    example("003-4.2", "a win gains the bet", "TS 9D TH TC", "stand", hands="win 20", net="10"),
    example("003-4.3", "insurance gains twice its amount", "TS AD 8H KC", "insure", insurance="win 15"),
    example("003-4.4", "a doubled win gains twice the first bet", "5S 9D 6H TC TH", "double", hands="win 40", net="20"),
    example("003-4.5", "a blackjack gains three for two", "AS 9D KH TC", hands="blackjack 25", net="15"),
]  # fmt: skip

ROWS = [*TABLE, *DEALER, *MONEY]


@pytest.mark.parametrize("row", ROWS, ids=str)
def test_example(row: Example) -> None:
    assert row.seen(NAME) == row.expected


@pytest.mark.parametrize(
    ("statement", "field", "value"),
    [
        ("003-1.2", "seats", 7),
        ("003-1.5", "decks", 8),
        ("003-2.5a", "on_turn_timeout", "stand"),
        ("003-2.7b", "on_absence", "hit_or_stand"),
        ("003-2.7c", "resume_seconds", 120),
    ],
)
def test_the_table_plays_with(statement: str, field: str, value: object) -> None:
    assert getattr(LIVE, field) == value, statement


@pytest.mark.parametrize(
    ("statement", "dealt", "closes"), [("003-1.5", 207, False), ("003-1.5", 208, True)]
)
def test_half_of_the_eight_decks_is_dealt(statement: str, dealt: int, *, closes: bool) -> None:
    assert must_close(LIVE, 30, dealt) is closes, statement
