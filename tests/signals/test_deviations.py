"""What decisions off the chart gained, and could have gained."""

from collections.abc import Sequence
from dataclasses import replace
from itertools import permutations

import numpy as np
import pytest

from blackjack.actions import Action
from blackjack.bets import Bet
from blackjack.cards import CARDS, Card
from blackjack.deal import Deal
from blackjack.rules import Rules
from blackjack.strategy import ROWS, UPCARDS, Chart
from signals import deviations
from signals.deviations import Deviation, Made, find_deviations, measure_deviation
from signals.playouts import Playout

SEVENTEEN = Chart(
    tuple(
        ("H" if row.startswith("hard") and int(row.split()[1]) < 17 else "S",) * len(UPCARDS)
        for row in ROWS
    )
)
"""Hits hard hands below 17, stands on all others."""

RULES = Rules(decks=1, soft_17="stand")
PLAYOUT = Playout(RULES, SEVENTEEN)


def _deal(names: str, rules: Rules = RULES, known: int | None = None) -> Deal:
    cards = [Card.parse(name) for name in names.split()]

    def draw(number: int) -> Card:
        if known is not None and number >= known:
            raise LookupError(number)
        return cards[number]

    return Deal.start(rules, [Bet(1, 100)], draw)


def _gone_but(names: str, deal: Deal) -> Sequence[int]:
    """Count the cards gone if only these are left, the deal's own aside."""
    kept = {*names.split(), *map(str, deal.dealer)}
    kept |= {str(card) for box in deal.boxes for hand in box.hands for card in hand.cards}
    return [int(str(card) not in kept) for card in CARDS]


def _mean(found: Deviation) -> float:
    return float(found.values @ found.chances)


def test_the_gain_is_with_the_same_cards() -> None:
    # 16 against a ten with a nine below it: the chart hits and busts, and whoever stands loses as much.
    deal = _deal("TC TD 6C 9H KS QS")
    assert measure_deviation(deal, Action("stand"), PLAYOUT, {1: 1}).gain == 0.0
    # With a six below it the dealer draws the king that would have busted the player.
    deal = _deal("TC TD 6C 6H KS QS")
    assert measure_deviation(deal, Action("stand"), PLAYOUT, {1: 1}).gain == 2.0
    assert measure_deviation(deal, Action("double"), PLAYOUT, {1: 1}).gain == -1.0


def test_the_distribution_is_that_of_all_orders(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(deviations, "ORDERS", 4000)
    left = "6H KS QS 4C"
    deal = _deal(f"TC TD 6C {left}")
    found = measure_deviation(deal, Action("stand"), PLAYOUT, {1: 1}, _gone_but(left, deal))
    monkeypatch.setattr(deviations, "ORDERS", 1)
    gains = []
    for order in permutations(left.split()):
        again = _deal(f"TC TD 6C {' '.join(order)} 2C 2D 3H")
        gains.append(measure_deviation(again, Action("stand"), PLAYOUT, {1: 1}).gain)
    values, times = np.unique(gains, return_counts=True)
    assert found.values.tolist() == values.tolist()
    assert found.chances == pytest.approx(times / len(gains), abs=0.03)


def test_after_a_peek_the_face_down_card_makes_no_blackjack(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(deviations, "ORDERS", 500)
    left = "AS AH KS QS 9D"
    deal = _deal("TC TD 6C 9D KS AS AH QS")
    found = measure_deviation(deal, Action("surrender"), PLAYOUT, {1: 1}, _gone_but(left, deal))
    # The nine lies face down in every order, so standing would not matter: a hit wins with an ace only against 19.
    assert set(found.values.tolist()) == {0.5}


def test_insurance_is_exact() -> None:
    deal = _deal("TC AD 6C KH 9S 5S 2S")
    found = measure_deviation(deal, Action("insure"), PLAYOUT, {1: 1})
    assert found.gain == 1.0
    assert found.values.tolist() == [-0.5, 1.0]
    assert found.chances == pytest.approx([1 - 15 / 49, 15 / 49])


def test_even_money_is_exact() -> None:
    rules = Rules(decks=1, even_money=True)
    deal = _deal("TC AD AC 9H 9S 5S 2S", rules)
    found = measure_deviation(deal, Action("even_money"), Playout(rules, SEVENTEEN), {1: 1})
    assert found.gain == -0.5
    assert found.values.tolist() == [-0.5, 1.0]
    assert _mean(found) == pytest.approx(-0.5 + 1.5 * 15 / 49)


def test_unknown_cards_are_drawn_at_random_and_the_same_each_time() -> None:
    deal = _deal("TC TD 6C 6H", known=4)
    first = measure_deviation(deal, Action("stand"), PLAYOUT, {1: 1})
    again = measure_deviation(deal, Action("stand"), PLAYOUT, {1: 1})
    assert first.gain == again.gain
    assert first.values.tolist() == again.values.tolist()
    assert first.chances.tolist() == again.chances.tolist()
    assert first.gain in first.values


def test_an_unknown_face_down_card_is_drawn_too() -> None:
    def draw(number: int) -> Card:
        raise LookupError(number)

    deal = replace(_deal("TC TD 6C 9H"), draw=draw)
    found = measure_deviation(deal, Action("stand"), PLAYOUT, {1: 1})
    assert found.gain in found.values


def test_only_the_player_s_own_decisions_off_the_chart_are_found() -> None:
    deal = _deal("2C TD 3C 6H 4S 8S 5S KD 2H")
    actions = [Made(Action(verb)) for verb in ("hit", "hit", "stand")]
    assert [place for place, _ in find_deviations(deal, actions, PLAYOUT, {1: 1})] == []
    made = [Made(Action("hit")), Made(Action("stand"), by_player=False)]
    assert list(find_deviations(deal, made, PLAYOUT, {1: 1})) == []
    made = [Made(Action("hit")), Made(Action("stand"))]
    assert [place for place, _ in find_deviations(deal, made, PLAYOUT, {1: 1})] == [1]


def test_infinite_decks_draw_with_replacement() -> None:
    rules = Rules(decks="infinite")
    deal = _deal("TC TD 6C 6H", rules, known=4)
    found = measure_deviation(deal, Action("stand"), Playout(rules, SEVENTEEN), {1: 1})
    assert len(found.values) > 1
    assert found.chances.sum() == pytest.approx(1.0)


def test_a_shoe_that_ran_empty_takes_back_the_other_cards() -> None:
    deal = _deal("TC TD 6C 6H", Rules(decks=1, reshuffle="when_empty"), known=4)
    gone = [int(str(card) not in {"TC", "TD", "6C", "6H"}) for card in CARDS]
    found = measure_deviation(deal, Action("stand"), PLAYOUT, {1: 1}, gone)
    assert len(found.values) > 1
