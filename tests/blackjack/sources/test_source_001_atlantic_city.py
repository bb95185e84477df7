"""Document 001, the Atlantic City rules: cards, decisions and payouts by example."""

from __future__ import annotations

import pytest

from blackjack.bets import Bet
from blackjack.extremes import maximum_payout
from blackjack.presets import PRESETS
from blackjack.shoe import Shoe, must_close
from tests.blackjack.shoes import SEED
from tests.blackjack.sources.examples import Example, box, example

NAME = "atlantic_city"
ATLANTIC_CITY = PRESETS[NAME]

TEN_LOW_CARDS = "2S 9D 2H TC 2C 2D 3S AS AH AD AC 3H"
NINE_HITS = "hit " * 9
ACES_AND_A_SIX = "AD AC AS AH AD AC 6D AS AH AD AC"
DEALER_OF_ELEVEN = "TS AD TH AC AS AH AD AC 6D AS AH AD AC 5S"
FOUR_HANDS = "8D 3C 8C 3D 3S 3H TD TS TC TH"
FOUR_DOUBLES = "split split split double double double double"

GAME = [
    example("001-1.2", "20 beats 19", "TS 9D TH TC", "stand", hands="win 20"),
    example("001-1.2", "12 beats a bust", "TS 6D 2H TC KC", "stand", hands="win 20"),
    example("001-1.2", "22 beats nothing", "TS 6D 6H TC 6C", "hit", hands="bust 0"),
    example("001-1.3", "one hand", "TS 9D TH TC", "stand", bets="1", net="1"),
    example("001-1.3", "five hands", "TS TH TC TD KS 9D TH JS JH JC 7D TC", "stand stand stand stand stand",
            bets="1 2 3 4 5", net="1 | 2 | 3 | 4 | -5"),
    example("001-1.3", "no sixth", "TS 9D TH TC", bets=box("1", 6), error="invalid_bet"),
    example("001-1.4", "one of the dealer's cards is dealt face down", "TS 9D TH TC", dealer="9D", drawn=4),
    example("001-1.5", "behind an ace", "TS AD TH KC", "decline", hands="lose 0", asked=""),
    example("001-1.5", "behind a ten", "TS KD TH AC", hands="lose 0", asked=""),
    example("001-1.5", "not behind a nine", "TS 9D TH AC", asked="1.1 play", dealer="9D"),
    example("001-1.6", "equal ranks", "8S 6D 8H TC", legal="hit stand double split surrender"),
    example("001-1.6", "equal values", "JS 6D TH TC", legal="hit stand double split surrender"),
    example("001-1.6", "nothing else", "8S 6D 9H TC", "split", error="illegal_action"),
    example("001-1.7", "two cards", "2S 6D TH TC", legal="hit stand double surrender"),
    example("001-1.7", "not three", "2S 6D TH TC 2C", "hit double", error="illegal_action"),
    example("001-1.8", "a split hand has the double", "8S 6D 8H TC 3C 2C", "split", legal="hit stand double"),
    example("001-1.9", "against an ace", "TS AD TH 9C", legal="insure decline"),
    example("001-1.9", "a blackjack, too, is offered that and nothing else", "AS AD KH 9C", legal="insure decline"),
    example("001-1.9", "against nothing else", "TS KD TH 9C", "insure", error="illegal_action"),
    example("001-1.10", "the first two cards may be given up", "TS 9D 6H TC", "surrender", hands="surrender 5"),
    example("001-1.11", "a hard 17 stands", "TS TD 8H 7C", "stand", dealer="TD 7C"),
    example("001-1.11", "a soft 17 stands", "TS 6D 8H AC", "stand", dealer="6D AC", hands="win 20"),
    example("001-1.11", "a 16 does not", "TS 6D 8H TC 5C", "stand", dealer="6D TC 5C"),
]  # fmt: skip

