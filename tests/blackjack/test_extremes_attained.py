"""Maximum payout and exposure of a box are attained: constructed rounds reach them."""

from dataclasses import replace
from random import Random
from typing import Any

import pytest

from blackjack.bets import Bet
from blackjack.cards import CARDS, Card
from blackjack.deal import Deal
from blackjack.extremes import (
    StakedAndReturned,
    _is_scarce,
    _openings,
    _Play,
    _side_money,
    maximum_payout,
)
from blackjack.openings import list_openings
from blackjack.presets import PRESETS
from blackjack.rules import Rules
from tests.blackjack.extreme_rounds import THREE, stated
from tests.blackjack.extreme_witnesses import (
    PLANS,
    FirstCards,
    NoSuchRoundError,
    any_bet,
    any_rules,
    dealt_for,
    made,
)
from tests.exhaustive import slow_but_every


@pytest.mark.parametrize("copies", slow_but_every(4, [1, 2, 3, 4]))
def test_the_openings_are_what_all_first_cards_come_to(copies: int) -> None:
    listed = {
        (kind, sides) for kind, all_of in list_openings(copies, copies).items() for sides in all_of
    }
    assert set(dealt_for(copies)) == listed


def weights_of(rules: Rules) -> tuple[StakedAndReturned, StakedAndReturned]:
    return (
        (StakedAndReturned(2, -1), StakedAndReturned(1, -1))
        if rules.inverted
        else (StakedAndReturned(0, 1), StakedAndReturned(-1, 1))
    )


def likely_starts(rules: Rules, bet: Bet, weights: StakedAndReturned) -> list[FirstCards]:
    """Return first cards from which the maximum should be attained."""
    play = _Play(rules, bet.stake, weights, scarce=_is_scarce(rules, bet.box))
    worth = {
        (kind, sides): play.best(kind) + play.worth(_side_money(rules, bet, sides))
        for kind, all_of in _openings(rules).items()
        if "dealer_pair" in bet.side_bets or not kind.paired
        for sides in all_of
    }
    most = max(worth.values())
    known = dealt_for(min(rules.finite_decks or 4, 4))
    return [known[start] for start, value in worth.items() if value == most][:12]


def attained(rules: Rules, bet: Bet, which: int) -> bool:
    """Return whether a constructed round attains the stated payout (0) or exposure (1)."""
    figures = stated(rules, bet)
    for start in likely_starts(rules, bet, weights_of(rules)[which]):
        for plan in PLANS:
            try:
                ended = made(rules, bet, start, plan)
            except NoSuchRoundError:
                continue
            back = ended.returned(1) or 0
            found = (back, back - ended.staked(1))
            assert (found[0] <= figures[0], found[1] <= figures[1]) == (True, True)
            if found[which] == figures[which]:
                return True
    return False


@pytest.mark.parametrize("seed", slow_but_every(40, range(120)))
def test_a_round_made_to_order_attains_the_figure(seed: int) -> None:
    random = Random(seed)  # noqa: S311 - not a secret
    rules = any_rules(random)
    bet = any_bet(random, rules)
    assert attained(rules, bet, 0)
    assert attained(rules, bet, 1)


def test_one_deck_has_three_hands_of_a_rank_that_the_dealer_shows() -> None:
    trips = {"21+3": {**THREE, "trips": 900}}
    one, two = (Rules(decks=decks, split_by="rank", side_bets=trips, seats=7) for decks in (1, 2))
    bet = Bet(1, 2, {"21+3": 1})
    assert (maximum_payout(one, bet), maximum_payout(two, bet)) == (901 + 3 * 8, 901 + 4 * 8)
    assert attained(one, bet, 0)
    by_value = replace(one, split_by="value")
    assert maximum_payout(by_value, bet) == 901 + 4 * 8  # three kings, and a queen to split


def test_one_deck_has_an_ace_for_each_of_four_tens() -> None:
    flush = {"21+3": {**THREE, "straight_flush": 9000}}
    rules = Rules(decks=1, split_tens_natural=True, blackjack_pays="5:1", side_bets=flush)
    bet = Bet(1, 2, {"21+3": 1})
    assert maximum_payout(rules, bet) == 9001 + 4 * 12
    assert attained(rules, bet, 0)


# One deck, seven boxes: the first six draw all but three cards, among them the last eight. After
# the 52nd card all cards are back in the shoe, including an eight that has been on the table from
# the start.
FULL_TABLE = (
    "KC QC JC TC 9C 7C 8C 8H KD QD JD TD 9D 7D 8D 6C 3D QH AS 3S 6D AC AD JS 4H 3C 5H TS JH QS 9H "
    "4C KH KS 5C 9S 2D TH AH 7S 5D 5S 3H 6H 7H 4D 2C 6S 4S 8S 2S 2H 8C 3C 3D"
)
OF_SIX = (
    "split hit hit hit hit split hit split hit hit split hit hit split hit hit hit split hit "
    "hit hit split hit hit hit hit stand"
)


def test_a_deck_that_is_dealt_out_gives_the_last_seat_a_fourth_hand_of_eights() -> None:
    tables = {"21+3": {**THREE, "trips": 900}}
    changes: dict[str, Any] = {"split_by": "rank", "surrender": "none", "side_bets": tables}
    rules = replace(PRESETS["friendly"], **changes)
    cards = [Card.parse(name) for name in FULL_TABLE.split()]
    assert set(cards[:52]) == set(CARDS)
    deal_of_seven = Deal.start(rules, [Bet(seat, 10) for seat in range(1, 8)], cards.__getitem__)
    for action in (*OF_SIX.split(), "split", "split", "stand", "split"):
        deal_of_seven = deal_of_seven.play(action)
    assert [str(hand.cards[0]) for hand in deal_of_seven.boxes[6].hands] == [
        "8C",
        "8S",
        "8C",
        "8D",
    ]
    figures = [maximum_payout(rules, Bet(seat, 10, {"21+3": 5})) for seat in range(1, 8)]
    assert figures == [901 * 5 + 3 * 40] * 2 + [901 * 5 + 4 * 40] * 5
