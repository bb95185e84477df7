"""Settlement of a deal: payouts, points, stored results."""

from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Any

from django.utils import timezone

from blackjack.deal import Deal
from blackjack.simulation.counting import hi_lo_count
from casino.models import Round
from casino.play.selectors.running_deal import RunningDeal
from casino.play.services import large_rounds
from casino.play.services.money_moves import Cost, Payment, move_money
from casino.play.services.taxes import compute_taxes, record_taxes
from casino.values.play_money import convert_round_money
from internals.prepared_statements import FunctionCall
from loyalty.services.points import build_earn_call
from wallet.money.values import BASE_CURRENCY, PLAY_MONEY, Money

ENDED = (
    "status",
    "returned",
    "returned_usd",
    "tax",
    "balance_after",
    "result",
    "finished_at",
)
"""Fields of a round that its end fills in."""

DEAL_ENDED = ("status", "cards_drawn", "cards")
"""Fields of a deal that its end fills in."""

SHOE_COUNTS = ("cards_out", "running_count")
"""Fields of a shoe that the end of a deal changes."""


def settle_deal(running: RunningDeal, deal: Deal, costs: Sequence[Cost] = ()) -> list[FunctionCall]:
    """Pay each round of a completed deal once and set its result. The caller writes the fields and runs the returned calls.

    `costs`: new money of the last decision, held in the same call of the ledger. Fields to write: `ENDED` of
    each round, `DEAL_ENDED` of the deal, `SHOE_COUNTS` of its shoe, `SESSION_FIELDS` of each participant.
    `staked` of a round already includes all its stakes.
    """
    now = timezone.now()
    facts = [deal.public_for(share.round.bettor_by_box) for share in running.shares]
    payments = [
        Payment(share, share.round.money(sum(seat["returned"] for seat in result["seats"])))
        for share, result in zip(running.shares, facts, strict=True)
    ]
    taxes = compute_taxes(payments, now)
    move_money(costs, payments, taxes)
    calls: list[FunctionCall] = []
    for payment, result in zip(payments, facts, strict=True):
        calls += _end_round(payment, result, now)
    record_taxes(taxes)
    dealt = running.dealt
    dealt.status, dealt.cards_drawn = Round.Status.COMPLETED, deal.cards_drawn
    dealt.cards = [str(card) for card in deal.cards]
    shoe = dealt.shoe
    shoe.cards_out += deal.cards_drawn
    if shoe.running_count is not None and shoe.version.rules.finite_decks is not None:
        shoe.running_count += hi_lo_count(deal.cards)
    return calls


def _end_round(payment: Payment, facts: Mapping[str, Any], now: datetime) -> list[FunctionCall]:
    round_, player_money = payment.share.round, payment.share.player_money
    round_.status = Round.Status.COMPLETED
    round_.returned = payment.returned.units
    round_.returned_usd = convert_round_money(payment.returned, round_.tasa_cambio)
    round_.balance_after = player_money.balance(round_.currency).units
    round_.result = facts
    round_.finished_at = now
    player_money.count_finished_round(round_)
    large_rounds.record_large_round(round_)
    return _points(round_, facts)


def _points(round_: Round, facts: Mapping[str, Any]) -> list[FunctionCall]:
    """Calls that earn points for stakes on hands, doubles and splits. Insurance, side bets and play money earn none."""
    if round_.currency == PLAY_MONEY:
        return []
    hands = [hand for seat in facts["seats"] for hand in seat["hands"]]
    staked = round_.money(sum(hand["stake"] + hand["added"] for hand in hands))
    worth = Money(convert_round_money(staked, round_.tasa_cambio), BASE_CURRENCY)
    return [build_earn_call(round_.player_id, round_.public_id, worth)]
