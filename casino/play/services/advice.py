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
    """Return the chart's action for the current turn; a refused action gives way to the next one in its cell."""
    refused: frozenset[str] = frozenset()
    while True:
        action = advise(chart, deal, how, refused)
        try:
            verify_action(deal, action, round_, funds)
        except Refusal:
            refused |= {
                action.verb
            }  # ends: the last action of every cell costs nothing and is never refused
        else:
            return action
