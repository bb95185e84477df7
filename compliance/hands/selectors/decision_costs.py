"""Average cost of each decision of a finished hand; a worker computes it once, on request.

Based on the hand's own cards and the upcard in a fresh shoe (`blackjack.analysis.worths`).
"""

from dataclasses import dataclass

from casino.rounds.selectors.hand_facts import RoundFacts
from tables.models import Mathematics
from tables.values import questions
from tables.values.questions import Question
from wallet.money.values import Money

_UNFINISHED = (Mathematics.State.WAITING, Mathematics.State.RUNNING)


@dataclass(frozen=True, slots=True)
class DecisionCosts:
    """State of the computation: not requested, running, failed, or done with a cost per decision."""

    askable: bool = False
    unfinished: bool = False
    failed: bool = False
    each: list[Money] | None = None

    @property
    def total(self) -> Money | None:
        if not self.each:
            return None
        return sum(self.each[1:], self.each[0])


def build_question(hand: RoundFacts) -> Question | None:
    """Return the question for the worker; None for a running hand, without decisions, or without a replay."""
    if hand.running or not hand.decisions or not hand.states:
        return None
    last = hand.states[-1]
    return questions.decisions_question(
        [(bet.box, bet.stake) for bet in hand.bets],
        [str(last.draw(number)) for number in range(last.cards_drawn)],
        [made.action for made in hand.decisions],
    )


def load_costs(hand: RoundFacts) -> DecisionCosts:
    """Return the costs, or the state of their computation. One query."""
    question = build_question(hand)
    if question is None:
        return DecisionCosts()
    digest = questions.question_digest(hand.round.version.rules, question)
    row = Mathematics.objects.filter(digest=digest).first()
    if row is None or row.state == Mathematics.State.CANCELLED:
        return DecisionCosts(askable=True)
    if row.state in _UNFINISHED:
        return DecisionCosts(unfinished=True)
    if not row.result:
        return DecisionCosts(askable=True, failed=True)
    each = [hand.round.money(round(cost)) for cost in row.result["costs"]]
    return DecisionCosts(each=each)
