"""Document 002, the casino-floor rules: cards, decisions and payouts by example.

There is no hole card: the dealer has one card after each box's two.
"""

from __future__ import annotations

import pytest

from tests.blackjack.sources.examples import Example, box, example

NAME = "casino_floor"

AIM = [
    example("002-1.1", "the nearer to 21 wins", "TS 9D 9H 9C", "stand", hands="win 20"),
    example("002-1.1", "more than 21 loses at once", "TS 6D 6H 6C", "hit", hands="bust 0", asked=""),
    example("002-2.1.2", "no bet, no part in the round", "TS 9D 9H", bets=[], error="invalid_bet"),
    example("002-2.1.2", "one seat will do", "TS 9D 9H 9C", "stand", bets=box("10", 4), net="10"),
    example("002-2.1.3a", "21 on two cards wins", "AS 9D KH", hands="blackjack 25"),
    example("002-2.1.3b", "more points win", "TS 9D 9H 9C", "stand", hands="win 20"),
    example("002-2.1.3c", "a bust dealer loses", "TS 6D 2H TC KC", "stand", hands="win 20"),
    example("002-3.1a", "two cards, then more as wanted", "2S 9D 3H 4C 5C", "hit hit", cards="2S 3H 4C 5C", legal="hit stand"),
    example("002-3.1a", "eleven are not too many", "2S 9D 2H 2C 2D 3S AS AH AD AC AH AS", "hit " * 9, legal="hit stand", totals="17"),
    example("002-3.1b", "court cards are ten", "KS 9D QH", totals="20"),
    example("002-3.1b", "the jack too", "JS 9D 9H", totals="19"),
    example("002-3.1c", "an ace is eleven or one, for the player", "AS 9D 6H TC", "hit", totals="17"),
    example("002-3.1c", "and for the dealer", "TS 6D 9H AC", "stand", dealer_total="soft 17"),
    example("002-3.1c", "whose ace may be one as well", "TS 6D 9H TC AC", "stand", dealer_total="17"),
    example("002-3.1d", "others are what they show", "2S 9D 7H", totals="9"),
    example("002-3.2a", "22 loses, even where the dealer busts", "TS TH 6D 6H 9S 6C TC TD", "hit stand", bets="10 10",
            hands="bust 0 | win 20"),
    example("002-3.2b", "a blackjack wins", "AS 9D KH", net="15"),
    example("002-3.2b", "more points win", "TS 9D TH 9C", "stand", net="10"),
    example("002-3.2b", "21 wins, too", "7S 9D 7H 7C TC", "hit", totals="21", net="10"),
    example("002-3.2c", "no card busts a soft hand", "AS 9D 9H TC", "hit", totals="20", legal="hit stand"),
    example("002-3.2d", "a hand without an ace is hard", "TS 9D 6H", totals="16"),
    example("002-3.3a", "a blackjack is not asked", "AS 9D KH 9C", "hit", error="too_many_actions"),
    example("002-3.3a", "nor is a hard 21", "7S 9D 7H 7C TC", "hit hit", error="too_many_actions"),
    example("002-3.3a", "nor a soft one", "AS 9D 7H 3C TC", "hit hit", error="too_many_actions"),
    example("002-3.3b", "16 draws", "TS 6D 9H TC AC", "stand", dealer="6D TC AC"),
    example("002-3.3b", "a hard 17 does not", "TS 8D 9H 9C AC", "stand", dealer="8D 9C"),
    example("002-3.3b", "nor a soft 17", "TS 6D 9H AC 3C", "stand", dealer="6D AC", hands="win 20"),
    example("002-3.3c", "the dealer loses above 21", "TS 6D 9H TC TD", "stand", hands="win 20"),
    example("002-3.3c", "and with fewer points", "TS 9D 9H 9C", "stand", hands="win 20"),
    example("002-3.3c", "but wins against a bust", "TS 9D 6H 6C", "hit", hands="bust 0"),
    example("002-3.3d", "equal points move no money", "TS 9D 9H TC", "stand", hands="push 10", net="0"),
    example("002-3.5", "no bet is raised after the deal", "TS 9D 9H", "bet:5", error="illegal_action"),
    example("002-3.9b", "one player on several boxes", "TS TH TC 9D 9S 9H 8C TD", "stand stand stand", bets="10 20 30",
            net="0 | 0 | -30"),
]  # fmt: skip