GENERAL = [
    example("001-2.1", "each hand is played by itself", "TS 5H 9D TH 6H TC TD", "stand double", bets="10 10",
            hands="win 20 | win 40"),
    example("001-2.1", "the hands come one after another", "TS 5H 9D TH 6H TC", "stand", bets="10 10", asked="2.1 play"),
    example("001-2.2", "one open, one covered", "TS 9D TH TC", dealer="9D", drawn=4),
    example("001-2.3", "a blackjack ends the game for everybody", "TS 5H KD TH 6H AC", bets="10 10",
            asked="", hands="lose 0 | lose 0"),
    example("001-2.3", "without one the game goes on", "TS 5H KD TH 6H 9C", bets="10 10", asked="1.1 play"),
    example("001-2.4", "it stands by itself", "AS 9D KH TC", "hit", error="too_many_actions"),
    example("001-2.4", "it beats a dealer's 21", "AS 9D KH 5C 7C", hands="blackjack 25"),
    example("001-2.5", "only a blackjack equals it", "AS KD KH AC", hands="push 10"),
    example("001-2.5", "a 21 does not equal the dealer's", "7S KD 7H AC", hands="lose 0"),
    example("001-2.6", "three court cards, ten each", "JS QD KH TC", "stand", totals="20", hands="push 10"),
    example("001-2.7", "eleven", "AS 9D 7H TC", totals="soft 18"),
    example("001-2.7", "or one", "AS 9D 7H TC 6C", "hit", totals="14"),
    example("001-2.8", "nine more cards for a player", f"{TEN_LOW_CARDS} 3C", NINE_HITS,
            totals="21", drawn=13, asked=""),
    example("001-2.8", "with ten there may be another", f"{TEN_LOW_CARDS} 3C", "hit " * 8, totals="18", legal="hit stand"),
    example("001-2.8", "nine more for the dealer", DEALER_OF_ELEVEN, "decline stand",
            dealer=ACES_AND_A_SIX, dealer_total="16", hands="win 20"),
    example("001-2.8", "who would draw a twelfth without the rule", DEALER_OF_ELEVEN, "decline stand",
            rules={"max_cards": None}, dealer=f"{ACES_AND_A_SIX} 5S", hands="lose 0"),
    example("001-2.8", "a bust ends it before", "TS 9D 6H TC 6C", "hit hit", error="too_many_actions"),
    example("001-2.9", "eleven cards are asked no more", f"{TEN_LOW_CARDS} AS", NINE_HITS,
            totals="19", asked="", hands="push 10"),
    example("001-2.9", "and win no more than their total", f"{TEN_LOW_CARDS[:-2]}AC AS", NINE_HITS, hands="lose 0"),
    example("001-2.10", "the dealer draws no card on 17", "TS TD 6H 7C AC", "stand", dealer="TD 7C", hands="lose 0"),
]  # fmt: skip

BETS = [
    example("001-3.1", "a bust dealer loses to a 12", "TS 6D 2H TC TD", "stand", hands="win 20"),
    example("001-3.1", "and to a 21", "7S 6D 7H TC 7C TD", "hit", hands="win 20"),
    example("001-3.1", "not to a bust", "TS TH 6D 6H 2C TC 6C TD", "hit stand", bets="10 10", hands="bust 0 | win 20"),
    example("001-3.2", "an ace and a ten", "AS 9D TH TC", hands="blackjack 25", asked=""),
    example("001-3.3", "three for two", "AS 9D TH TC", bets="2", net="3"),
    example("001-3.4", "two blackjacks give the bet back", "AS AD TH KC", "decline", hands="push 10"),
    example("001-3.5", "equal totals give the bet back", "TS 9D 9H TC", "stand", hands="push 10"),
    example("001-4.1", "a queen and a ten", "QS 6D TH TC 2C 3C", "split", cards="QS 2C, TH 3C"),
    example("001-4.2", "the second hand has the same bet", "QS 6D TH TC 2C 3C", "split", bets="7", stakes="7, 7"),
    example("001-4.3", "a split ace with a ten is 21", "AS 9D AH 5C TC KD 7C", "split",
            totals="soft 21, soft 21", hands="push 10, push 10"),
    example("001-4.3", "a split ten with an ace, too", "TS 9D KH TC AC AD", "split", hands="win 20, win 20"),
    example("001-4.3", "and a dealer's two-card 21 is nowhere then", "TS 9D KH 9C AC 5D TH", "split stand",
            hands="win 20, lose 0"),
    example("001-4.4", "four hands are the most", "8S 6D 8H TC 8D 8C 8S 8D 8H 2C", "split split split",
            legal="hit stand double", stakes="10, 10, 10, 10"),
    example("001-4.4", "a fourth split is refused", "8S 6D 8H TC 8D 8C 8S 8D 8H 2C", "split split split split",
            error="illegal_action"),
    example("001-4.5", "two aces again stay as they are", "AS 9D AH TC AC AD", "split",
            cards="AS AC, AH AD", asked="", hands="lose 0, lose 0"),
    example("001-4.6", "one card each and no question", "AS 9D AH TC 5C 6D", "split", cards="AS 5C, AH 6D", asked=""),
    example("001-4.6", "neither hit", "AS 9D AH TC 5C 6D", "split hit", error="too_many_actions"),
    example("001-4.6", "nor doubled", "AS 9D AH TC 5C 6D", "split double", error="too_many_actions"),
    example("001-5.1", "as much again", "5S 9D 6H TC TH", "double", stakes="10+10", staked="20"),
    example("001-5.1", "no less", "5S 9D 6H TC TH", "double:5", error="illegal_action"),
    example("001-5.2", "two cards may, three may not", "2S 9D 3H TC 5C", "hit double", error="illegal_action"),
    example("001-5.3", "after a split", "8S 6D 8H TC 3C TH KD 9S", "split double stand", stakes="10+10, 10"),
    example("001-5.4", "one card, then it stands", "5S 9D 6H TC 2H", "double", cards="5S 6H 2H", asked=""),
    example("001-5.4", "a second one is refused", "5S 9D 6H TC 2H", "double hit", error="too_many_actions"),
]  # fmt: skip

