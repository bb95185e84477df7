"""Decisions of a hand: time, thinking time, who decided, device, verdict of the chart."""

from dataclasses import dataclass
from datetime import datetime, timedelta

from casino.models import Decision, Origin
from casino.rounds.selectors.hand_facts import RoundFacts
from casino.rounds.words.labels import action_label, verb_label
from casino.rounds.words.replay import describe_situation
from compliance.hands.selectors.chart_verdicts import ChartVerdict, verdicts_by_step
from tables.models import Mathematics
from wallet.money.values import Money


@dataclass(frozen=True, slots=True)
class HandDecisionLine:
    """One decision of a hand.

    `thought` is the time since the deal or the decision before; it says nothing about an `early` decision, which was
    chosen before the turn. `elsewhere` is the device if it differs from that of the bet.
    """

    step: int
    at: datetime
    thought: timedelta
    action: str
    about: str
    added: Money
    by_house: bool
    early: bool
    elsewhere: Origin | None
    hint: str
    best: str
    agrees: bool
    cost: Money | None

    @property
    def seconds(self) -> float:
        """Thinking time in seconds."""
        return max(0.0, self.thought.total_seconds())


def decision_lines(
    hand: RoundFacts, mathematics: Mathematics | None, costs: list[Money] | None = None
) -> list[HandDecisionLine]:
    """Return the decisions of a hand in order.

    Verdicts are empty without a chart; `costs` are the computed ones by step, if known.
    """
    found = verdicts_by_step(mathematics, hand.states, hand.decisions, hand.round.currency)
    lines, before = [], hand.round.started_at
    for made in hand.decisions:
        verdict = found.get(made.step)
        lines.append(
            HandDecisionLine(
                step=made.step + 1,
                at=made.made_at,
                thought=made.made_at - before,
                action=action_label(made.action),
                about=describe_situation(hand, made.step),
                added=hand.round.money(made.amount),
                by_house=made.by_house,
                early=made.early,
                elsewhere=_elsewhere(made),
                hint=verb_label(hand.hints.get(made.step, "")),
                best=verb_label(verdict.best) if verdict else "",
                agrees=verdict is not None and verdict.agrees,
                cost=costs[made.step] if costs else _estimated_cost(verdict),
            )
        )
        before = made.made_at
    return lines


def _estimated_cost(verdict: ChartVerdict | None) -> Money | None:
    return verdict.cost if verdict else None


def _elsewhere(made: Decision) -> Origin | None:
    return made.origin if made.origin_id is not None else None
