"""Published figures, and relations between the figures of any rules."""

import re
from fractions import Fraction
from typing import Any

import pytest

from blackjack.analysis.result import Analysis, analyse
from blackjack.analysis.side import analyse_insurance, analyse_side_bet
from blackjack.presets import PRESETS, rules_from
from tests.blackjack.analysis.known import analysis, cost_of_limit
from tests.exhaustive import slow_but_every

EIGHT = {"decks": 8, "max_splits": 1, "max_ace_splits": 1, "surrender": "none"}
CHECKPOINTS: list[tuple[str, dict[str, Any], float, float | None]] = [
    ("ligalo", {}, 99.716146, 99.714994),
    ("atlantic_city", {}, 99.669732, 99.668296),
    ("casino_floor", {}, 99.767813, 99.767023),
    ("live", {}, 99.492841, 99.490962),
    ("friendly", {"surrender_after_split": False, "split_tens_natural": False}, 100.169494, 100.143551),
    ("ligalo", {"hit_split_aces": False, "max_ace_splits": 1}, 99.472808, 99.471665),
    ("atlantic_city", EIGHT, 99.514220, 99.512325),
    ("atlantic_city", {**EIGHT, "hole_card": "not_dealt", "peek": "never"}, 99.404446, 99.402175),
    ("atlantic_city", {"surrender": "none", "blackjack_pays": "6:5"}, 98.237440, None),
    ("ligalo", {"decks": "infinite", "max_ace_splits": 1, "double_split_aces": False}, 99.557771, 99.557771),
]  # fmt: skip
TOLERANCE = 0.000002
"""Percent: the published figures have six decimals, and ours differ at most in the last one."""


def found(preset: str, **changes: Any) -> Analysis:
    return analysis(rules_from({"preset": preset, **changes}))


@pytest.mark.parametrize(
    ("preset", "changes", "by_cards", "by_chart"), slow_but_every(3, CHECKPOINTS)
)
def test_a_checkpoint_is_met(
    preset: str, changes: dict[str, Any], by_cards: float, by_chart: float | None
) -> None:
    result = found(preset, **changes)
    assert 100 * result.rtp == pytest.approx(by_cards, abs=TOLERANCE)
    if by_chart is not None:
        assert 100 * result.rtp_total_dependent == pytest.approx(by_chart, abs=TOLERANCE)


def test_insurance_and_side_bets_return_what_was_published() -> None:
    live = PRESETS["live"]
    returns = {name: float(100 * analyse_side_bet(live, name).returns) for name in live.side_bets}
    assert returns == {
        "player_pair": pytest.approx(95.903614, abs=TOLERANCE),
        "dealer_pair": pytest.approx(95.903614, abs=TOLERANCE),
        "21+3": pytest.approx(96.296087, abs=TOLERANCE),
        "top_3": pytest.approx(91.000255, abs=TOLERANCE),
    }
    for decks, expected in ((6, 92.604502), (8, 92.530120)):
        rules = rules_from({"decks": decks})
        assert float(100 * analyse_insurance(rules).returns) == pytest.approx(expected, abs=TOLERANCE)  # fmt: skip


def test_side_bets_of_one_deck_know_that_no_card_is_there_twice() -> None:
    rules = rules_from({"preset": "live", "decks": 1})
    pair = analyse_side_bet(rules, "player_pair")
    assert pair.outcomes == {
        "perfect": 0, "coloured": Fraction(1, 51), "mixed": Fraction(2, 51),
    }  # fmt: skip
    assert analyse_side_bet(rules, "21+3").outcomes["suited_trips"] == 0
    assert analyse_side_bet(rules, "21+3").outcomes["straight_flush"] == Fraction(48, 22100)


@pytest.mark.parametrize("preset", PRESETS)
def test_the_spread_is_that_of_the_return(preset: str) -> None:
    result = found(preset)
    assert sum(result.outcomes.values()) == pytest.approx(1, abs=1e-12)
    mean = sum(net * chance for net, chance in result.outcomes.items())
    assert mean == pytest.approx(result.rtp - 1, abs=1e-6)
    assert result.spread_error < 1e-6
    assert 1 < result.standard_deviation < 1.3
    assert max(result.outcomes) <= result.max_payout / 2


def test_a_spread_without_splits_is_exact() -> None:
    result = found("friendly", max_splits=0, max_ace_splits=0, surrender="early", peek="never")
    assert result.spread_error < 1e-15
    assert result.split_rounds == 0


BETTER: list[tuple[str, Any, Any]] = [
    ("soft_17", "hit", "stand"),
    ("double_after_split", False, True),
    ("double_on", "10-11", "9-11"),
    ("double_on", "9-11", "any"),
    ("surrender", "none", "late"),
    ("surrender", "late", "early"),
    ("max_splits", 0, 1),
    ("max_splits", 1, 3),
    ("hit_split_aces", False, True),
    ("double_split_aces", False, True),
    ("split_tens_natural", False, True),
    ("surrender_after_split", False, True),
    ("blackjack_pays", "6:5", "3:2"),
    ("charlie", None, 5),
    ("split_by", "rank", "value"),
    ("decks", 8, 2),
]


