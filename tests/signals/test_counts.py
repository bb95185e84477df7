"""The law of the count, against shuffled cards; the worth of a round by count, against effects of removal."""

import numpy as np
import pytest

from blackjack.analysis.effects import Effects
from blackjack.rules import Rules
from signals.statistics.counts import CountPaths, estimate_chance
from signals.worths import compute_worth, project_effects
from tests.signals.counted import RULES, ignore_count, make_history, shuffle_shoes

# `python -m blackjack` and docs/mathematics.md: Lígalo blackjack, per unit of the bet, ace first
EFFECTS = Effects(
    0.9971614639962784,
    (
        -0.0010519129060481136,
        0.0007168466025971876,
        0.0008761377252843872,
        0.0011981472736743992,
        0.0014535110519747763,
        0.0008191195137030594,
        0.0003857344414962549,
        -0.00010892107166393661,
        -0.000440923853871511,
        -0.0009619346942884022,
    ),
    312,
)


def test_the_variance_of_a_weighted_sum_of_counts_is_that_of_shuffled_shoes() -> None:
    random = np.random.default_rng(3)
    weights = random.exponential(1.0, 30) * random.choice((-1, 1, 3), 30)
    history = make_history(ignore_count, shoes=1, rounds=30)
    paths = CountPaths.from_deals(history.deals, (RULES,))
    running, left = shuffle_shoes(random, 6000, 30)
    sums = (running * 52 / left) @ weights
    assert paths.sum_variance(weights) == pytest.approx(float(np.var(sums)), rel=0.06)


def test_counts_of_different_shoes_have_nothing_to_do_with_each_other() -> None:
    history = make_history(ignore_count, shoes=3, rounds=20)
    paths = CountPaths.from_deals(history.deals, (RULES,))
    weights = np.random.default_rng(1).normal(size=60)
    parts = [np.where(history.deals.shoe == shoe, weights, 0.0) for shoe in range(3)]
    together = sum(paths.sum_variance(part) for part in parts)
    assert paths.sum_variance(weights) == pytest.approx(together)


def test_drawn_counts_covary_like_dealt_ones() -> None:
    history = make_history(ignore_count, shoes=2, rounds=25)
    paths = CountPaths.from_deals(history.deals, (RULES,))
    drawn = paths.draw(6000, np.random.default_rng(2)) - paths.drift[:, None]
    running, left = shuffle_shoes(np.random.default_rng(4), 6000, 25)
    dealt = (running * 52 / left).T
    assert np.cov(drawn[:25]) == pytest.approx(np.cov(dealt), abs=0.2)
    assert abs(np.corrcoef(drawn[24], drawn[49])[0, 1]) < 0.05


def test_the_cumulated_variance_ends_with_the_whole_one() -> None:
    history = make_history(ignore_count, shoes=4, rounds=30)
    paths = CountPaths.from_deals(history.deals, (RULES,))
    weights = np.random.default_rng(1).normal(size=120)
    assert paths.cumulate_variance(weights)[-1] == pytest.approx(paths.sum_variance(weights))


def test_a_shoe_that_took_its_cards_back_begins_anew() -> None:
    history = make_history(ignore_count, shoes=1, rounds=4)
    history.deals.left[:] = [52, 20, 50, 30]
    paths = CountPaths.from_deals(history.deals, (Rules(decks=1),))
    assert paths.starts.tolist() == [True, False, True, False]
    assert (paths.steps >= 0).all()


def test_results_that_move_the_count_are_the_drift() -> None:
    """Each loss is followed by a count higher by two cards, each win by one lower: that much is expected."""
    history = make_history(ignore_count, shoes=1, rounds=5)
    deals = history.deals
    deals.left[:] = [104, 100, 96, 92, 88]
    deals.running[:] = [0, 2, 1, 3, 2]
    deals.returned[:] = np.where(np.arange(5) % 2 == 0, 0, 2 * deals.stake)
    paths = CountPaths.from_deals(deals, (Rules(decks=2),))
    moved = np.diff(deals.running * 52 / deals.left) * deals.left[1:] / 52
    after_loss, after_win = moved[[0, 2]].mean(), moved[[1, 3]].mean()
    steps = np.array([after_loss, after_win, after_loss, after_win]) * 52 / deals.left[1:]
    assert paths.drift == pytest.approx(np.append(0, np.cumsum(steps)))


def test_chance_is_counted_until_it_is_clearly_not_small() -> None:
    history = make_history(ignore_count, shoes=2, rounds=20)
    paths = CountPaths.from_deals(history.deals, (RULES,))
    seen: list[int] = []

    def reached(drawn: np.ndarray) -> np.ndarray:
        seen.append(drawn.shape[1])
        return np.asarray(drawn[5] > 0)

    p = estimate_chance(paths, reached, 8000)
    assert 0.3 < p < 0.7
    assert sum(seen) == 250
    assert estimate_chance(paths, lambda drawn: drawn[5] > 99, 2000) == 1 / 2001


def test_the_worth_by_count_is_the_projection_of_the_effects_of_removal() -> None:
    projected, computed = project_effects(EFFECTS), compute_worth(RULES)
    assert projected.base == pytest.approx(computed.base)
    assert projected.slope == pytest.approx(computed.slope, rel=0.01)
    assert 0.0055 < projected.slope < 0.0065


def test_the_projection_is_what_random_shoes_show() -> None:
    """Regress the linear estimate of the return on the count, over shoes dealt down at random."""
    random, decks = np.random.default_rng(7), 6
    values = np.tile(np.repeat([*range(9), 9, 9, 9, 9], 4), decks)
    weights = np.array([-1, 1, 1, 1, 1, 1, 0, 0, 0, -1])
    counts, returns = [], []
    for _ in range(4000):
        gone = np.bincount(random.permutation(values)[: random.integers(20, 230)], minlength=10)
        counts.append(float(gone @ weights) * 52 / (312 - gone.sum()))
        returns.append(EFFECTS.expectation(gone.tolist()) - 1)
    slope, base = np.polyfit(counts, returns, 1)
    assert slope == pytest.approx(project_effects(EFFECTS).slope, rel=0.03)
    assert base == pytest.approx(EFFECTS.rtp - 1, abs=2e-4)


def test_fresh_and_infinite_shoes_have_no_slope() -> None:
    assert project_effects(Effects(0.995, (0.0,) * 10, 0)).is_flat
    assert compute_worth(Rules(decks="infinite")).is_flat


def test_rules_that_play_alike_are_computed_once() -> None:
    one = compute_worth(RULES)
    assert compute_worth(Rules(penetration=0.5, seats=5, turn_seconds=10)) is one
