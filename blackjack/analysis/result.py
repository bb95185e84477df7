"""Complete analysis of a rule set: `analyse`."""

from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from math import sqrt
from typing import Any

from blackjack.analysis.chart import ChartSearch
from blackjack.analysis.charting import build_chart
from blackjack.analysis.play import BestByCards, Played
from blackjack.analysis.round_limit import RoundLimitCost, round_limit_cost
from blackjack.analysis.side import SideBet, analyse_insurance, analyse_side_bet
from blackjack.analysis.spread import compute_spread
from blackjack.analysis.stock import VALUES, Stock
from blackjack.analysis.table import AnalysisTable
from blackjack.analysis.upcard import Upcard
from blackjack.bets import Bet, smallest_unit
from blackjack.extremes import maximum_payout
from blackjack.rules import Rules
from blackjack.strategy import Chart

Progress = Callable[[float], None]

_OF_DEVIATION, _OF_CHANCE = 0.05, 0.02
"""Error bounds of deviation and probabilities, times the share of split rounds; see docs/mathematics.md."""

_ROUNDING = 1e-12
"""Bound of the rounding error of sums of probabilities."""


@dataclass(frozen=True)
class Analysis:
    """Results for a rule set, per unit of the original bet unless named otherwise; defined in docs/mathematics.md.

    `rtp` is for best play that sees every card of the hand, `rtp_total_dependent` for `chart`.
    `outcomes` are the probabilities of net results under `rtp` play. `round_limit_cost` is None
    without a limit.
    """

    rules: Rules
    rtp: float
    rtp_total_dependent: float
    average_wager: float
    standard_deviation: float
    outcomes: Mapping[float, float]
    split_rounds: float
    spread_error: float
    insurance: SideBet | None
    side_bets: Mapping[str, SideBet]
    max_payout: Fraction
    chart: Chart
    round_limit: Fraction | None = None
    round_limit_cost: float | None = None
    notes: tuple[str, ...] = field(default=())

    @property
    def house_edge(self) -> float:
        """The house edge against the chart."""
        return 1 - self.rtp_total_dependent

    @property
    def rtp_of_total_staked(self) -> float:
        """Return per unit of all money staked."""
        return 1 + (self.rtp - 1) / self.average_wager

    def to_dict(self) -> dict[str, Any]:
        """Return everything, ready for JSON; returns and probabilities are fractions of 1."""
        return {
            "digest": self.rules.digest,
            "rtp": self.rtp,
            "rtp_total_dependent": self.rtp_total_dependent,
            "house_edge": self.house_edge,
            "average_wager": self.average_wager,
            "rtp_of_total_staked": self.rtp_of_total_staked,
            "standard_deviation": self.standard_deviation,
            "outcomes": {f"{result:g}": chance for result, chance in self.outcomes.items()},
            "round_limit_cost": self.round_limit_cost,
            "insurance": None if self.insurance is None else _describe_side_bet(self.insurance),
            "side_bets": {name: _describe_side_bet(bet) for name, bet in self.side_bets.items()},
            "max_payout": float(self.max_payout),
            "notes": list(self.notes),
        }


def _describe_side_bet(bet: SideBet) -> dict[str, Any]:
    return {
        "rtp": float(bet.returns),
        "hit_frequency": float(bet.hit_frequency),
        "outcomes": {outcome: float(chance) for outcome, chance in bet.outcomes.items()},
    }


def analyse(
    rules: Rules, round_limit: Fraction | None = None, progress: Progress | None = None
) -> Analysis:
    """Analyse these rules for one box that plays a fresh shoe alone.

    `round_limit` is a box's maximum stake in a round, in units of its bet. `progress` is called
    with the share done and may raise to stop.
    """
    searches, best = [], []
    for upcard in _upcards(AnalysisTable(rules, Stock.from_rules(rules))):
        best.append(Played(upcard, BestByCards(upcard)))
        search = ChartSearch(upcard)
        search.run()
        searches.append(search)
        if progress is not None:
            progress(len(best) / VALUES)
    return _gather_analysis(rules, best, searches, round_limit)


