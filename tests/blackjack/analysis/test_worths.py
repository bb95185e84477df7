"""Cost of decisions against best play: known figures, and the cost of the chart."""

import random
from statistics import fmean, stdev

import pytest

from blackjack.actions import Action
from blackjack.analysis.result import analyse
from blackjack.analysis.worths import Worths
from blackjack.bets import Bet
from blackjack.cards import CARDS, Card
from blackjack.deal import Deal
from blackjack.presets import PRESETS
from blackjack.rules import Rules
from blackjack.strategy import advise
from tests.exhaustive import slow_but_every

LIGALO = PRESETS["ligalo"]
STAKE = 1000


def dealt(rules: Rules, *cards: str) -> Deal:
    """Return a deal with one box. Card order: its first card, the upcard, its second card, the rest."""
    known = [Card.parse(card) for card in cards]
    rest = [card for card in CARDS if card.value in {2, 3}]
    return Deal.start(
        rules,
        [Bet(1, STAKE)],
        lambda k: (known + rest)[k] if k < len(known) + len(rest) else rest[0],
    )


def cost(state: Deal, verb: str) -> float:
    return Worths(state.rules).cost(state, Action(verb)) / STAKE


def dice_of(seed: int) -> random.Random:
    return random.Random(seed)  # noqa: S311 - not a secret


def from_a_fresh_shoe(rules: Rules, dice: random.Random) -> Deal:
    shoe = [card for _ in range(rules.finite_decks or 8) for card in CARDS]
    return Deal.start(rules, [Bet(1, STAKE)], dice.sample(shoe, 80).__getitem__)


def test_best_play_gives_nothing_away() -> None:
    state = dealt(LIGALO, "TS", "TH", "6D", "5C")

    assert cost(state, "surrender") == 0
    assert cost(state, "hit") == pytest.approx(0.04, abs=0.02)
    assert cost(state, "stand") == pytest.approx(cost(state, "hit"), abs=0.01)


def test_hitting_twenty_gives_nearly_all_of_it_away() -> None:
    assert cost(dealt(LIGALO, "TS", "6H", "TD", "5C"), "hit") > 1.2


def test_doubling_eleven_is_best_and_standing_on_it_is_not() -> None:
    state = dealt(LIGALO, "5S", "6H", "6D", "5C")

    assert cost(state, "double") == 0
    assert cost(state, "stand") > 0.6


def test_insurance_costs_what_it_loses_on_average() -> None:
    state = dealt(LIGALO, "TS", "AH", "9D", "5C")
    rules = state.rules
    tens = 4 * 4 * (rules.finite_decks or 0) - 1
    left = 52 * (rules.finite_decks or 0) - 3

    assert cost(state, "insure") == pytest.approx(-(3 * tens / left - 1) / 2)
    assert cost(state, "decline") == 0


def test_even_money_costs_what_a_natural_would_win_more() -> None:
    state = dealt(LIGALO, "TS", "AH", "AD", "5C")
    if "even_money" in state.legal_actions:
        assert cost(state, "even_money") == pytest.approx(0.04, abs=0.03)


@pytest.mark.parametrize("preset", slow_but_every(3, ["ligalo", "live", "atlantic_city"]))
def test_the_chart_gives_away_what_it_returns_less(preset: str) -> None:
    """Over 3,000 rounds with fresh shoes. Random play is the control."""
    rules = PRESETS[preset]
    worths, chart = Worths(rules), analyse(rules).chart
    dice, given, at_random, rounds = dice_of(7), 0.0, 0.0, 3000
    for _ in range(rounds):
        state = from_a_fresh_shoe(rules, dice)
        while not state.complete:
            action = advise(chart, state)
            given += worths.cost(state, action) / STAKE
            at_random += worths.cost(state, Action(dice.choice(state.legal_actions))) / STAKE
            state = state.play(action)

    assert given / rounds < 0.001
    assert at_random / rounds > 0.2


@pytest.mark.slow
@pytest.mark.parametrize("preset", ["ligalo", "live"])
def test_careless_play_loses_its_stated_cost(preset: str) -> None:
    """The return of any play is that of best play less its costs: here within three standard errors."""
    rules = PRESETS[preset]
    worths, best, dice = Worths(rules), analyse(rules).rtp, dice_of(11)
    results = []
    for _ in range(12_000):
        state, given = from_a_fresh_shoe(rules, dice), 0.0
        while not state.complete:
            action = Action(dice.choice(state.legal_actions))
            given += worths.cost(state, action) / STAKE
            state = state.play(action)
        net = sum(seat["net"] for seat in state.public()["seats"]) / STAKE
        results.append(net + given)
    mean = fmean(results)

    assert abs(mean - (best - 1)) < 3 * stdev(results) / len(results) ** 0.5
