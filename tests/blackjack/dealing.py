"""Rounds with chosen cards, for tests."""

from blackjack.bets import Bet
from blackjack.cards import Card
from blackjack.deal import Deal, Draw
from blackjack.presets import PRESETS
from blackjack.rules import Rules
from blackjack.settlement import HandResult


def drawing(cards: str) -> Draw:
    """Return a draw of exactly these cards."""
    dealt = [Card.parse(name) for name in cards.split()]
    return lambda k: dealt[k]


def start_deal(cards: str, rules: Rules = PRESETS["ligalo"], stake: int = 100) -> Deal:
    """Start a round of box 1. Card order: its first card, the upcard, its second card, the hole card, and so on."""
    return Deal.start(rules, [Bet(1, stake)], drawing(cards))


def play(cards: str, *actions: str, rules: Rules = PRESETS["ligalo"], stake: int = 100) -> Deal:
    """Start a round of box 1 and play these actions."""
    deal = start_deal(cards, rules, stake)
    for action in actions:
        deal = deal.play(action)
    return deal


def outcomes(deal: Deal) -> list[HandResult]:
    """Return outcome and payout of every hand of box 1."""
    box = deal.boxes[0]
    return [deal.result(box, place) for place in range(len(box.hands))]
