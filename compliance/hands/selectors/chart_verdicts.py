"""Verdicts of the strategy chart on decisions, from the stored mathematics of the round's rules.

The chart ignores balance and limits: it may advise a double the player could not afford.
"""

from dataclasses import dataclass

from blackjack.actions import Action
from blackjack.deal import Deal
from blackjack.strategy import Chart, advise
from casino.models import Decision
from casino.values.charts import read_chart
from tables.models import Mathematics
from wallet.money.values import SCALE_DIGITS, Money


@dataclass(frozen=True, slots=True)
class ChartVerdict:
    """The best action, whether it was taken, and the average cost of the action taken, if known."""

    best: str
    agrees: bool
    cost: Money | None = None


def verdicts_by_step(
    mathematics: Mathematics | None, states: list[Deal], decisions: list[Decision], currency: str
) -> dict[int, ChartVerdict]:
    """Return the verdict on each decision by its step; empty if the chart has not been computed."""
    chart = read_chart(mathematics)
    if chart is None or mathematics is None:
        return {}
    return {
        made.step: _verdict(chart, mathematics, states[made.step], made, currency)
        for made in decisions
        if made.step < len(states)
    }


def _verdict(
    chart: Chart, mathematics: Mathematics, before: Deal, made: Decision, currency: str
) -> ChartVerdict:
    best = advise(chart, before)
    action = Action.parse(made.action, SCALE_DIGITS)
    if action.verb == best.verb:
        return ChartVerdict(best.verb, agrees=True)
    cost = _insurance_cost(mathematics, made, currency) if action.verb == "insure" else None
    return ChartVerdict(best.verb, agrees=False, cost=cost)


def _insurance_cost(mathematics: Mathematics, made: Decision, currency: str) -> Money | None:
    """Average cost of insuring, with a fresh shoe."""
    found = (mathematics.result or {}).get("insurance")
    if not found:
        return None
    return Money(round((1 - found["rtp"]) * made.amount), currency)
