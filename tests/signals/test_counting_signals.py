"""CC1 to CC4 and EDGE: their figures against independent calculation, honest players, and odd input."""

from dataclasses import replace
from math import sqrt

import numpy as np
import pytest
from scipy import stats

from blackjack.rules import Rules
from signals.catalogue import SIGNALS
from signals.columns import (
    UNITS,
    VERBS,
    DealMark,
    DecisionMark,
    Decisions,
    EarlyShoeEnds,
    History,
    find_spot,
)
from signals.outcomes import Outcome, OutcomeStatus
from signals.rows import cut_units
from tests.signals.counted import (
    RULES,
    SLOPE,
    WORTH,
    bet_ten,
    follow_count,
    ignore_count,
    make_history,
    with_stakes,
)
from tests.signals.made import make_deals


def judge(signal: str, history: History, **thresholds: float) -> Outcome:
    known = SIGNALS[signal]
    outcome = known.judge(history, known.check_thresholds(thresholds))
    if outcome.status is OutcomeStatus.FLAGGED:
        assert known.sentence(outcome)
    if known.draw is not None:
        known.draw(history, outcome)
    assert all(np.isfinite(value) for value in outcome.figures.values())
    return outcome


COUNTED = ("CC1", "CC2", "EDGE")


@pytest.mark.parametrize("signal", COUNTED)
def test_a_counter_is_flagged(signal: str) -> None:
    outcome = judge(signal, make_history(follow_count, shoes=40))
    assert outcome.status is OutcomeStatus.FLAGGED
    assert outcome.rounds.tolist() == list(range(1, 1601))
    assert outcome.n == 1600


@pytest.mark.parametrize("signal", COUNTED)
def test_bets_that_wander_are_not(signal: str) -> None:
    assert judge(signal, make_history(ignore_count, shoes=40)).status is OutcomeStatus.BELOW


@pytest.mark.parametrize("signal", ["CC1", "EDGE"])
def test_flat_bets_say_nothing(signal: str) -> None:
    outcome = judge(signal, make_history(bet_ten))
    assert (outcome.status, outcome.reason) == (OutcomeStatus.NOT_APPLICABLE, "flat_stakes")


@pytest.mark.parametrize("signal", [*COUNTED, "CC3"])
@pytest.mark.parametrize("rules", [Rules(decks="infinite"), Rules(reshuffle="every_round")])
def test_without_a_shoe_to_count_no_signal_applies(signal: str, rules: Rules) -> None:
    outcome = judge(signal, make_history(follow_count, rules=rules))
    assert (outcome.status, outcome.reason) == (OutcomeStatus.NOT_APPLICABLE, "no_count")


@pytest.mark.parametrize("signal", [*COUNTED, "CC3"])
def test_play_money_counts_nowhere(signal: str) -> None:
    marks = np.full(1600, int(DealMark.PLAY_MONEY | DealMark.LIVE))
    outcome = judge(signal, make_history(follow_count, shoes=40, marks=marks))
    assert outcome.status in {OutcomeStatus.NOT_APPLICABLE, OutcomeStatus.TOO_FEW}


@pytest.mark.parametrize("signal", [*COUNTED, "CC3", "CC4"])
def test_no_round_and_one_round_are_too_few(signal: str) -> None:
    assert judge(signal, History("p")).status is OutcomeStatus.TOO_FEW
    assert judge(signal, History("p", (RULES,), make_deals(1))).status is OutcomeStatus.TOO_FEW


def test_cc1_does_not_apply_to_a_shoe_for_each_round() -> None:
    history = make_history(follow_count)
    alone = replace(history, deals=replace(history.deals, shoe=history.deals.deal))
    assert judge("CC1", alone).reason == "one_round_per_shoe"


def test_cc1_leaves_deals_sat_out_of_its_pairs() -> None:
    history = make_history(follow_count)
    stakes = history.deals.stake.copy()
    stakes[::2] = 0
    outcome = judge("CC1", with_stakes(history, stakes))
    assert outcome.status is OutcomeStatus.TOO_FEW
    many = make_history(follow_count, shoes=20)
    stakes = many.deals.stake.copy()
    stakes[::2] = 0
    assert judge("CC1", with_stakes(many, stakes)).reason == "one_round_per_shoe"


def test_cc1_correlates_ranks_of_level_and_change() -> None:
    history = make_history(follow_count)
    deals, figures = history.deals, judge("CC1", history).figures
    counts = deals.running * 52 / deals.left
    level = stats.spearmanr(deals.stake, counts).statistic
    inside = np.diff(deals.shoe) == 0
    diff = stats.spearmanr(np.diff(deals.stake)[inside], np.diff(counts)[inside]).statistic
    pairs = int(inside.sum())
    assert figures["level"] == pytest.approx(level)
    assert figures["diff"] == pytest.approx(diff)
    assert figures["t"] == pytest.approx(diff * sqrt((pairs - 2) / (1 - diff**2)))


