"""Replay of a given round with the engine: its result, the cards seen, and what the chart says of each decision."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import lru_cache
from math import nan
from typing import Final

from blackjack.actions import Action, IllegalAction
from blackjack.amounts import MONEY_PLACES, decimal_text
from blackjack.bets import FIRST, Behind, Bet, BetError, smallest_unit
from blackjack.cards import Card
from blackjack.deal import Deal, Draw
from blackjack.replay import OutOfCardsError
from blackjack.rules import Rules
from blackjack.strategy import find_row
from signals.columns import VERBS, find_spot
from signals.deviations import Deviation, measure_deviation
from signals.playouts import Playout
from signals.reading.charts import compute_chart
from signals.reading.rounds import GivenDecision, GivenRound
from signals.worths import HI_LO

_VERB: Final = {verb: place for place, verb in enumerate(VERBS)}
_BEFORE_PEEK: Final = frozenset({"insure", "decline", "even_money"})
_UPCARDS: Final = ("A", "2", "3", "4", "5", "6", "7", "8", "9", "T")
_NO_BLACKJACK: Final = Card.parse("2C")
"""Replaces a hole card that nobody saw. A card that made a blackjack would have been shown."""


class UnreplayableError(ValueError):
    """A round whose bets, cards and decisions do not fit together."""


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
    try:
        states, decisions = _play_states(given, unit)
    except (BetError, OutOfCardsError) as error:
        raise UnreplayableError(str(error)) from error
    end, given = states[-1], replace(given, decisions=decisions)
    _check_end(given, end)
    decided, own = _read_decisions(given, states), _own(given)
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


def _own(given: GivenRound) -> dict[int, int]:
    """The player's bettor number by box."""
    return dict.fromkeys(given.stakes, FIRST) | dict.fromkeys(given.behind, FIRST + 1)


def _is_own(state: Deal, own: Mapping[int, int]) -> bool:
    return state.turn is not None and own.get(state.turn.box) == state.turn.bettor


def _measure(
    given: GivenRound, states: Sequence[Deal], decided: Sequence[Decided], gone: Sequence[int]
) -> Iterator[tuple[int, Deviation]]:
    """Yield what decisions gained that differ from the chart; early ones and the house's are left out."""
    own, draw = _own(given), _draw_known(given)
    turns = [state for state in states if _is_own(state, own)]
    unit = smallest_unit(given.rules)
    for place, (state, one) in enumerate(zip(turns, decided, strict=True)):
        if one.action != one.advised and not one.given.marks:
            action, known = _parse_action(one.given.action, unit), replace(state, draw=draw)
            yield place, measure_deviation(known, action, find_playout(given.rules), own, gone)


def _play_states(
    given: GivenRound, unit: int
) -> tuple[tuple[Deal, ...], tuple[GivenDecision, ...]]:
    """All states of the deal with the decision of each. Stakes are multiplied by `unit`, so that every payout is whole.

    Offers before the peek that the file says nothing of were declined.
    """
    states = [Deal.start(given.rules, _place_bets(given, unit), _draw_from(given.cards))]
    made: list[GivenDecision] = []

    def play(decision: GivenDecision) -> None:
        made.append(decision)
        states.append(_play_decision(states[-1], decision.action, unit))

    for decision in given.decisions:
        while _is_offer_passed_over(states[-1], decision.action):
            play(_decline(given, states[-1]))
        if states[-1].complete:
            raise UnreplayableError("the deal is over, and decisions are left")
        play(decision)
    while _is_offer_passed_over(states[-1], ""):
        play(_decline(given, states[-1]))
    if not states[-1].complete:
        legal = ", ".join(states[-1].legal_actions)
        raise UnreplayableError(f"a decision is missing: legal are {legal}")
    return tuple(states), tuple(made)