INSURANCE = [
    example("002-5.1a", "against an ace", "TS AD 9H", asked="1.1 before_peek", legal="insure decline"),
    example("002-5.1b", "a blackjack may also take its bet", "AS AD KH", legal="insure even_money decline"),
    example("002-5.2a", "half the bet", "TS AD 9H TC", "insure:5 stand", bets="10", insurance="win 15"),
    example("002-5.2a", "or less", "TS AD 9H TC", "insure:2 stand", bets="10", insurance="win 6"),
    example("002-5.2a", "not more", "TS AD 9H TC", "insure:5.01", bets="10", error="illegal_action"),
    example("002-5.2b", "a ten beside the ace pays two for one", "TS AD 9H TC", "insure stand",
            insurance="win 15", hands="lose 0", net="0"),
    example("002-5.2b", "a court card as well", "TS AD 9H KC", "insure stand", insurance="win 15"),
    example("002-5.3a", "any other card loses it", "TS AD 9H 7C", "insure stand", insurance="lose 0", hands="win 20"),
    example("002-5.3a", "it stays open until that card is drawn", "TS AD 9H 7C", "insure", insurance="open"),
    example("002-5.4a", "it comes before every other decision", "TS TH AD 9S 9H", bets="10 10", asked="1.1 before_peek"),
    example("002-5.4a", "seat after seat", "TS TH AD 9S 9H", "decline", bets="10 10", asked="2.1 before_peek"),
    example("002-5.4b", "later it is closed", "TS AD 9H", "decline insure", error="illegal_action",
            legal="hit stand double"),
    example("002-5.5", "one for one, at once, and the cards go", "AS TH AD KH 9H", "even_money", bets="10 10",
            hands="even_money 20 | open", asked="2.1 before_peek"),
    example("002-5.5", "even where the dealer then has a blackjack", "AS AD KH TC", "even_money", net="10"),
    example("002-5.5", "it is an option", "AS AD KH 9C", "decline", hands="blackjack 25"),
    example("002-5.5", "for blackjacks only", "TS AD 9H", "even_money", error="illegal_action"),
    example("002-5.6", "not against a ten", "AS TD KH 9C", "even_money", error="too_many_actions"),
]  # fmt: skip

SURRENDER = [
    example("002-6.1", "half of the bet is lost", "TS 9D 6H", "surrender", hands="surrender 5", net="-5"),
    example("002-6.1", "on two cards only", "5S 9D 6H 2C", "hit surrender", error="illegal_action"),
    example("002-6.2", "against a small card", "TS 2D 6H", legal="hit stand double surrender"),
    example("002-6.2", "against a ten", "TS TD 6H", asked="1.1 before_peek", legal="surrender decline"),
    example("002-6.2", "half is kept even where a blackjack follows", "TS TH TD 6H 9H AC", "surrender decline stand",
            bets="10 10", hands="surrender 5 | lose 0"),
    example("002-6.2", "never against an ace", "TS AD 6H", "surrender", error="illegal_action", legal="insure decline"),
    example("002-6.2", "nor later then", "TS AD 6H", "decline surrender", error="illegal_action"),
    example("002-6.3", "against a ten, everybody answers before any third card", "TS TH TD 6H 6S", "decline",
            bets="10 10", asked="2.1 before_peek", legal="surrender decline"),
    example("002-6.3", "and who declined is not asked again", "TS TD 6H", "decline", legal="hit stand double"),
    example("002-6.3", "against a small card each seat answers in its turn", "TS TH 9D 2H 6S 5C", "hit stand",
            bets="10 10", asked="2.1 play", legal="hit stand double surrender"),
]  # fmt: skip

