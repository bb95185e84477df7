"""INT1: knowledge of cards that nobody has seen."""

from collections.abc import Callable
from dataclasses import replace
from math import log

import numpy as np
import pytest

from signals.catalogue.int1 import SIGNAL, draw
from signals.columns import (
    VERBS,
    DealMark,
    Deals,
    DecisionMark,
    Decisions,
    Deviations,
    Flags,
    Floats,
    GainChances,
    History,
    Ints,
)
from signals.judging import judge_signal
from signals.knowledge import weigh_deviations
from signals.outcomes import Outcome, OutcomeStatus

VALUES = np.array([-2.0, -1.0, 0.0, 1.0, 2.0])
CHANCES = np.array([0.2, 0.2, 0.3, 0.2, 0.1])
RIGHT = 0.35
COST = 0.2
HIT, STAND = VERBS.index("hit"), VERBS.index("stand")


def _history(
    gains: Floats,
    right: Flags,
    marks: int = 0,
    deal_marks: int = 0,
    spots: Ints | None = None,
    cost: float = COST,
) -> History:
    n = len(gains)
    whole, number = np.zeros(n, np.int64), np.arange(n)
    at: Floats = 1e9 + 60.0 * number.astype(np.float64)
    deals = Deals(
        number + 1, number, at, at + 30, whole, whole, whole, number, whole, whole + 100,
        whole + 10, whole + 10, whole, whole + deal_marks,
    )  # fmt: skip
    spot = number if spots is None else spots
    decisions = Decisions(
        number, at + 5, np.zeros(n), spot, whole + STAND, whole + HIT, whole, whole, whole + marks
    )
    deviations = Deviations(number, gains, right, np.full(n, RIGHT), np.full(n, cost))
    chances = GainChances(np.repeat(number, 5), np.tile(VALUES, n), np.tile(CHANCES, n))
    return History("x", (), deals, decisions, deviations, chances)


def _honest(random: np.random.Generator, n: int, spots: Ints | None = None) -> History:
    gains = random.choice(VALUES, n, p=CHANCES)
    return _history(gains, np.asarray(random.random(n) < RIGHT), spots=spots)


def _judge(history: History, **thresholds: float) -> Outcome:
    return judge_signal(SIGNAL, history, thresholds)


def _last_log(history: History) -> float:
    evidence = weigh_deviations(history, np.arange(len(history.deviations)))
    return float(evidence.logs[-1])


def test_nine_deviations_are_too_few() -> None:
    outcome = _judge(_history(np.full(9, 2.0), np.ones(9, bool)))
    assert (outcome.status, outcome.n) == (OutcomeStatus.TOO_FEW, 9)
    assert _judge(History("x")).status is OutcomeStatus.TOO_FEW


def test_a_run_of_right_cards_is_flagged_at_the_first_deviation_that_is_enough() -> None:
    outcome = _judge(_history(np.tile([1.0, -1.0], 15), np.ones(30, bool)))
    assert outcome.status is OutcomeStatus.FLAGGED
    look = int(outcome.figures["look"])
    assert 10 < look < 16
    assert outcome.figures["p"] < 1e-5
    assert outcome.figures["right"] == look
    assert outcome.figures["right_expected"] == pytest.approx(RIGHT * look)
    assert outcome.rounds.tolist() == list(range(1, look + 1))
    assert f"{look} decisions" in SIGNAL.sentence(outcome)


def test_the_probability_is_at_most_1() -> None:
    outcome = _judge(_history(np.full(10, -2.0), np.zeros(10, bool)))
    assert outcome.status is OutcomeStatus.BELOW
    assert 0.5 < outcome.figures["p"] <= 1.0


def test_right_in_hindsight_alone_is_flagged_too() -> None:
    right = np.random.default_rng(1).random(40) < RIGHT
    assert _judge(_history(np.full(40, 2.0), right)).status is OutcomeStatus.FLAGGED


def test_a_flag_stays_whatever_follows() -> None:
    late = _honest(np.random.default_rng(1), 500)
    gains = np.concatenate([np.full(20, 2.0), late.deviations.gain])
    right = np.concatenate([np.ones(20, bool), late.deviations.right])
    outcome = _judge(_history(gains, right))
    assert outcome.status is OutcomeStatus.FLAGGED
    assert outcome.figures["look"] <= 20


def test_what_begins_after_honest_years_is_found() -> None:
    early = _honest(np.random.default_rng(2), 1000)
    gains = np.concatenate([early.deviations.gain, np.full(60, 2.0)])
    right = np.concatenate([early.deviations.right, np.ones(60, bool)])
    outcome = _judge(_history(gains, right))
    assert outcome.status is OutcomeStatus.FLAGGED
    assert outcome.figures["first"] >= 950


