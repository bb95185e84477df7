"""Expected value of each decision of a round, and the cost of one that is not the best.

A hand is judged by its own cards and the upcard in a fresh shoe, without other hands and earlier
rounds. Hands of a split are judged as if dealt. Best play is that of `rtp`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from blackjack import legality
from blackjack.analysis.play import BestByCards, Played
from blackjack.analysis.stock import Stock
from blackjack.analysis.table import AnalysisTable
from blackjack.analysis.upcard import DOUBLE, SURRENDER, Upcard

if TYPE_CHECKING:
    from blackjack.actions import Action
    from blackjack.bets import Box
    from blackjack.deal import Deal
    from blackjack.hands import Hand
    from blackjack.rules import Rules

_PAIR = 2
_INSURANCE_PAYS = 3
_NOTHING = 1e-9


class Worths:
    """Values of decisions under some rules; each upcard is computed on first use."""

    def __init__(self, rules: Rules) -> None:
        self.rules = rules
        self._table = AnalysisTable(rules, Stock.from_rules(rules))
        self._behind: dict[int, _Behind] = {}

    def cost(self, state: Deal, action: Action) -> float:
        """Return the expected cost of `action`, legal in `state`, in the units of its stakes; never negative."""
        box, place = state.in_turn
        hand, behind = box.hands[place], self._of(state.dealer[0].value - 1)
        if state.phase == "before_peek":
            return self._before_peek(behind, state, box, hand, action)
        values = behind.values(hand, state.legal_actions)
        given_away = max(values.values()) - _action_value(values, hand, action)
        return _above_rounding(given_away / behind.likely(hand)) * hand.stake

    def _before_peek(
        self, behind: _Behind, state: Deal, box: Box, hand: Hand, action: Action
    ) -> float:
        """Return the cost of an action before the peek: surrender, and other bets, which are judged separately."""
        if hand.is_natural(self.rules):
            on, rest = behind.upcard.natural, 1.0 if "even_money" in state.legal_actions else None
        else:
            offered = legality.legal_in_play(self.rules, state.dealer[0], box, hand)
            on = max(behind.values(hand, offered).values())
            rest = -0.5 if "surrender" in state.legal_actions else None
        beside = (
            _INSURANCE_PAYS * behind.blackjack(hand) - 1 if "insure" in state.legal_actions else 0
        )
        given = 0.0
        if action.verb == "insure":
            amount = state.cost(action)
            return (
                _above_rounding(-beside) * amount
                + (_above_rounding(rest - on) if rest else 0) * hand.stake
            )
        if action.verb in {"surrender", "even_money"} and rest is not None:
            given = on - rest
        elif rest is not None:
            given = rest - on
        missed = _above_rounding(beside) * (hand.stake // 2) if rest is None else 0
        return _above_rounding(given) * hand.stake + missed

    def _of(self, upcard: int) -> _Behind:
        if upcard not in self._behind:
            self._behind[upcard] = _Behind(Upcard(self._table, upcard))
        return self._behind[upcard]


class _Behind:
    """Net results of the actions with a hand behind one upcard, in units of its stake, dealer blackjacks included."""

    def __init__(self, upcard: Upcard) -> None:
        self.upcard = upcard
        self.sign = upcard.table.sign
        self.played = Played(upcard, BestByCards(upcard))

    def values(self, hand: Hand, offered: tuple[str, ...]) -> dict[str, float]:
        """Return the net results of the offered verbs with best play afterwards; inverted results are negated."""
        one, other = (card.value - 1 for card in hand.cards[:_PAIR])
        place, main = self._place(hand), self.upcard.main
        chance = float(main.chance[place])
        results, value = self.upcard.results, 0.0
        found = {}
        for verb in offered:
            if verb == "stand":
                value = float(main.returned[place]) / chance - 1
            elif verb == "hit":
                value = float(self.upcard.hit[place]) / chance - 1
            elif verb == "double":
                value = float(results[DOUBLE, one, other])
            elif verb == "surrender":
                value = float(results[SURRENDER, one, other])
            else:
                value = self._split_worth(one)
            found[verb] = self.sign * value
        return found

    def likely(self, hand: Hand) -> float:
        """Return the probability that the hand is played, and not ended by a peek at a dealer blackjack."""
        return 1 - self.blackjack(hand) if self.upcard.refund.unplaced else 1.0

    def blackjack(self, hand: Hand) -> float:
        """Return the probability of a dealer blackjack behind this hand."""
        place, main = self._place(hand), self.upcard.main
        return float(main.blackjack[place] / main.chance[place])

    def _split_worth(self, value: int) -> float:
        kinds = self.played.splits[value]
        chance = sum(kind.pair.chance for kind in kinds)
        return sum(kind.pair.chance * kind.worth.net for kind in kinds) / chance

    def _place(self, hand: Hand) -> int:
        hands = self.upcard.table.hands
        first, second, *others = (card.value - 1 for card in hand.cards)
        place = int(hands.two[first, second])
        for value in others:
            place = int(hands.child[place, value])
        return place


def _action_value(values: dict[str, float], hand: Hand, action: Action) -> float:
    """Return the value of an action; a double for less is scaled by the money on the hand."""
    value = values[action.verb]
    if action.verb == "double" and action.amount is not None:
        return value * (hand.stake + action.amount) / (2 * hand.stake)
    return value


def _above_rounding(given_away: float) -> float:
    """Return the cost if it is above the rounding error, else 0."""
    return given_away if given_away > _NOTHING else 0.0
