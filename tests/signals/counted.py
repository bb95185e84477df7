"""Deals from shuffled shoes, without hands: counts as they come, stakes as a test wants them."""

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import numpy as np

from blackjack.rules import Rules
from signals.columns import UNITS, Deals, Floats, History, Ints
from signals.worths import HI_LO, CountWorth
from tests.signals.made import make_deals

SLOPE = 0.006
WORTH = CountWorth(-0.005, SLOPE)
RULES = Rules()
WEIGHTS = np.array([*HI_LO[:9], *(HI_LO[9:] * 4)])
"""Of the 13 ranks."""

Staking = Callable[[Floats, np.random.Generator], Floats]
"""Bets in USD for these true counts."""


def shuffle_shoes(
    random: np.random.Generator, shoes: int, rounds: int, decks: int = 6, cards: int = 5
) -> tuple[Ints, Ints]:
    """Hi-Lo count and undealt cards before each round of each shoe: two arrays (shoes, rounds)."""
    shoe = np.tile(np.repeat(WEIGHTS, 4), decks)
    running = np.array(
        [
            np.cumsum(np.append(0, random.permutation(shoe)))[: rounds * cards : cards]
            for _ in range(shoes)
        ]
    )
    left = decks * 52 - cards * np.arange(rounds)
    return running, np.tile(left, (shoes, 1))


def make_history(
    staking: Staking,
    seed: int = 1,
    shoes: int = 10,
    rounds: int = 40,
    rules: Rules = RULES,
    **columns: Any,
) -> History:
    """A player at shoes of `rounds` rounds; results are a coin's that knows nothing of the cards."""
    random = np.random.default_rng(seed)
    running, left = shuffle_shoes(random, shoes, rounds, rules.finite_decks or 6)
    counts = (running * 52 / left).ravel()
    stakes = np.round(staking(counts, random) * UNITS).astype(np.int64)
    won = random.random(len(stakes)) < 0.45
    deals = make_deals(
        len(stakes),
        shoe=np.repeat(np.arange(shoes), rounds),
        nonce=np.tile(np.arange(1, rounds + 1), shoes),
        running=running.ravel(),
        left=left.ravel(),
        stake=stakes,
        staked=stakes,
        returned=np.where(won, 2 * stakes, 0),
        **columns,
    )
    return History("p", (rules,), deals, worth_of=lambda _rules: WORTH)


def with_stakes(history: History, stakes: Ints) -> History:
    """Return the history with other bets."""
    deals: Deals = replace(history.deals, stake=stakes)
    return replace(history, deals=deals)


def follow_count(counts: Floats, _random: np.random.Generator) -> Floats:
    """1 to 8 units of 10 USD."""
    return 10 + 70 * np.clip((counts - 1) / 4, 0, 1)


def ignore_count(counts: Floats, random: np.random.Generator) -> Floats:
    """Bets that wander."""
    return np.round(20 * np.exp(np.cumsum(random.normal(0, 0.03, len(counts)))), 2) + 1


def bet_ten(counts: Floats, _random: np.random.Generator) -> Floats:
    return np.full(len(counts), 10.0)