def test_one_deviation_multiplies_the_stake_by_1_on_average() -> None:
    right, wrong = (np.ones(1, bool), np.zeros(1, bool))
    hindsight = float(CHANCES[VALUES > 0].sum())
    mean = 0.0
    for gain, of_gain in ((1.0, hindsight), (-1.0, 1 - hindsight)):
        for was_right, of_right in ((right, RIGHT), (wrong, 1 - RIGHT)):
            found = _last_log(_history(np.array([gain]), was_right))
            mean += of_gain * of_right * np.exp(found)
    # A tenth of the stake waits for a later start.
    assert mean == pytest.approx(0.9)


def _repeat_until_right(random: np.random.Generator, n: int) -> tuple[Flags, Ints]:
    """Stay at a cell until it was right, then take the next one."""
    right = random.random(n) < RIGHT
    return right, np.concatenate([[0], np.cumsum(right)[:-1]])


def _leave_when_wrong(random: np.random.Generator, n: int) -> tuple[Flags, Ints]:
    right = random.random(n) < RIGHT
    return right, np.concatenate([[0], np.cumsum(~right)[:-1]])


def _always_the_same(random: np.random.Generator, n: int) -> tuple[Flags, Ints]:
    return random.random(n) < RIGHT, np.zeros(n, np.int64)


@pytest.mark.parametrize("habit", [_repeat_until_right, _leave_when_wrong, _always_the_same])
def test_no_habit_makes_chance_rarer_than_it_says(
    habit: Callable[[np.random.Generator, int], tuple[Flags, Ints]],
) -> None:
    random, level, players = np.random.default_rng(3), 0.05, 400
    flagged = 0
    for _ in range(players):
        right, spots = habit(random, 40)
        history = _history(random.choice(VALUES, 40, p=CHANCES), right, spots=spots, cost=0.05)
        evidence = weigh_deviations(history, np.arange(40))
        flagged += bool((evidence.logs > -log(level)).any())
    # Four standard deviations above the level that Ville's inequality allows.
    assert flagged <= players * level + 4 * np.sqrt(players * level)


def test_honest_players_are_not_flagged() -> None:
    random = np.random.default_rng(2)
    assert all(_judge(_honest(random, 60)).status is OutcomeStatus.BELOW for _ in range(60))


def test_a_habit_of_wrong_cards_counts_little() -> None:
    wrong_then_right = np.array([False] * 6 + [True])
    fresh = np.arange(7)
    same = np.zeros(7, np.int64)
    gains = np.where(wrong_then_right, 1.0, -1.0)
    assert _gain_of_last(_history(gains, wrong_then_right, spots=fresh)) > 0.5
    assert _gain_of_last(_history(gains, wrong_then_right, spots=same)) < 0.2


def test_a_mistake_that_costs_nothing_counts_little() -> None:
    gains, right = np.zeros(1), np.ones(1, bool)
    assert _gain_of_last(_history(gains, right, cost=0.3)) > 0.5
    assert _gain_of_last(_history(gains, right, cost=0.0)) < 0.3


def _gain_of_last(history: History) -> float:
    """What the last deviation adds to the logarithm of the bets on the next card."""
    n = len(history.deviations)
    whole = weigh_deviations(history, np.arange(n)).logs
    before = float(whole[-2]) if n > 1 else log(0.9)
    return float(whole[-1]) - before


def test_of_a_round_only_the_first_deviation_counts() -> None:
    history = _history(np.full(30, 2.0), np.ones(30, bool))
    twice = replace(history.deals, round=np.repeat(np.arange(1, 16), 2))
    outcome = _judge(replace(history, deals=twice), deviations=15)
    assert outcome.n == 15
    assert outcome.figures["right"] == 15


def test_what_the_house_did_and_play_money_count_nothing() -> None:
    gains, right = np.full(30, 2.0), np.ones(30, bool)
    house = _history(gains, right, marks=int(DecisionMark.BY_HOUSE))
    assert _judge(house).status is OutcomeStatus.TOO_FEW
    play = _history(gains, right, deal_marks=int(DealMark.PLAY_MONEY))
    assert _judge(play).status is OutcomeStatus.TOO_FEW


def test_without_a_chart_it_does_not_apply() -> None:
    history = _honest(np.random.default_rng(4), 30)
    unknown = replace(history.decisions, advised=np.full(30, -1))
    outcome = _judge(replace(history, decisions=unknown))
    assert (outcome.status, outcome.reason) == (OutcomeStatus.NOT_APPLICABLE, "no_chart")


def test_the_chart_has_the_sum_above_expectation() -> None:
    history = _history(np.full(20, 2.0), np.zeros(20, bool))
    shown = draw(history, _judge(history))
    mean = float(VALUES @ CHANCES)
    assert shown.points[-1].y == pytest.approx(20 * (2 - mean))
    assert shown.points[-1].round == 20
    assert len(shown.low) == len(shown.high) == 20
    assert shown.points[-1].y > shown.high[-1]


def test_a_threshold_of_more_deviations_waits_for_them() -> None:
    history = _history(np.full(20, 2.0), np.ones(20, bool))
    assert _judge(history, deviations=30).status is OutcomeStatus.TOO_FEW