REFUGES = [
    example("001-6.1", "an ace lets insure", "TS AD 8H KC", legal="insure decline"),
    example("001-6.2", "half the bet", "TS AD 8H KC", "insure", bets="10", staked="15"),
    example("001-6.2", "no other amount", "TS AD 8H KC", "insure:3", error="illegal_action"),
    example("001-6.3", "lost beside a hand that wins", "TS AD 9H 7C", "insure stand", insurance="lose 0", hands="win 20"),
    example("001-6.3", "won beside a hand that loses", "TS AD 9H KC", "insure", insurance="win 15", hands="lose 0"),
    example("001-6.4", "two hands of a split share the first insurance", "8S AD 8H 7C 3C 2C", "insure split",
            insurance="lose 0", staked="25"),
    example("001-6.4", "a double adds none", "5S AD 6H 7C TC", "insure double", insurance="lose 0", staked="25"),
    example("001-6.5", "taken away, and the game goes on", "TS AD 8H 9C", "insure", insurance="lose 0", asked="1.1 play"),
    example("001-6.6", "two for one", "TS AD 8H KC", "insure", insurance="win 15"),
    example("001-7.1", "surrender is among the decisions", "TS 9D 6H TC", legal="hit stand double surrender"),
    example("001-7.2", "not with three cards", "5S 9D 6H TC 2C", "hit surrender", error="illegal_action"),
    example("001-7.2", "not on a split hand", "8S 9D 8H TC 2C 3C", "split surrender", error="illegal_action"),
    example("001-7.3", "the dealer looks first", "TS KD 6H AC", "surrender", error="too_many_actions"),
    example("001-7.3", "insurance is settled first", "TS AD 6H 9C", "surrender", error="illegal_action",
            legal="insure decline"),
    example("001-7.3", "then it is offered", "TS AD 6H 9C", "insure surrender", insurance="lose 0", hands="surrender 5"),
    example("001-7.4", "half the bet is given up and nothing played", "TS 9D 6H TC", "surrender", net="-5", dealer="9D TC"),
]  # fmt: skip

