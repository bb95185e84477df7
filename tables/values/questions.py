"""Questions besides the analysis of rules: the cost of a limit of a round, the win of a card counter.

A question is a small JSON object; workers of the mathematics answer it once per set of rules and store the result. A
counter's rounds are split into parts, each a question of its own, so other tasks run in between.
"""

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from fractions import Fraction
from math import sqrt
from typing import Any, Final

from blackjack.actions import Action
from blackjack.amounts import MONEY_PLACES
from blackjack.bets import Bet
from blackjack.canonical import canonical_json, sha256_hex
from blackjack.cards import Card
from blackjack.deal import Deal
from blackjack.rules import Rules

Question = dict[str, Any]
Report = Callable[[float], None]
ROUND_LIMIT: Final = "round_limit"
COUNTER: Final = "counter"
DECISIONS: Final = "decisions"
EFFECTS: Final = "effects"
PARTS: Final = 10
ROUNDS_OF_A_PART: Final = 40_000


def round_limit_question(max_round: int, max_bet: int) -> Question:
    """Return the question: the cost of a limit of a round at the maximum bet."""
    return {"kind": ROUND_LIMIT, "bets": str(Fraction(max_round, max_bet))}


def counter_questions(highest: int, changes_after: int | None) -> list[Question]:
    """Return the questions, in parts: the win of a counter who bets 1 to `highest`."""
    common = {"kind": COUNTER, "highest": highest, "changes_after": changes_after}
    return [{**common, "part": part, "rounds": ROUNDS_OF_A_PART} for part in range(PARTS)]


def decisions_question(
    stakes: Iterable[tuple[int, int]], cards: Iterable[str], actions: Iterable[str]
) -> Question:
    """Return the question: the cost of each decision of a round. Stakes by box in units, cards in order, actions."""
    return {
        "kind": DECISIONS,
        "stakes": [list(one) for one in stakes],
        "cards": list(cards),
        "actions": list(actions),
    }


def effects_question() -> Question:
    """Return the question: the effects of removal, how the return changes with cards gone from the shoe."""
    return {"kind": EFFECTS}


def question_digest(rules: Rules, question: Question | None) -> str:
    """Return the key of the answer; for the analysis itself the digest of the rules."""
    if question is None:
        return rules.digest
    return sha256_hex(canonical_json({"rules": rules.digest, "question": question}))


@dataclass(frozen=True, slots=True)
class CounterWin:
    """A counter's win per round, in units of the minimum bet, its standard error, and the mean bet."""

    per_round: float
    error: float
    average_bet: float
    rounds: int


def combine_parts(parts: Iterable[dict[str, Any]]) -> CounterWin | None:
    """Combine the parts, which have equally many rounds and share no shoe; None without parts."""
    found = list(parts)
    if not found:
        return None
    count = len(found)
    return CounterWin(
        sum(one["per_round"] for one in found) / count,
        sqrt(sum(one["error"] ** 2 for one in found)) / count,
        sum(one["average_bet"] for one in found) / count,
        sum(one["rounds"] for one in found),
    )


def compute_answer(rules: Rules, question: Question, report: Report) -> dict[str, Any]:
    """Compute the answer; `report` gets the share done, and may raise to stop."""
    kinds = {
        ROUND_LIMIT: _round_limit,
        COUNTER: _counter,
        DECISIONS: _decisions,
        EFFECTS: _effects,
    }
    return kinds[question["kind"]](rules, question, report)


def _round_limit(rules: Rules, question: Question, report: Report) -> dict[str, Any]:
    from blackjack.analysis.result import analyse  # noqa: PLC0415 - only a worker needs numpy

    found = analyse(rules, round_limit=Fraction(question["bets"]), progress=report)
    return {"cost": found.round_limit_cost}


def _effects(rules: Rules, _question: Question, report: Report) -> dict[str, Any]:
    from blackjack.analysis.effects import compute_effects  # noqa: PLC0415 - as above

    return compute_effects(rules, report).to_dict()


def _decisions(rules: Rules, question: Question, report: Report) -> dict[str, Any]:
    from blackjack.analysis.worths import Worths  # noqa: PLC0415 - as above

    worths, cards = Worths(rules), [Card.parse(code) for code in question["cards"]]
    state = Deal.start(rules, [Bet(*one) for one in question["stakes"]], cards.__getitem__)
    costs = []
    for number, text in enumerate(question["actions"]):
        report(number / len(question["actions"]))
        action = Action.parse(text, MONEY_PLACES)
        costs.append(worths.cost(state, action))
        state = state.play(action)
    return {"costs": costs}


def _counter(rules: Rules, question: Question, report: Report) -> dict[str, Any]:
    from blackjack.analysis.result import analyse  # noqa: PLC0415 - as above
    from blackjack.simulation import CountingStrategy, Settings, simulate  # noqa: PLC0415 - as above

    counting = CountingStrategy(
        spread=(1, question["highest"]), changes_after=question["changes_after"]
    )
    found = simulate(
        rules,
        question["rounds"],
        question_digest(rules, question),
        analyse(rules, progress=lambda _share: report(0.0)).chart,
        Settings(counting=counting, processes=1),
        report,
    )
    won = found.counter
    if won is None or won.per_round.standard_error is None:
        raise ArithmeticError("a simulation of a counter says nothing of the counter")
    return {
        "per_round": won.per_round.value,
        "error": won.per_round.standard_error,
        "average_bet": won.average_bet,
        "rounds": question["rounds"],
    }
