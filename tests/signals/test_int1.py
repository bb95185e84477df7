"""INT1: knowledge of cards that nobody has seen."""

from dataclasses import replace

import numpy as np
import pytest

from signals.catalogue.int1 import LOOKS, SIGNAL, draw
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
)
from signals.judging import judge_signal
from signals.outcomes import Outcome, OutcomeStatus

VALUES = np.array([-2.0, -1.0, 0.0, 1.0, 2.0])
CHANCES = np.array([0.2, 0.2, 0.3, 0.2, 0.1])
RIGHT = 0.35
HIT, STAND = VERBS.index("hit"), VERBS.index("stand")


def _history(gains: Floats, right: Flags, marks: int = 0, deal_marks: int = 0) -> History:
    n = len(gains)
    whole, number = np.zeros(n, np.int64), np.arange(n)
    at: Floats = 1e9 + 60.0 * number.astype(np.float64)
    deals = Deals(
        number + 1, number, at, at + 30, whole, whole, whole, number, whole, whole + 100,
        whole + 10, whole + 10, whole, whole + deal_marks,
    )  # fmt: skip
    decisions = Decisions(
        number, at + 5, np.zeros(n), whole, whole + STAND, whole + HIT, whole, whole, whole + marks
    )
    deviations = Deviations(number, gains, right, np.full(n, RIGHT))
    chances = GainChances(np.repeat(number, 5), np.tile(VALUES, n), np.tile(CHANCES, n))
    return History("x", (), deals, decisions, deviations, chances)


def _honest(random: np.random.Generator, n: int) -> History:
    gains = random.choice(VALUES, n, p=CHANCES)
    return _history(gains, np.asarray(random.random(n) < RIGHT))


def _judge(history: History, **thresholds: float) -> Outcome:
    return judge_signal(SIGNAL, history, thresholds)


def test_nine_deviations_are_too_few() -> None:
    outcome = _judge(_history(np.full(9, 2.0), np.ones(9, bool)))
    assert (outcome.status, outcome.n) == (OutcomeStatus.TOO_FEW, 9)
    assert _judge(History("x")).status is OutcomeStatus.TOO_FEW


def test_a_run_of_right_cards_is_flagged() -> None:
    outcome = _judge(_history(np.tile([1.0, -1.0], 10), np.ones(20, bool)))
    assert outcome.status is OutcomeStatus.FLAGGED
    assert outcome.figures["right_p"] == pytest.approx(RIGHT**16, rel=1e-6)
    assert outcome.figures["look"] == 16
    assert outcome.rounds.tolist() == list(range(1, 17))
    assert "16 decisions" in SIGNAL.sentence(outcome)


def test_the_probability_is_at_most_1() -> None:
    outcome = _judge(_history(np.full(10, -2.0), np.zeros(10, bool)))
    assert (outcome.status, outcome.figures["p"]) == (OutcomeStatus.BELOW, 1.0)


def test_gains_alone_are_flagged_too() -> None:
    outcome = _judge(_history(np.full(20, 2.0), np.zeros(20, bool)))
    assert outcome.status is OutcomeStatus.FLAGGED
    assert outcome.figures["gain_p"] == pytest.approx(0.1**10, rel=1e-6)


def test_a_flag_of_an_early_look_stays() -> None:
    random = np.random.default_rng(1)
    late = _honest(random, 500)
    gains = np.concatenate([np.full(20, 2.0), late.deviations.gain - 1])
    right = np.concatenate([np.ones(20, bool), late.deviations.right])
    assert _judge(_history(gains, right)).status is OutcomeStatus.FLAGGED


def test_honest_players_are_not_flagged() -> None:
    random = np.random.default_rng(2)
    assert all(_judge(_honest(random, 60)).status is OutcomeStatus.BELOW for _ in range(60))


def test_each_look_reaches_its_share_as_seldom_as_it_says() -> None:
    random = np.random.default_rng(3)
    threshold = 1e-3
    flagged = sum(
        _judge(_honest(random, 45), p=threshold).status is OutcomeStatus.FLAGGED for _ in range(400)
    )
    assert flagged <= 2


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


def test_after_2400_deviations_a_new_sum_begins_with_a_quarter() -> None:
    history = _honest(np.random.default_rng(5), LOOKS[-1] + 12)
    outcome = _judge(history)
    assert outcome.figures["first"] == LOOKS[-1]
    assert outcome.figures["share"] == pytest.approx(1e-5 * 0.75 * 0.25 / len(LOOKS))


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
