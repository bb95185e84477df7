"""Followers' stakes when the first bettor of a box doubles or splits."""

from blackjack.actions import Action
from blackjack.deal import Deal
from casino.play.selectors.running_deal import PlayerShare, RunningDeal
from casino.play.services.offers import load_funds, verify_new_money
from journal.refusals import Refusal


def keep_unable_followers_staying(deal: Deal, action: Action, running: RunningDeal) -> Action:
    """Return the action with those followers staying who cannot add the money they chose to.

    Funds, account state, the maximum per round or limits may not allow it.
    """
    box = deal.in_turn[0].number
    costs = deal.costs_behind(action)
    staying = [
        bettor
        for bettor, cost in sorted(costs.items())
        if not _is_able(running.find_share(box, bettor), deal, cost)
    ]
    return Action(action.verb, action.amount, tuple(staying))


def _is_able(share: PlayerShare, deal: Deal, units: int) -> bool:
    round_ = share.round
    try:
        verify_new_money(deal, round_.money(units), round_, load_funds(round_, share.player_money))
    except Refusal:
        return False
    return True
