"""Insurance, even money and side bets return what the engine pays over every possible card."""

from fractions import Fraction
from itertools import permutations

import pytest

from blackjack.actions import Action
from blackjack.analysis.side import analyse_insurance, analyse_side_bet
from blackjack.bets import Bet
from blackjack.cards import CARDS, Card
from blackjack.deal import Deal
from blackjack.insurance import even_money_gains
from blackjack.presets import rules_from
from blackjack.rules import Rules

STAKE = 200
ONE_DECK = {"decks": 1, "player_cut": False}
AFTERWARDS = tuple(Card.parse(text) for text in ["TC", "9D", "8C", "7D", "6C", "5D", "4C", "3D"])
INVERTED = pytest.mark.parametrize("inverted", [False, True])


def net(rules: Rules, deck: tuple[Card, ...], action: str, side_bets: dict[str, int]) -> int:
    """Return the net result of a round on these cards: `action` first, then offers are declined and hands stand."""
    deal = Deal.start(rules, [Bet(1, STAKE, side_bets)], (*deck, *AFTERWARDS).__getitem__)
    meant = [action]
    while not deal.complete:
        legal = deal.legal_actions
        verb = meant.pop() if meant and meant[0] in legal else "decline" if "decline" in legal else "stand"  # fmt: skip
        deal = deal.play(Action(verb))
    assert not meant or not action
    return (deal.returned(1) or 0) - deal.staked(1)


def gained(rules: Rules, mine: str, action: str, stake: int) -> Fraction:
    """Return the gain of an action over declining, per unit of its stake, over every second card of the dealer."""
    first, other = (Card.parse(text) for text in mine.split())
    ace = Card.parse("AD")
    seconds = [card for card in CARDS if card not in {first, other, ace}]
    decks = [(first, ace, other, second) for second in seconds]
    brought = sum(net(rules, deck, action, {}) - net(rules, deck, "decline", {}) for deck in decks)
    return Fraction(brought, stake * len(seconds))


@INVERTED
def test_insurance_returns_what_the_engine_pays_over_every_hand(*, inverted: bool) -> None:
    """One hand for each number of tens is enough: insurance depends only on tens."""
    rules = rules_from({**ONE_DECK, "insurance": "half", "inverted": inverted})
    tens, others = 16, 35
    weights = {"5S 4H": others * (others - 1), "KS 9H": 2 * tens * others, "KS TH": tens * (tens - 1)}  # fmt: skip
    mean = sum(
        gained(rules, mine, "insure", STAKE // 2) * Fraction(weight, 51 * 50)
        for mine, weight in weights.items()
    )
    assert analyse_insurance(rules).returns == 1 + mean
    assert (analyse_insurance(rules).returns > 1) == inverted


@INVERTED
@pytest.mark.parametrize("pays", ["3:2", "7:5", "6:5", "1:1"])
def test_even_money_gains_what_the_engine_pays(pays: str, *, inverted: bool) -> None:
    rules = rules_from({**ONE_DECK, "even_money": True, "blackjack_pays": pays, "inverted": inverted})  # fmt: skip
    found = gained(rules, "AS KH", "even_money", STAKE)
    assert even_money_gains(rules) == found
    assert (found > 0) == ((pays != "3:2") != inverted)


@INVERTED
@pytest.mark.parametrize("name", ["player_pair", "dealer_pair"])
def test_a_side_bet_returns_what_the_engine_pays_over_every_pair(
    name: str, *, inverted: bool
) -> None:
    rules = rules_from({"preset": "live", **ONE_DECK, "inverted": inverted})
    brought = 0
    pairs = [pair for pair in permutations(CARDS, 2) if pair[0].suit == "S"]
    for pair in pairs:
        rest = [Card.parse(text) for text in ("2C", "9C")]
        mine, dealers = (pair, rest) if name == "player_pair" else (rest, pair)
        deck = (mine[0], dealers[0], mine[1], dealers[1])
        brought += net(rules, deck, "", {name: STAKE}) - net(rules, deck, "", {})
    assert analyse_side_bet(rules, name).returns == 1 + Fraction(brought, STAKE * len(pairs))