def test_the_gain_is_the_sum_of_stake_above_its_mean_times_worth() -> None:
    history = make_history(follow_count, seed=4)
    deals = history.deals
    stakes, counts = deals.stake / UNITS, deals.running * 52 / deals.left
    worth = WORTH.base + SLOPE * counts
    figures = judge("EDGE", history).figures
    assert figures["gain"] == pytest.approx(((stakes - stakes.mean()) * worth).sum())
    assert figures["cost"] == pytest.approx(100 * (stakes * worth).mean())
    assert figures["cost_low"] < figures["cost"] < figures["cost_high"]


def test_the_deviation_of_the_gain_is_that_of_stakes_dealt_to_other_shoes() -> None:
    """Shoes are exchangeable for stakes that don't follow the count: deal the stakes of each shoe to another's cards."""
    history = make_history(ignore_count, seed=9, shoes=300, rounds=30)
    deals, random = history.deals, np.random.default_rng(5)
    figures = judge("EDGE", history).figures
    deviation = (figures["bound"] - figures["expected"]) / 3.5
    stakes = (deals.stake / UNITS - (deals.stake / UNITS).mean()).reshape(300, 30)
    worth = SLOPE * (deals.running * 52 / deals.left).reshape(300, 30)
    gains = [float((stakes[random.permutation(300)] * worth).sum()) for _ in range(2000)]
    assert deviation == pytest.approx(float(np.std(gains)), rel=0.15)


def test_honest_gains_have_the_spread_that_the_bound_assumes() -> None:
    zs = [
        judge("EDGE", make_history(ignore_count, seed=seed, shoes=8)).figures["z"]
        for seed in range(200)
    ]
    assert abs(float(np.mean(zs))) < 0.25
    assert 0.85 < float(np.std(zs)) < 1.15
    assert max(zs) < 3.5


def test_better_rules_gain_nothing_by_themselves() -> None:
    """High bets where the rules are better, low ones elsewhere, each flat: nothing follows the count."""
    history = make_history(bet_ten)
    second = (np.arange(400) >= 200).astype(np.int64)
    stakes = np.where(second, 100 * UNITS, 10 * UNITS)
    deals = replace(history.deals, rules=second, stake=stakes)
    both = replace(history, deals=deals, rules=(RULES, Rules(decks=2)))
    assert judge("EDGE", both).reason == "flat_stakes"


def test_a_worth_that_is_not_computed_yet_is_a_reason() -> None:
    history = replace(make_history(follow_count), worth_of=lambda _rules: None)
    assert judge("EDGE", history).reason == "worth_unknown"


def test_deals_sat_out_are_stakes_of_nothing_for_edge() -> None:
    def back(counts: np.ndarray, _random: object) -> np.ndarray:
        return np.where(counts >= 1, 10.0, 0.0)

    outcome = judge("EDGE", make_history(back, shoes=60))
    assert outcome.status is OutcomeStatus.FLAGGED
    assert 0 < len(outcome.rounds) < outcome.n == 2400


def test_cc2_divides_the_mean_bets() -> None:
    history = make_history(follow_count, shoes=30)
    deals = history.deals
    counts = deals.running * 52 / deals.left
    ratio = deals.stake[counts >= 2].mean() / deals.stake[counts <= 0].mean()
    outcome = judge("CC2", history)
    assert outcome.figures["ratio"] == pytest.approx(ratio)
    assert outcome.figures["p"] < 0.0004


def test_cc2_needs_thirty_rounds_of_each() -> None:
    assert judge("CC2", make_history(follow_count, shoes=2)).status is OutcomeStatus.TOO_FEW


def test_a_few_large_bets_in_one_good_shoe_are_no_spread() -> None:
    history = make_history(bet_ten, seed=3)
    counts = history.deals.true_count.reshape(10, 40)
    best = int(np.argmax((counts >= 2).sum(axis=1)))
    stakes = history.deals.stake.copy()
    stakes[best * 40 : best * 40 + 40] *= 20
    outcome = judge("CC2", with_stakes(history, stakes))
    assert outcome.figures["ratio"] > 3
    assert outcome.figures["p"] > 0.005
    assert outcome.status is OutcomeStatus.BELOW


def live(history: History) -> History:
    marks = np.full(len(history.deals), int(DealMark.LIVE))
    return replace(history, deals=replace(history.deals, marks=marks))


def test_cc3_compares_shares_of_deals_sat_out() -> None:
    def leave(counts: np.ndarray, _random: object) -> np.ndarray:
        return np.where(counts <= -1, 0.0, 10.0)

    history = live(make_history(leave, shoes=15))
    outcome = judge("CC3", history)
    bad, good = history.deals.true_count <= -1, history.deals.true_count >= 1
    assert outcome.status is OutcomeStatus.FLAGGED
    assert (outcome.figures["bad"], outcome.figures["good"]) == (1, 0)
    table = [[bad.sum(), 0], [0, good.sum()]]
    assert outcome.figures["z"] ** 2 == pytest.approx(
        stats.chi2_contingency(table, correction=False).statistic
    )


