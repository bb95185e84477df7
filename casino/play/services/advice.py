"""The chart's best action that the player's funds and limits allow."""

from blackjack.actions import Action
from blackjack.deal import Deal
from blackjack.rules import HousePlay
from blackjack.strategy import Chart, advise
from casino.models import Round
from casino.play.services.offers import Funds, verify_action
from journal.refusals import Refusal


def best_action(
    chart: Chart, deal: Deal, round_: Round, funds: Funds, how: HousePlay = "basic_strategy"
) -> Action:
    """The chart's action for the present turn; a refused one gives way to the next in its cell."""
    refused: frozenset[str] = frozenset()
    while True:
        action = advise(chart, deal, how, refused)
        try:
            verify_action(deal, action, round_, funds)
        except Refusal:
            refused |= {
                action.verb
            }  # what costs nothing is never refused, and every cell ends in it
        else:
            return action
