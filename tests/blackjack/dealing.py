"""Rounds with chosen cards, for tests."""

from blackjack.bets import Bet
from blackjack.cards import Card
from blackjack.presets import PRESETS
from blackjack.round import Draw, Round
from blackjack.rules import Rules
from blackjack.settlement import Result


def drawing(cards: str) -> Draw:
    """A draw of just these cards."""
    dealt = [Card.parse(name) for name in cards.split()]
    return lambda k: dealt[k]


def deal(cards: str, rules: Rules = PRESETS["ligalo"], stake: int = 100) -> Round:
    """A round of seat 1: its first card, the upcard, its second card, the hole card, and so on."""
    return Round.start(rules, [Bet(1, stake)], drawing(cards))


def play(cards: str, *actions: str, rules: Rules = PRESETS["ligalo"], stake: int = 100) -> Round:
    """The same after some actions."""
    table = deal(cards, rules, stake)
    for action in actions:
        table = table.play(action)
    return table


def outcomes(table: Round) -> list[Result]:
    """Outcome and payout of every hand of seat 1."""
    seat = table.seats[0]
    return [table.result(seat, place) for place in range(len(seat.hands))]