def test_an_hour_away_during_a_bad_shoe_is_no_pattern() -> None:
    history = live(make_history(bet_ten, seed=3))
    counts = history.deals.true_count.reshape(10, 40)
    worst = int(np.argmax((counts <= -1).sum(axis=1)))
    stakes = history.deals.stake.copy()
    stakes[worst * 40 : worst * 40 + 40] = 0
    outcome = judge("CC3", with_stakes(history, stakes))
    assert outcome.figures["z"] > 4
    assert outcome.status is OutcomeStatus.BELOW


def make_ends(rows: int, changed: np.ndarray, running: np.ndarray) -> EarlyShoeEnds:
    return EarlyShoeEnds(
        np.arange(rows, dtype=float), running, np.full(rows, 156, np.int64), changed
    )


def test_cc3_compares_shoes_changed_early() -> None:
    running = np.tile([-6, 0, 6], 100)
    ends = make_ends(300, running < 0, running)
    history = replace(make_history(bet_ten), shoe_ends=ends)
    outcome = judge("CC3", history)
    assert outcome.status is OutcomeStatus.FLAGGED
    assert (outcome.figures["changed_bad"], outcome.figures["changed_good"]) == (1, 0)
    assert "shoe" in SIGNALS["CC3"].sentence(outcome)
    honest = make_ends(300, np.arange(300) % 7 == 0, running)
    assert judge("CC3", replace(history, shoe_ends=honest)).status is OutcomeStatus.BELOW


def make_decisions(rows: list[tuple[int, str, int]]) -> Decisions:
    """Decisions as (spot, verb, running count), four decks left, two a deal."""
    count = len(rows)
    return Decisions(
        row=np.arange(count) // 2,
        at=np.arange(count, dtype=float),
        think=np.full(count, 2.0),
        spot=np.array([row[0] for row in rows], np.int64),
        action=np.array([VERBS.index(row[1]) for row in rows], np.int64),
        advised=np.array([VERBS.index(row[1]) for row in rows], np.int64),
        running=np.array([row[2] for row in rows], np.int64),
        left=np.full(count, 208, np.int64),
        marks=np.zeros(count, np.int64),
    )


SIXTEEN = find_spot("hard 16", "T")


def index_player(*, insures: str = "insure", stands: str = "stand") -> History:
    high = [(-1, insures, 12), (SIXTEEN, stands, 1)] * 20
    low = [(-1, "decline", 11), (SIXTEEN, "hit", -1)] * 20
    return History("p", (RULES,), make_deals(40), make_decisions(high + low))


def test_cc4_flags_who_insures_and_stands_by_the_count() -> None:
    outcome = judge("CC4", index_player())
    assert outcome.status is OutcomeStatus.FLAGGED
    assert outcome.n == 80
    expected = stats.fisher_exact([[20, 0], [0, 20]], alternative="greater").pvalue
    assert outcome.figures["insurance_p"] == pytest.approx(expected)
    assert outcome.rounds.tolist() == list(range(1, 41))


def test_cc4_needs_both() -> None:
    assert judge("CC4", index_player(insures="decline")).status is OutcomeStatus.BELOW
    assert judge("CC4", index_player(stands="hit")).status is OutcomeStatus.BELOW
    half = index_player()
    only = replace(half, decisions=half.decisions.take(half.decisions.spot < 0))
    assert judge("CC4", only).status is OutcomeStatus.TOO_FEW


def test_cc4_leaves_out_what_the_house_played() -> None:
    history = index_player()
    marks = np.full(80, int(DecisionMark.BY_HOUSE))
    house = replace(history, decisions=replace(history.decisions, marks=marks))
    assert judge("CC4", house).status is OutcomeStatus.NOT_APPLICABLE


def test_a_look_has_its_own_rows_only() -> None:
    history = make_history(follow_count, shoes=80)
    signal = SIGNALS["CC1"]
    cut = cut_units(history, signal.unit, 2400, 3200)
    assert cut.deals.round.tolist() == list(range(2401, 3201))
    stakes = history.deals.stake.copy()
    stakes[::3] = 0
    sat_out = with_stakes(history, stakes)
    cut = cut_units(sat_out, signal.unit, 300, 600)
    assert cut.deals.played.sum() == 300
    assert cut.deals.played[0]


def test_a_look_renumbers_decisions_and_keeps_those_of_its_deals() -> None:
    history = index_player()
    cut = cut_units(history, SIGNALS["CC1"].unit, 10, 20)
    assert cut.deals.round.tolist() == list(range(11, 21))
    assert cut.decisions.row.tolist() == [row // 2 for row in range(20)]
    assert cut.decisions.at.tolist() == [float(at) for at in range(20, 40)]
    cut = cut_units(history, SIGNALS["CC4"].unit, 10, 15)
    assert cut.decisions.at.tolist() == [10, 11, 12, 13, 14]
    assert cut.deals.round.tolist() == [6, 7, 8]


def test_scores_name_the_family_of_counting() -> None:
    assert {SIGNALS[one].family for one in (*COUNTED, "CC3", "CC4")} == {"counting"}
