"""BOT1 to BOT5: their figures against independent calculation, people of every kind, and odd input."""

from dataclasses import replace
from math import log
from typing import Any

import numpy as np
import pytest
from scipy import stats

from blackjack.strategy import ROWS, UPCARDS
from signals.catalogue import SIGNALS
from signals.columns import DAY, HOUR, DealMark, DecisionMark, Decisions, Floats, History, find_spot
from signals.outcomes import Outcome, OutcomeStatus
from signals.statistics.times import easy_spots, hard_spots
from tests.signals.counted import RULES
from tests.signals.made import START, make_deals

HARD, EASY, OTHER = find_spot("hard 16", "T"), find_spot("hard 20", "6"), find_spot("soft 15", "5")
TIMED = ("BOT1", "BOT2", "BOT5")


def judge(signal: str, history: History, **thresholds: float) -> Outcome:
    known = SIGNALS[signal]
    outcome = known.judge(history, known.check_thresholds(thresholds))
    if outcome.status is OutcomeStatus.FLAGGED:
        assert known.sentence(outcome)
    if known.draw is not None:
        known.draw(history, outcome)
    assert all(np.isfinite(value) for value in outcome.figures.values())
    return outcome


def make_player(think: Floats, marks: int = 0, **columns: Any) -> History:
    """One decision a deal, hard and easy spots in turn, each by the chart."""
    count = len(think)
    given: dict[str, Any] = {
        "row": np.arange(count),
        "at": START + 60.0 * np.arange(count) + 5,
        "think": think,
        "spot": np.resize([HARD, EASY], count).astype(np.int64),
        "action": np.zeros(count, np.int64),
        "advised": np.zeros(count, np.int64),
        "running": np.zeros(count, np.int64),
        "left": np.full(count, 200, np.int64),
        "marks": np.zeros(count, np.int64),
    }
    deals = make_deals(count, marks=np.full(count, marks))
    return History("p", (RULES,), deals, Decisions(**{**given, **columns}))


def draw_times(kind: str, count: int, seed: int = 1) -> Floats:
    random = np.random.default_rng(seed)
    times = {
        "lognormal": random.lognormal(log(3), 0.5, count),
        "steady": random.lognormal(log(2), 0.25, count),
        "gamma": random.gamma(6, 0.5, count),
        "mixture": np.where(
            random.random(count) < 0.2,
            random.lognormal(log(10), 0.6, count),
            random.lognormal(log(1.5), 0.4, count),
        ),
        "whole seconds": np.ceil(random.lognormal(log(3), 0.5, count)),
    }
    return np.asarray(times[kind])


PEOPLE = ("lognormal", "steady", "gamma", "mixture", "whole seconds")


@pytest.mark.parametrize("kind", PEOPLE)
@pytest.mark.parametrize("signal", ["BOT1", "BOT5"])
def test_people_are_not_flagged_whatever_their_times(kind: str, signal: str) -> None:
    assert judge(signal, make_player(draw_times(kind, 600))).status is OutcomeStatus.BELOW


@pytest.mark.parametrize("kind", PEOPLE)
def test_people_who_think_longer_about_hard_spots_are_not_flagged(kind: str) -> None:
    think = draw_times(kind, 2400)
    think[::2] *= 1.3
    assert judge("BOT2", make_player(think)).status is OutcomeStatus.BELOW


def test_a_constant_delay_is_flagged_and_so_is_one_for_each_kind_of_decision() -> None:
    assert judge("BOT1", make_player(np.full(300, 2.0))).status is OutcomeStatus.FLAGGED
    by_kind = np.resize([3.0, 1.0], 300)
    outcome = judge("BOT1", make_player(by_kind))
    assert outcome.status is OutcomeStatus.FLAGGED
    assert outcome.figures["deviation"] == pytest.approx(0, abs=1e-9)


def test_the_deviation_is_pooled_within_classes() -> None:
    think = np.resize([3.0, 1.0], 400) * np.random.default_rng(2).lognormal(0, 0.1, 400)
    logs = np.log(think)
    pooled = np.sqrt((np.var(logs[::2], ddof=1) + np.var(logs[1::2], ddof=1)) / 2)
    outcome = judge("BOT1", make_player(think))
    assert outcome.figures["deviation"] == pytest.approx(float(pooled))
    assert outcome.status is OutcomeStatus.FLAGGED


def test_no_delay_at_all_is_regular_and_fast() -> None:
    history = make_player(np.resize([0.0, 0.0, 0.0, 0.4], 300))
    assert judge("BOT5", history).status is OutcomeStatus.FLAGGED
    assert judge("BOT1", make_player(np.zeros(300))).status is OutcomeStatus.FLAGGED


def test_zero_of_a_clock_of_whole_seconds_is_no_speed() -> None:
    outcome = judge("BOT5", make_player(np.resize([0.0, 1.0, 2.0, 3.0], 300)))
    assert (outcome.status, outcome.reason) == (OutcomeStatus.NOT_APPLICABLE, "coarse_clock")