BLACKJACKS = [
    example("002-7.1", "after the deal and before anybody's third card", "TS AS 9D 2H KH", bets="10 10",
            hands="open | blackjack 25", asked="1.1 play"),
    example("002-7.1.1", "paid at once against a small card", "AS TS 9D KH 2H", bets="10 10",
            hands="blackjack 25 | open"),
    example("002-7.1.1", "not yet against a ten", "AS TS TD KH 9H", "decline", bets="10 10", hands="open | open"),
    example("002-7.1.1", "nor against an ace", "AS TS AD KH 9H", "decline decline", bets="10 10", hands="open | open"),
    example("002-7.1.2", "against a blackjack it gets its bet back", "AS TD KH AC", hands="push 10", net="0"),
    example("002-7.1.2", "behind an ace too", "AS AD KH TC", "decline", hands="push 10", net="0"),
    example("002-7.1.3", "otherwise three for two", "AS TD KH 9C", hands="blackjack 25", net="15"),
    example("002-7.1.3", "behind an ace too", "AS AD KH 9C", "decline", hands="blackjack 25", net="15"),
]  # fmt: skip

DECISIONS = [
    example("002-8.1", "the lowest box first", "TS TH 9D 6S 6H", bets="10 10", asked="1.1 play"),
    example("002-8.1", "then the next", "TS TH 9D 6S 6H", "stand", bets="10 10", asked="2.1 play"),
    example("002-8.1", "all four decisions on a pair", "8S 9D 8H", legal="hit stand double split surrender"),
    example("002-8.1.1", "no more cards", "TS 9D 2H 9C", "stand", cards="TS 2H", asked=""),
    example("002-8.1.2", "one card more", "TS 9D 2H 5C", "hit", cards="TS 2H 5C", asked="1.1 play"),
    example("002-8.1.3", "as much as the bet", "5S 9D 6H TC 9C", "double", stakes="10+10", hands="win 40"),
    example("002-8.1.3", "or less", "5S 9D 6H TC 9C", "double:4", stakes="10+4", hands="win 28"),
    example("002-8.1.3", "not more", "5S 9D 6H TC 9C", "double:11", error="illegal_action"),
    example("002-8.1.4", "two hands, the second with a bet like the first", "8S 9D 8H 2C 3C", "split",
            cards="8S 2C, 8H 3C", stakes="10, 10"),
    example("002-8.2", "22 loses", "TS 9D 2H TC", "hit", hands="bust 0", net="-10"),
    example("002-9.1", "any two cards: a four", "2S 9D 2H", legal="hit stand double split surrender"),
    example("002-9.1", "or a soft 20", "AS 9D 9H", legal="hit stand double surrender"),
    example("002-9.1", "two cards of a split hand", "8S 9D 8H 2C 3C", "split", legal="hit stand double"),
    example("002-9.1", "not three", "2S 9D 3H 5C", "hit double", error="illegal_action"),
    example("002-9.1", "not a blackjack", "AS 9D KH 9C", "double", error="too_many_actions"),
    example("002-9.1.1", "something must be added", "5S 9D 6H TC", "double:0", error="illegal_action"),
    example("002-9.1.1", "up to the bet", "5S 9D 6H TC 9C", "double:10", stakes="10+10"),
    example("002-9.1.3", "one card", "5S 9D 6H 2C 9C", "double", cards="5S 6H 2C", asked=""),
    example("002-9.1.3", "and no other", "5S 9D 6H 2C 9C", "double hit", error="too_many_actions"),
    example("002-10.1a", "two queens", "QS 9D QH 2C 3C", "split", cards="QS 2C, QH 3C"),
    example("002-10.1a", "not a queen and a king", "QS 9D KH", "split", error="illegal_action"),
    example("002-10.1a", "three splits, four hands", "8S 9D 8H 8D 8C 8S 8D 8H 2C", "split split split",
            stakes="10, 10, 10, 10", legal="hit stand double"),
    example("002-10.1a", "not a fourth", "8S 9D 8H 8D 8C 8S 8D 8H 2C", "split split split split", error="illegal_action"),
    example("002-10.1b", "the split costs the bet again", "8S 9D 8H 2C 3C", "split", bets="7", stakes="7, 7", staked="14"),
    example("002-10.1c", "one card goes left, one right", "8S 9D 8H 2C 3C", "split", cards="8S 2C, 8H 3C"),
    example("002-10.2a", "one card on each ace", "AS 9D AH 5C 6C 9C", "split", cards="AS 5C, AH 6C", asked=""),
    example("002-10.2a", "no hit", "AS 9D AH 5C 6C 9C", "split hit", error="too_many_actions"),
    example("002-10.2b", "a split ace with a ten is 21", "AS 9D AH TC 6C 9C", "split", hands="win 20, lose 0"),
    example("002-10.2b", "a split ten with an ace is 21", "TS 9D TH AC 9H 9C", "split stand", hands="win 20, win 20"),
    example("002-10.2b", "against a dealer's blackjack it loses", "AS TD AH TC TH AC", "decline split",
            hands="lose 0, lose 0"),
    example("002-10.2c", "a second split, three hands", "AS 9D AH AD 6C 5C 4C 9C", "split split", cards="AS 5C, AD 4C, AH 6C",
            stakes="10, 10, 10", asked=""),
    example("002-10.2c", "not a third", "AS 9D AH AD 6C AC 4C 9C", "split split split", error="too_many_actions"),
    example("002-11.1", "a win pays the bet", "TS 9D TH 9C", "stand", net="10"),
    example("002-11.1", "a doubled win the doubled bet", "5S 9D 6H TC 9C", "double", net="20"),
    example("002-11.1", "a split win as well", "8S 9D 8H TC 3C TD 8C 2H", "split stand hit", net="20"),
    example("002-11.1", "a blackjack three for two", "AS 9D KH", net="15"),
    example("002-12.1a", "less than the dealer loses", "TS 9D 8H TC", "stand", hands="lose 0"),
    example("002-12.1b", "21 loses against a blackjack", "7S TD 7H 7C AC", "decline hit", totals="21", hands="lose 0"),
    example("002-12.1b", "so does all that was doubled", "5S TD 6H TC AC", "decline double", staked="20", hands="lose 0"),
    example("002-12.1b", "and all that was split", "8S TD 8H 2C 3C AC", "decline split stand stand", staked="20",
            hands="lose 0, lose 0"),
    example("002-13.1", "equal points are a tie", "TS 9D 8H 9C", "stand", hands="push 10"),
    example("002-13.2", "two blackjacks are one", "AS TD KH AC", hands="push 10"),
    example("002-13.2", "a 21 and a blackjack are none", "7S TD 7H 7C AC", "decline hit", hands="lose 0"),
]  # fmt: skip

WORDS = [
    example("002-G.1", "an ace with each ten-value card: a ten", "AS 9D TH", hands="blackjack 25"),
    example("002-G.1", "a jack", "JS 9D AH", hands="blackjack 25"),
    example("002-G.1", "a queen", "QS 9D AH", hands="blackjack 25"),
    example("002-G.1", "a king", "AS 9D KH", hands="blackjack 25"),
    example("002-G.4", "each player has cards, and the dealer", "TS 5H 9D TH 6H", bets="10 10",
            cards="TS TH | 5H 6H", dealer="9D"),
]  # fmt: skip

ROWS = [*AIM, *INSURANCE, *SURRENDER, *BLACKJACKS, *DECISIONS, *WORDS]


@pytest.mark.parametrize("row", ROWS, ids=str)
def test_example(row: Example) -> None:
    assert row.seen(NAME) == row.expected
