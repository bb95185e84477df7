"""Who plays: the house's basic strategy, its chart asked once for each situation."""

from __future__ import annotations

from blackjack.actions import Action
from blackjack.round import Round
from blackjack.strategy import Chart, advise

_PAIR = 2


class Player:
    """Plays by a chart; all hands that are the same to it are looked up once."""

    def __init__(self, chart: Chart) -> None:
        """Start with nothing looked up."""
        self._chart = chart
        self._known: dict[object, Action] = {}

    def decide(self, table: Round) -> Action:
        """Return the decision of the hand whose turn it is."""
        seat, place = table.in_turn
        hand = seat.hands[place]
        cards = hand.cards
        pair = len(cards) == _PAIR and cards[0].value == cards[1].value
        asked = (table.dealer[0].value, hand.total, pair, table.legal_actions)
        if asked not in self._known:
            self._known[asked] = advise(self._chart, table)
        return self._known[asked]