def test_speed_is_the_fifth_percentile() -> None:
    think = draw_times("lognormal", 400)
    think[:21] = 0.1
    outcome = judge("BOT5", make_player(think))
    assert outcome.figures["milliseconds"] == pytest.approx(1000 * np.quantile(think, 0.05))
    assert outcome.status is OutcomeStatus.FLAGGED


@pytest.mark.parametrize("signal", TIMED)
def test_a_minute_and_more_unknown_times_and_jumping_clocks_are_ignored(signal: str) -> None:
    think = draw_times("lognormal", 600)
    odd = think.copy()
    odd = np.append(odd, [60.0, 5000.0, np.nan, -3.0, np.inf])
    one, other = judge(signal, make_player(think)), judge(signal, make_player(odd))
    assert dict(one.figures) == dict(other.figures)
    assert one.n == other.n


@pytest.mark.parametrize("signal", [*TIMED, "BOT3"])
@pytest.mark.parametrize("mark", [DecisionMark.BY_HOUSE, DecisionMark.EARLY])
def test_the_house_s_decisions_and_early_ones_are_ignored(signal: str, mark: int) -> None:
    think = np.full(1200, 0.1)
    marks = np.resize([0, int(mark)], 1200)
    all_ = judge(signal, make_player(think))
    assert judge(signal, make_player(think, marks=0)).n == all_.n
    half = make_player(think)
    half = replace(half, decisions=replace(half.decisions, marks=np.roll(marks, 1)))
    assert judge(signal, half).n <= all_.n / 2


@pytest.mark.parametrize("signal", [*TIMED, "BOT3", "BOT4"])
def test_a_registered_app_makes_the_signals_of_bots_not_applicable(signal: str) -> None:
    outcome = judge(signal, make_player(np.full(1200, 0.1), int(DealMark.APP)))
    assert (outcome.status, outcome.reason) == (OutcomeStatus.NOT_APPLICABLE, "app")


def test_rounds_beside_those_of_an_app_are_judged() -> None:
    history = make_player(np.full(600, 0.1))
    marks = np.where(np.arange(600) < 300, int(DealMark.APP), 0)
    mixed = replace(history, deals=replace(history.deals, marks=marks))
    outcome = judge("BOT1", mixed)
    assert (outcome.status, outcome.n) == (OutcomeStatus.FLAGGED, 300)
    assert outcome.rounds.min() == 301


@pytest.mark.parametrize("signal", [*TIMED, "BOT3", "BOT4"])
def test_nothing_one_round_and_play_money_are_too_few(signal: str) -> None:
    assert judge(signal, History("p")).status is OutcomeStatus.TOO_FEW
    assert judge(signal, make_player(np.array([1.0]))).status in {
        OutcomeStatus.TOO_FEW,
        OutcomeStatus.BELOW,
    }
    toys = make_player(np.full(600, 0.1), int(DealMark.PLAY_MONEY))
    assert judge(signal, toys).status is OutcomeStatus.TOO_FEW


def test_hard_and_easy_spots_are_those_of_the_specification() -> None:
    hard = {(f"hard {total}", up) for total in range(12, 17) for up in "789TA"}
    hard |= {("soft 18", up) for up in "9TA"} | {("hard 11", "A")}
    hard |= {(f"pair {pair}", up) for pair in "89" for up in UPCARDS}
    easy = {(f"hard {total}", up) for total in range(17, 22) for up in UPCARDS}
    easy |= {(row, up) for row in ("soft 20", "pair T") for up in UPCARDS}
    spots = [(row, up) for row in ROWS for up in UPCARDS] + [("insurance", "A")]
    decisions = make_player(np.ones(len(spots))).decisions
    decisions = replace(decisions, spot=np.append(np.arange(len(spots) - 1), -1))
    assert {spots[k] for k in np.flatnonzero(hard_spots(decisions))} == hard
    assert {spots[k] for k in np.flatnonzero(easy_spots(decisions))} == easy


def test_the_difference_of_hard_and_easy_has_welch_s_interval() -> None:
    think = draw_times("lognormal", 1000)
    outcome = judge("BOT2", make_player(think))
    hard, easy = np.log(think[::2]), np.log(think[1::2])
    interval = stats.ttest_ind(hard, easy, equal_var=False).confidence_interval(0.99)
    assert outcome.figures["difference"] == pytest.approx(hard.mean() - easy.mean())
    assert outcome.figures["low"] == pytest.approx(interval.low)
    assert outcome.figures["high"] == pytest.approx(interval.high)
    assert outcome.status is OutcomeStatus.BELOW


def test_equal_times_are_flagged_once_the_interval_is_narrow_enough() -> None:
    few = judge("BOT2", make_player(draw_times("lognormal", 300)))
    many = judge("BOT2", make_player(draw_times("lognormal", 2400)))
    assert (few.status, many.status) == (OutcomeStatus.BELOW, OutcomeStatus.FLAGGED)
    assert judge("BOT2", make_player(np.full(300, 1.0))).status is OutcomeStatus.FLAGGED