def _upcards(table: AnalysisTable) -> Iterator[Upcard]:
    return (Upcard(table, upcard) for upcard in range(VALUES))


def _gather_analysis(
    rules: Rules, best: list[Played], searches: list[ChartSearch], round_limit: Fraction | None
) -> Analysis:
    table = best[0].upcard.table
    outcomes = _outcomes(best)
    mean, deviation = _moments(outcomes)
    net = _mean(best)
    sign = table.sign
    unit = smallest_unit(rules)
    limited = None if round_limit is None else round_limit_cost(rules, best, round_limit)
    split_rounds, spread_error = _split_rounds(best), abs(mean - net)
    return Analysis(
        rules=rules,
        rtp=1 + sign * net,
        rtp_total_dependent=1 + sign * _mean([search.played for search in searches]),
        average_wager=sum(one.upcard.chance * one.worth.staked for one in best),
        standard_deviation=deviation,
        outcomes={
            sign * result + 0.0: chance
            for result, chance in sorted(outcomes.items(), key=lambda one: sign * one[0])
        },
        split_rounds=split_rounds,
        spread_error=spread_error,
        insurance=analyse_insurance(rules)
        if rules.naturals and rules.insurance != "none"
        else None,
        side_bets={name: analyse_side_bet(rules, name) for name in rules.side_bets},
        max_payout=Fraction(maximum_payout(rules, Bet(1, unit)), unit),
        chart=build_chart(searches),
        round_limit=round_limit,
        round_limit_cost=None if limited is None else limited.cost,
        notes=(_spread_note(split_rounds, spread_error), *_notes(rules, round_limit, limited)),
    )


def _mean(played: list[Played]) -> float:
    return sum(one.upcard.chance * one.worth.net for one in played)


def _outcomes(played: list[Played]) -> dict[float, float]:
    found: defaultdict[float, float] = defaultdict(float)
    for one in played:
        for result, chance in compute_spread(one).items():
            found[result] += one.upcard.chance * chance
    return {result: chance for result, chance in found.items() if chance > 0}


def _moments(outcomes: Mapping[float, float]) -> tuple[float, float]:
    mean = sum(result * chance for result, chance in outcomes.items())
    return mean, sqrt(sum((result - mean) ** 2 * chance for result, chance in outcomes.items()))


def _split_rounds(played: list[Played]) -> float:
    return sum(
        one.upcard.chance * kind.pair.chance
        for one in played
        for kinds in one.splits.values()
        for kind in kinds
        if kind.is_split
    )


def _spread_note(split_rounds: float, spread_error: float) -> str:
    return (
        "standard_deviation, outcomes: hands of one split are taken as independent once the dealer's end is known; all "
        f"else in them is exact. {split_rounds:.2%} of rounds are split. By what was counted and played "
        f"(docs/mathematics.md) the standard deviation is off by {_OF_DEVIATION * split_rounds:.4f} at most and a chance by "
        f"{_OF_CHANCE * split_rounds:.5f}; the mean of outcomes is off by {max(spread_error, _ROUNDING):.1e} at most."
    )


def _notes(rules: Rules, limit: Fraction | None, limited: RoundLimitCost | None) -> tuple[str, ...]:
    found = []
    if rules.double_for_less:
        found.append(
            "double_for_less: a smaller double is never better than a whole one or none; it changes nothing."
        )
    if rules.even_money and rules.naturals:
        found.append("even_money: an insurance of a natural, and like insurance never taken here.")
    if limit is not None and limited is not None:
        found.append(
            "round_limit_cost: exact."
            if limited.least == limited.most
            else "round_limit_cost: how often several hands of one split want to be doubled beyond the limit takes these hands "
            f"as independent; the cost is at least {limited.least:.3e} and at most {limited.most:.3e}, whatever they are."
        )
        if limit != int(limit):
            found.append(
                f"round_limit_cost: a limit of {float(limit):g} bets is taken as one of {int(limit)}; what is left over is "
                "less than a bet, and a double for less with it is not counted."
            )
    return tuple(found)