def _is_offer_passed_over(state: Deal, action: str) -> bool:
    """Whether this decision can only come after an offer before the peek was declined."""
    verb = action.partition(":")[0]
    return (
        state.phase == "before_peek"
        and "decline" in state.legal_actions
        and verb not in {*state.legal_actions, *_BEFORE_PEEK}
    )


def _decline(given: GivenRound, state: Deal) -> GivenDecision:
    return GivenDecision("decline", nan, nan, 0 if _is_own(state, _own(given)) else None)


def _play_decision(state: Deal, text: str, unit: int) -> Deal:
    try:
        return state.play(_parse_action(text, unit))
    except IllegalAction as error:
        legal = f"legal are {', '.join(state.legal_actions)}"
        if error.amounts is not None:
            legal = f"the amount must be at most {decimal_text(error.amounts[1] // unit)}"
        raise UnreplayableError(f"{text:.40}: {legal}") from error


def _place_bets(given: GivenRound, unit: int) -> list[Bet]:
    own = [
        Bet(
            box,
            stake * unit,
            {name: one * unit for name, one in given.side_bets.get(box, {}).items()},
        )
        for box, stake in given.stakes.items()
    ]
    behind = {box: (Behind(stake * unit),) for box, stake in given.behind.items()}
    return own + [
        Bet(box, stake * unit, behind=behind.get(box, ())) for box, stake in given.others.items()
    ]


def _parse_action(text: str, unit: int) -> Action:
    action = Action.parse(text, MONEY_PLACES)
    if action.amount is None:
        return action
    return Action(action.verb, action.amount * unit, action.staying)


def _draw_from(cards: Sequence[Card | None]) -> Draw:
    def draw(k: int) -> Card:
        if k >= len(cards):
            raise OutOfCardsError(k + 1)
        return cards[k] or _NO_BLACKJACK

    return draw


def _draw_known(given: GivenRound) -> Draw:
    """Draw cards of the deal and those that would have followed. Raises LookupError for a card that nobody knows."""
    cards = (*given.cards, *given.following)

    def draw(k: int) -> Card:
        card = cards[k]
        if card is None:
            raise LookupError(k)
        return card

    return draw


def _check_end(given: GivenRound, end: Deal) -> None:
    if len(given.cards) != end.cards_drawn:
        raise UnreplayableError(
            f"it takes {end.cards_drawn} cards, and {len(given.cards)} are given"
        )
    unknown = [place for place, card in enumerate(given.cards) if card is None]
    if unknown not in ([], [end.face_down]):
        raise UnreplayableError("a card that was shown is not given")


def _read_decisions(given: GivenRound, states: Sequence[Deal]) -> tuple[Decided, ...]:
    weights = [0 if card is None else HI_LO[card.value - 1] for card in given.cards]
    counts = [0]
    for weight in weights:
        counts.append(counts[-1] + weight)
    found, places = [], _own(given)
    for state, decision in zip(states, given.decisions, strict=False):
        own = _is_own(state, places)
        if own != (decision.marks is not None):
            whose = "the player's" if own else "another player's"
            raise UnreplayableError(f"{decision.action:.20}: the turn is {whose}")
        if own:
            hidden = state.face_down
            down = 0 if hidden is None or hidden >= state.cards_drawn else weights[hidden]
            found.append(_describe(state, decision, counts[state.cards_drawn] - down))
    return tuple(found)


def _describe(state: Deal, decision: GivenDecision, count: int) -> Decided:
    verb = decision.action.partition(":")[0]
    box, place = state.in_turn
    if state.phase == "before_peek" and verb in _BEFORE_PEEK:
        spot = -1
    else:
        spot = find_spot(find_row(box.hands[place]), _UPCARDS[state.dealer[0].value - 1])
    advised = find_playout(state.rules).advise(state).verb
    return Decided(decision, spot, _VERB[verb], _VERB[advised], count, state.cards_drawn)


@lru_cache(maxsize=256)
def find_playout(rules: Rules) -> Playout:
    """Return play by the chart of these rules."""
    return Playout(rules, compute_chart(rules))