def test_too_few_of_either_kind() -> None:
    history = make_player(draw_times("lognormal", 400))
    spots = np.where(np.arange(400) < 99, HARD, EASY)
    few = replace(history, decisions=replace(history.decisions, spot=spots))
    assert judge("BOT2", few).status is OutcomeStatus.TOO_FEW
    others = replace(history, decisions=replace(history.decisions, spot=np.full(400, OTHER)))
    assert judge("BOT2", others).status is OutcomeStatus.TOO_FEW


@pytest.mark.parametrize(
    ("n", "errors", "flagged"),
    [(499, 0, None), (500, 0, True), (500, 1, False), (1200, 5, False), (1200, 4, True)],
)
def test_the_bound_of_errors_is_exact(n: int, errors: int, flagged: bool | None) -> None:  # noqa: FBT001 - a parameter of the test
    history = make_player(np.ones(n))
    action = np.where(np.arange(n) < errors, 1, 0)
    outcome = judge("BOT3", replace(history, decisions=replace(history.decisions, action=action)))
    if flagged is None:
        assert outcome.status is OutcomeStatus.TOO_FEW
        return
    assert (outcome.status is OutcomeStatus.FLAGGED) is flagged
    # a share as high as the bound gives so few errors in one of a hundred cases
    assert stats.binom.cdf(errors, n, outcome.figures["bound"]) == pytest.approx(0.01)


def test_rounds_with_hints_say_nothing_of_perfect_play() -> None:
    outcome = judge("BOT3", make_player(np.ones(600), int(DealMark.HINTED)))
    assert (outcome.status, outcome.reason) == (OutcomeStatus.NOT_APPLICABLE, "hinted")
    assert (
        judge("BOT1", make_player(np.ones(600), int(DealMark.HINTED))).status
        is OutcomeStatus.FLAGGED
    )


def test_decisions_without_a_chart_cannot_be_compared() -> None:
    history = make_player(np.ones(600))
    unknown = replace(history.decisions, advised=np.full(600, -1))
    assert judge("BOT3", replace(history, decisions=unknown)).reason == "no_chart"


def make_days(*spans: tuple[float, float], every: float = 60) -> History:
    """Rounds of half a minute from hour to hour, without decisions."""
    at = np.concatenate([np.arange(begin * HOUR, end * HOUR, every) for begin, end in spans])
    at = START + at
    return History("p", (RULES,), make_deals(len(at), at=at, ended=at + 30))


def test_nine_hours_without_a_break_are_too_long_for_a_person() -> None:
    outcome = judge("BOT4", make_days((0, 9)))
    assert outcome.status is OutcomeStatus.FLAGGED
    assert outcome.figures["run"] == pytest.approx(9, abs=0.02)
    assert judge("BOT4", make_days((0, 7.9))).status is OutcomeStatus.BELOW


def test_breaks_of_ten_minutes_part_a_run_but_not_a_day() -> None:
    spans = [(hour, hour + 2.8) for hour in range(0, 24, 3)]
    outcome = judge("BOT4", make_days(*spans))
    assert outcome.figures["run"] == pytest.approx(2.8, abs=0.02)
    assert outcome.figures["hours"] == pytest.approx(8 * 2.8, abs=0.1)
    assert outcome.status is OutcomeStatus.FLAGGED


def test_active_hours_are_those_of_any_twenty_four() -> None:
    outcome = judge("BOT4", make_days((15, 22), (25, 32), (40, 46)))
    # from 15:00 to 15:00 of the next day
    assert outcome.figures["hours"] == pytest.approx(14, abs=0.1)
    assert outcome.status is OutcomeStatus.BELOW


def test_a_slow_round_is_activity_for_ten_minutes_at_most() -> None:
    at = np.array([START, START + DAY])
    history = History("p", (RULES,), make_deals(2, at=at, ended=at + 5 * HOUR))
    assert judge("BOT4", history).figures["hours"] == pytest.approx(11 / 60)


def test_a_clock_that_jumps_makes_no_endurance() -> None:
    at = START + 60.0 * np.arange(300)
    at[100:200] -= 40 * DAY
    at[250] = np.nan
    history = History("p", (RULES,), make_deals(300, at=at, ended=at - 7 * HOUR))
    outcome = judge("BOT4", history)
    assert outcome.status is OutcomeStatus.BELOW
    assert outcome.figures["run"] < 5


def test_thresholds_out_of_range_are_refused() -> None:
    for name in ("BOT1", "BOT2", "BOT3", "BOT4", "BOT5", "CC1", "CC2", "CC3", "CC4", "EDGE"):
        for bound in SIGNALS[name].thresholds:
            for value in (bound.lowest - 1, bound.highest + 1, float("nan")):
                with pytest.raises(ValueError, match=bound.name):
                    SIGNALS[name].check_thresholds({bound.name: value})
            assert bound.lowest <= bound.default <= bound.highest
