"""Player of simulated rounds: basic strategy, with chart look-ups memoised."""

from blackjack.actions import Action
from blackjack.deal import Deal
from blackjack.strategy import Chart, advise

_PAIR = 2


class ChartPlayer:
    """Player that follows a chart; hands in the same situation are looked up once."""

    def __init__(self, chart: Chart) -> None:
        self._chart = chart
        self._known: dict[object, Action] = {}

    def decide(self, deal: Deal) -> Action:
        """Return the action of the hand whose turn it is."""
        box, place = deal.in_turn
        hand = box.hands[place]
        cards = hand.cards
        pair = len(cards) == _PAIR and cards[0].value == cards[1].value
        asked = (deal.dealer[0].value, hand.total, pair, deal.legal_actions)
        if asked not in self._known:
            self._known[asked] = advise(self._chart, deal)
        return self._known[asked]
