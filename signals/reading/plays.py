"""Replay of a given round with the engine: its result, the cards seen, and what the chart says of each decision."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import lru_cache
from typing import Final

from blackjack.bets import smallest_unit
from blackjack.cards import Card
from blackjack.deal import Deal, Draw
from blackjack.rules import Rules
from blackjack.strategy import find_row
from signals.columns import VERBS, find_spot
from signals.deviations import Deviation, measure_deviation
from signals.playouts import Playout
from signals.reading.charts import compute_chart
from signals.reading.rounds import GivenDecision, GivenRound
from signals.reading.states import (
    BEFORE_PEEK,
    find_own,
    is_own,
    parse_action,
    play_states,
)
from signals.worths import HI_LO

_VERB: Final = {verb: place for place, verb in enumerate(VERBS)}
_UPCARDS: Final = ("A", "2", "3", "4", "5", "6", "7", "8", "9", "T")


@dataclass(frozen=True, slots=True)
class Decided:
    """A decision of the player with the cards seen before it, in this deal: their Hi-Lo count and how many were dealt."""

    given: GivenDecision
    spot: int
    action: int
    advised: int
    count: int
    drawn: int


@dataclass(frozen=True, slots=True)
class ReplayedRound:
    """A replayed round: money in units of 10^-4 USD, the cards that were shown, and the player's decisions.

    `deviations` has those that differ from the chart, by their place in `decided`; `nets` what came back less the stakes,
    by box.
    """

    stake: int
    staked: int
    returned: int
    shown: tuple[Card, ...]
    decided: tuple[Decided, ...]
    deviations: tuple[tuple[int, Deviation], ...] = ()
    nets: Mapping[int, int] = field(default_factory=dict)


def count_cards(cards: Sequence[Card | None]) -> int:
    """Hi-Lo count of the cards that were seen."""
    return sum(HI_LO[card.value - 1] for card in cards if card is not None)


def replay_given(given: GivenRound, gone: Sequence[int] | None = None) -> ReplayedRound:
    """Replay a round in which the player bet. Raises UnreplayableError, which says what does not fit.

    `gone` counts the cards seen to leave the shoe before, by `Card.index`; without it no deviation is measured.
    """
    unit = smallest_unit(given.rules)
    states, decisions = play_states(given, unit)
    end, given = states[-1], replace(given, decisions=decisions)
    decided, own = _read_decisions(given, states), find_own(given)
    return ReplayedRound(
        sum(given.stakes.values()) + sum(given.behind.values()),
        sum(end.staked(*place) for place in own.items()) // unit,
        sum(end.returned(*place) or 0 for place in own.items()) // unit,
        end.cards,
        decided,
        () if gone is None else tuple(_measure(given, states, decided, gone)),
        {
            box: ((end.returned(box, one) or 0) - end.staked(box, one)) // unit
            for box, one in own.items()
        },
    )


def _measure(
    given: GivenRound, states: Sequence[Deal], decided: Sequence[Decided], gone: Sequence[int]
) -> Iterator[tuple[int, Deviation]]:
    """Yield what decisions gained that differ from the chart; early ones and the house's are left out."""
    own, draw = find_own(given), _draw_known(given)
    turns = [state for state in states if is_own(state, own)]
    unit = smallest_unit(given.rules)
    for place, (state, one) in enumerate(zip(turns, decided, strict=True)):
        if one.action != one.advised and not one.given.marks:
            action, known = parse_action(one.given.action, unit), replace(state, draw=draw)
            yield place, measure_deviation(known, action, find_playout(given.rules), own, gone)


def _draw_known(given: GivenRound) -> Draw:
    """Draw cards of the deal and those that would have followed. Raises LookupError for a card that nobody knows."""
    cards = (*given.cards, *given.following)

    def draw(k: int) -> Card:
        card = cards[k]
        if card is None:
            raise LookupError(k)
        return card

    return draw


def _read_decisions(given: GivenRound, states: Sequence[Deal]) -> tuple[Decided, ...]:
    weights = [0 if card is None else HI_LO[card.value - 1] for card in given.cards]
    counts = [0]
    for weight in weights:
        counts.append(counts[-1] + weight)
    found = []
    for state, decision in zip(states, given.decisions, strict=False):
        if decision.marks is not None:
            hidden = state.face_down
            down = 0 if hidden is None or hidden >= state.cards_drawn else weights[hidden]
            found.append(_describe(state, decision, counts[state.cards_drawn] - down))
    return tuple(found)


def _describe(state: Deal, decision: GivenDecision, count: int) -> Decided:
    verb = decision.action.partition(":")[0]
    box, place = state.in_turn
    if state.phase == "before_peek" and verb in BEFORE_PEEK:
        spot = -1
    else:
        spot = find_spot(find_row(box.hands[place]), _UPCARDS[state.dealer[0].value - 1])
    advised = find_playout(state.rules).advise(state).verb
    return Decided(decision, spot, _VERB[verb], _VERB[advised], count, state.cards_drawn)


@lru_cache(maxsize=256)
def find_playout(rules: Rules) -> Playout:
    """Return play by the chart of these rules."""
    return Playout(rules, compute_chart(rules))