PRICES = [
    example("001-8.1", "3:2", "AS 9D KH TC", bets="100", net="150"),
    example("001-8.2", "1:1", "TS 9D TH TC", "stand", bets="100", net="100"),
    example("001-8.3", "2:1", "TS AD TH KC", "insure", bets="100", insurance="win 150"),
    example("001-9.1", "20 credits bring 50", "AS 7D KH TC", bets="20", hands="blackjack 50", returned="50", net="30"),
    example("001-9.2", "10 credits on a 17 bring 20 when the dealer goes to 24", "TS 6D 7H 8C TC", "stand",
            totals="17", dealer_total="24", hands="win 20", returned="20", net="10"),
    example("001-9.3", "10 credits insured for 5 bring 15 and lose the 10", "TS AD 8H KC", "insure",
            insurance="win 15", hands="lose 0", returned="15", staked="15"),
    example("001-10.6", "five seats of four doubled hands at 200.00 bring 16,000.00",
            f"8S 8H 8D 8C 8S 6D 8H 8D 8C 8S 8H TC {f'{FOUR_HANDS} ' * 5} TD", f"{FOUR_DOUBLES} " * 5,
            bets="200 200 200 200 200", returned="3200 | 3200 | 3200 | 3200 | 3200"),
]  # fmt: skip

CONTROLS = [
    example("001-12.4", "two cards each, one of the dealer's covered", "TS 9D TH TC", cards="TS TH", dealer="9D", drawn=4),
    example("001-12.5", "less than 21 may ask for a card", "5S 9D 6H TC 9C", "hit", totals="20", legal="hit stand"),
    example("001-12.5", "21 may not", "5S 9D 6H TC TH", "hit hit", error="too_many_actions"),
    example("001-12.6", "no card comes after standing", "5S 9D 6H TC 9C", "stand hit", error="too_many_actions"),
    example("001-12.7", "each hand gets a card, the second an equal bet", "8S 6D 8H TC 3C 2C", "split",
            cards="8S 3C, 8H 2C", stakes="10, 10"),
    example("001-12.8", "aces get one card each", "AS 9D AH TC 5C 6D", "split", cards="AS 5C, AH 6D", asked=""),
    example("001-12.9", "the dealer waits for the second hand", "8S 6D 8H TC 3C 2C", "split stand",
            asked="1.2 play", dealer="6D"),
    example("001-12.10", "an equal bet, one card, and it stands", "5S 6D 6H TC 2C TD", "double",
            stakes="10+10", cards="5S 6H 2C", asked=""),
    example("001-12.11", "yes: half the bet against a blackjack", "TS AD 8H KC", "insure", insurance="win 15"),
    example("001-12.12", "no: none is taken", "TS AD 8H KC", "decline", insurance="none", net="-10"),
    example("001-12.13", "half the bet, and the game is over", "TS 9D 6H TC", "surrender", hands="surrender 5", asked=""),
]  # fmt: skip

ROWS = [*GAME, *GENERAL, *BETS, *REFUGES, *PRICES, *CONTROLS]


@pytest.mark.parametrize("row", ROWS, ids=str)
def test_example(row: Example) -> None:
    assert row.seen(NAME) == row.expected


@pytest.mark.parametrize(
    ("statement", "field", "value"),
    [
        ("001-1.1", "decks", 6),
        ("001-1.3", "seats", 5),
        ("001-1.3", "seats_per_player", 5),
        ("001-2.8", "max_cards", 11),
        ("001-11.3", "resume_seconds", None),
    ],
)
def test_the_table_plays_with(statement: str, field: str, value: object) -> None:
    assert getattr(ATLANTIC_CITY, field) == value, statement


@pytest.mark.parametrize(
    ("statement", "rounds", "closes"), [("001-1.1", 0, False), ("001-1.1", 1, True)]
)
def test_every_game_has_a_fresh_shoe(statement: str, rounds: int, *, closes: bool) -> None:
    assert must_close(ATLANTIC_CITY, rounds, 4 * rounds) is closes, statement


@pytest.mark.parametrize(("statement", "cards"), [("001-1.1", 6 * 52)])
def test_a_shoe_has_six_of_every_card(statement: str, cards: int) -> None:
    dealt = Shoe(SEED, ATLANTIC_CITY.finite_decks).begin("ana", 1).first(cards)
    assert {dealt.count(card) for card in dealt} == {6}, statement


@pytest.mark.parametrize(("statement", "stake", "most"), [("001-10.6", 20_000, 1_600_000)])
def test_five_seats_at_the_greatest_bet_are_paid_no_more(
    statement: str, stake: int, most: int
) -> None:
    bets = [Bet(seat, stake) for seat in range(1, ATLANTIC_CITY.seats + 1)]
    assert sum(maximum_payout(ATLANTIC_CITY, bet) for bet in bets) == most, statement
