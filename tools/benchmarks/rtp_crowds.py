"""Honest crowds of different skill, played through the engine: the win of each round beyond its expectation."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from blackjack.actions import Action
from blackjack.analysis.effects import Effects, compute_effects
from blackjack.analysis.result import Analysis, analyse
from blackjack.analysis.worths import Worths
from blackjack.bets import Bet
from blackjack.cards import CARDS, Card
from blackjack.deal import Deal
from blackjack.presets import PRESETS
from blackjack.rules import Rules
from blackjack.strategy import Chart, advise
from reports.services.luck import hand_cost_of_insuring

UNIT: Final = 1000
CHIPS: Final = (1, 2, 5, 10, 25, 100, 500)
LIKELY: Final = (0.3, 0.2, 0.2, 0.15, 0.1, 0.04, 0.01)
SPREAD: Final = 8
"""Maximum bet of a counter in units, one per point of the true count."""

_CARELESS: Final = 0.2
_DEALER_STANDS: Final = 17
_LOW, _HIGH = (2, 6), (10, 1)
Floats = NDArray[np.float64]
Counts = NDArray[np.int64]
Random = np.random.Generator


@dataclass(frozen=True)
class Known:
    """Rules with their mathematics."""

    rules: Rules
    analysis: Analysis
    worths: Worths
    effects: Effects


@dataclass(frozen=True)
class Pool:
    """Rounds of one crowd under one rule set, in units: initial stakes, net win, and win beyond expectation."""

    staked: Floats
    net: Floats
    luck: Floats

    @property
    def mean(self) -> tuple[float, float]:
        """Luck per unit staked, and its standard error."""
        error = float(np.sqrt((self.luck**2).sum()))
        return float(self.luck.sum() / self.staked.sum()), error / float(self.staked.sum())

    @property
    def centred(self) -> Floats:
        """Luck without this sample's mean."""
        return self.luck - self.mean[0] * self.staked


@lru_cache(maxsize=8)
def load_known(preset: str) -> Known:
    """Return the mathematics of a preset. Takes some seconds; cached."""
    rules = PRESETS[preset]
    return Known(rules, analyse(rules), Worths(rules), compute_effects(rules))


Decide = Callable[[Deal, Chart, float, Random], Action]


def _by_chart(state: Deal, chart: Chart, _count: float, _random: Random) -> Action:
    return advise(chart, state)


def _careless(state: Deal, chart: Chart, _count: float, random: Random) -> Action:
    if random.random() < _CARELESS:
        return Action(state.legal_actions[random.integers(len(state.legal_actions))])
    return advise(chart, state)


def _novice(state: Deal, _chart: Chart, _count: float, _random: Random) -> Action:
    """Play like the dealer, never double or split, always insure."""
    legal = state.legal_actions
    for verb in ("even_money", "insure", "decline"):
        if verb in legal:
            return Action(verb)
    box, place = state.in_turn
    hits = box.hands[place].total.value < _DEALER_STANDS and "hit" in legal
    return Action("hit" if hits else "stand")


def _counter(state: Deal, chart: Chart, count: float, _random: Random) -> Action:
    """Play by the chart, but insure at a true count of three or more."""
    if "insure" in state.legal_actions and count >= 3:  # noqa: PLR2004 - index for insurance in card counting
        return Action("insure")
    return advise(chart, state)


CROWDS: Final[Mapping[str, Decide]] = {
    "by the chart": _by_chart,
    "careless, every fifth decision at random": _careless,
    "novices, as the dealer plays": _novice,
    "counters, 1 to 8 units": _counter,
}


def play_pool(preset: str, crowd: str, rounds: int, seed: int, *, equal: bool) -> Pool:
    """Play rounds; `equal`: one box of one unit each, else one to three boxes of unequal stakes."""
    return _Playing(load_known(preset), crowd, seed, equal=equal).pool(rounds)


class _Playing:
    def __init__(self, known: Known, crowd: str, seed: int, *, equal: bool) -> None:
        self.known, self.crowd, self.equal = known, crowd, equal
        self.random = np.random.default_rng(seed)
        decks = known.rules.finite_decks or 1
        self.full = [card for card in CARDS for _ in range(decks)]
        self.shoe: list[Card] = []
        self.at, self.gone, self.running = 0, [0] * 10, 0
        self.renew()

    def renew(self) -> None:
        order = self.random.permutation(len(self.full))
        self.shoe = [self.full[k] for k in order]
        self.at, self.gone, self.running = self.known.rules.burn_cards, [0] * 10, 0

    def pool(self, rounds: int) -> Pool:
        played = np.array([self.round() for _ in range(rounds)])
        return Pool(*played.T)

    @property
    def count(self) -> float:
        return self.running / max((len(self.shoe) - self.at) / 52, 0.5)

    def bets(self) -> Sequence[Bet]:
        most = 1 if self.equal else min(3, self.known.rules.seats_per_player)
        boxes = int(self.random.integers(1, most + 1))
        if self.crowd.startswith("counters"):
            units = min(SPREAD, max(1, int(self.count)))
        else:
            units = 1 if self.equal else int(self.random.choice(CHIPS, p=LIKELY))
        return [Bet(box, units * UNIT) for box in range(1, boxes + 1)]

    def round(self) -> tuple[float, float, float]:
        rules, known = self.known.rules, self.known
        if self.at >= (rules.cut_card or 0) or rules.reshuffle == "every_round":
            self.renew()
        bets, count = self.bets(), self.count
        expectation = known.effects.expectation(self.gone)
        start = self.at
        state = Deal.start(rules, bets, lambda k: self.shoe[start + k])
        decide, cost = CROWDS[self.crowd], 0.0
        while not state.complete:
            action = decide(state, known.analysis.chart, count, self.random)
            if action.verb == "insure":
                cost += hand_cost_of_insuring(known.worths, state)
            else:
                cost += known.worths.cost(state, action)
            state = state.play(action)
        self.see(state)
        staked = sum(bet.stake for bet in bets)
        net = self.won(state)
        expected = (expectation - 1) * staked - cost
        return staked / UNIT, net / UNIT, (net - expected) / UNIT

    def won(self, state: Deal) -> int:
        results = [
            (state.result(box, place).payout or 0) - hand.stake - hand.added
            for box in state.boxes
            for place, hand in enumerate(box.hands)
        ]
        return sum(results)

    def see(self, state: Deal) -> None:
        self.at += state.cards_drawn
        for card in state.cards:
            self.gone[card.value - 1] += 1
            if _LOW[0] <= card.value <= _LOW[1]:
                self.running += 1
            elif card.value in _HIGH:
                self.running -= 1


def build_row(found: Pool, known: Known) -> dict[str, Any]:
    """Return the row of a crowd: return as played, luck with its error, and the mean z against best play."""
    mean, error = found.mean
    played = 1 + float((found.net - found.luck).sum() / found.staked.sum())
    at_12000 = error * float(np.sqrt(len(found.luck) / 12_000))
    old = (played - known.analysis.rtp) / at_12000
    return {"played": played, "luck": mean, "error": error, "old": old}