@pytest.mark.parametrize(("field", "worse", "better"), slow_but_every(20, BETTER))
def test_rules_that_favour_the_player_never_lower_the_return(
    field: str, worse: Any, better: Any
) -> None:
    assert found("ligalo", **{field: better}).rtp >= found("ligalo", **{field: worse}).rtp - 1e-12


@pytest.mark.parametrize(
    "takes", slow_but_every(3, ["all_bets", "all_but_doubles", "original_bet"])
)
def test_after_a_full_peek_the_blackjack_rule_has_no_effect(takes: str) -> None:
    assert found("ligalo", dealer_blackjack_takes=takes).rtp == found("ligalo").rtp


@pytest.mark.slow
def test_an_unpeeked_blackjack_takes_more_or_less() -> None:
    never = {"peek": "never", "hole_card": "not_dealt"}
    returns = [
        found("ligalo", **never, dealer_blackjack_takes=takes).rtp
        for takes in ("all_bets", "all_but_doubles", "original_bet")
    ]
    assert returns == sorted(returns)
    # Late surrender loses the original bet to an unpeeked blackjack, as behind a peek: the returns
    # are equal.
    assert returns[-1] == pytest.approx(found("ligalo").rtp, abs=1e-12)


@pytest.mark.slow
def test_a_chart_never_returns_more_than_the_play_that_sees_the_cards() -> None:
    for preset in PRESETS:
        result = found(preset)
        assert result.rtp_total_dependent <= result.rtp
        assert result.house_edge == 1 - result.rtp_total_dependent


@pytest.mark.slow
def test_inverted_results_are_played_to_lose() -> None:
    result = found("ligalo", inverted=True)
    assert result.rtp > 1.2
    assert result.rtp_total_dependent <= result.rtp
    assert sum(net * chance for net, chance in result.outcomes.items()) == pytest.approx(
        result.rtp - 1, abs=1e-4
    )


@pytest.mark.slow
def test_a_limit_of_the_round_costs_what_it_forbids() -> None:
    rules = PRESETS["ligalo"]
    costs = [cost_of_limit(rules, bets).cost for bets in (1, 2, 3, 4, 6, 8)]
    assert costs == sorted(costs, reverse=True)
    bare = found("ligalo", double_on="never", max_splits=0, max_ace_splits=0)
    assert costs[0] == pytest.approx(found("ligalo").rtp - bare.rtp, abs=1e-12)
    assert costs[-1] == 0


@pytest.mark.slow
@pytest.mark.parametrize(
    "fields",
    [
        {},
        {"decks": 1},
        {"preset": "live"},
        {"preset": "friendly"},
        {"decks": "infinite", "inverted": True, "surrender": "none"},
    ],
)
def test_a_limit_of_two_bets_is_the_game_of_one_split_without_doubles_after_it(
    fields: dict[str, Any],
) -> None:
    """Once a pair is split, no money is left for a double: equal to another rule set under best play."""
    rules = rules_from(fields)
    once = {"max_splits": min(1, rules.max_splits), "max_ace_splits": min(1, rules.max_ace_splits)}
    other = rules_from({**fields, **once, "double_after_split": False})
    limited = cost_of_limit(rules, 2)
    assert limited.cost == pytest.approx(analysis(rules).rtp - analysis(other).rtp, abs=1e-12)
    assert limited.least == limited.cost == limited.most


@pytest.mark.slow
def test_the_answer_has_the_cost_of_its_limit_and_says_that_it_is_exact() -> None:
    limited = analysis(PRESETS["ligalo"], Fraction(2))
    assert limited.round_limit_cost == cost_of_limit(PRESETS["ligalo"], 2).cost
    assert "round_limit_cost: exact." in limited.notes


@pytest.mark.slow
def test_a_limit_between_states_the_least_and_the_most_that_it_costs() -> None:
    limited = analysis(PRESETS["ligalo"], Fraction(7, 2))
    note, left_over = (note for note in limited.notes if note.startswith("round_limit_cost"))
    least, most = (float(cost) for cost in re.findall(r"\d\.\d+e-\d+", note))
    assert 0 < least < (limited.round_limit_cost or 0) < most
    assert "3.5 bets is taken as one of 3" in left_over


def test_a_progress_callback_can_stop_the_analysis() -> None:
    told: list[float] = []

    def stop(share: float) -> None:
        told.append(share)
        if len(told) == 3:
            raise InterruptedError

    with pytest.raises(InterruptedError):
        analyse(PRESETS["ligalo"], progress=stop)
    assert told == pytest.approx([0.1, 0.2, 0.3])
