"""Settles a deal: pays each round, earns points, stores the results."""

from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Any, Final

from django.utils import timezone

from blackjack.deal import Deal
from casino.models import Round
from casino.play.selectors.running_deal import PlayerShare, RunningDeal
from casino.play.services import large_rounds
from casino.play.services.money_moves import pay_round
from casino.values.play_money import usd_of
from casino.values.transfer_keys import settlement_key
from internals.prepared_statements import Call
from loyalty.services.points import earn_call
from wallet.money.values import BASE_CURRENCY, PLAY_MONEY, Money

ENDED = (
    "status",
    "returned",
    "returned_usd",
    "balance_after",
    "result",
    "finished_at",
)
"""The fields of a round that its end fills in."""

NOTHING_TO_HOLD: Final[Mapping[int, Callable[[], None]]] = MappingProxyType({})

DEAL_ENDED = ("status", "cards_drawn", "cards")
"""The same of its deal."""


def settle_deal(
    running: RunningDeal, deal: Deal, holds: Mapping[int, Callable[[], None]] = NOTHING_TO_HOLD
) -> list[Call]:
    """Pay each round of a completed deal once and set its result. The caller writes the fields and runs the returned calls.

    `holds` takes the new money of the last decision, by player, right before that player is paid: money moves in the order of players,
    so that two tables with the same players don't wait for each other.
    `ENDED` of each round, `DEAL_ENDED` of the deal, `cards_out` of its shoe, `SESSION_FIELDS` of each participant. `staked` of a
    round already holds all its stakes.
    """
    calls: list[Call] = []
    for share in running.shares:
        if (hold := holds.get(share.round.player_id)) is not None:
            hold()
        calls += _settle_round(share, deal)
    dealt = running.dealt
    dealt.status, dealt.cards_drawn = Round.Status.COMPLETED, deal.cards_drawn
    dealt.cards = [str(card) for card in deal.cards]
    dealt.shoe.cards_out += deal.cards_drawn
    return calls


def _settle_round(share: PlayerShare, deal: Deal) -> list[Call]:
    round_, player_money = share.round, share.player_money
    facts = deal.public_for(round_.bettor_by_box)
    returned = round_.money(sum(seat["returned"] for seat in facts["seats"]))
    left = pay_round(
        round_.player_id,
        round_.money(round_.staked),
        returned,
        key=settlement_key(round_.player_id, round_.public_id),
        round_id=round_.public_id,
    )
    if left is not None:
        player_money.moved(left)
    round_.status = Round.Status.COMPLETED
    round_.returned = returned.units
    round_.returned_usd = usd_of(returned, round_.tasa_cambio)
    round_.balance_after = player_money.balance(round_.currency).units
    round_.result = facts
    round_.finished_at = timezone.now()
    player_money.ended(round_)
    large_rounds.record_large_round(round_)
    return _points(round_, facts)


def _points(round_: Round, facts: Mapping[str, Any]) -> list[Call]:
    """Points for stakes on hands, with doubles and splits; insurance, side bets and play money earn none."""
    if round_.currency == PLAY_MONEY:
        return []
    hands = [hand for seat in facts["seats"] for hand in seat["hands"]]
    staked = round_.money(sum(hand["stake"] + hand["added"] for hand in hands))
    worth = Money(usd_of(staked, round_.tasa_cambio), BASE_CURRENCY)
    return [earn_call(round_.player_id, round_.public_id, worth)]
