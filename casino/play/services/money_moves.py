"""The casino's ledger postings: hold a stake, settle a round, return its stakes."""

from collections.abc import Sequence
from typing import NamedTuple
from uuid import UUID

from casino.limits.values.at_deal import LimitsAtDeal
from casino.play.selectors.running_deal import PlayerShare
from casino.refusals import StakesAstray
from casino.values.transfer_keys import decision_key, settlement_key, tax_key
from journal.refusals import SentBefore
from wallet.ledger.refusals import InsufficientFunds, LedgerFault, StakesDiffer
from wallet.ledger.selectors.funds import load_stake_in_round
from wallet.ledger.services import movements
from wallet.ledger.services.posting import (
    Posting,
    TransferRequest,
    post_transfer,
    post_transfers,
)
from wallet.ledger.services.taxes import request_tax
from wallet.money.values import Money


class Cost(NamedTuple):
    """New money that a decision takes from a player."""

    share: PlayerShare
    money: Money
    step: int

    def request(self) -> tuple[UUID, TransferRequest]:
        """Return the decision's idempotency key and the request to hold the stake."""
        round_ = self.share.round
        key = decision_key(round_.player_id, round_.public_id, self.step)
        return key, movements.request_stake(round_.player_id, self.money, round_.public_id)


class Payment(NamedTuple):
    """The amount that the end of a deal returns to a player."""

    share: PlayerShare
    returned: Money

    def request(self) -> tuple[UUID, TransferRequest]:
        """Return the settlement's idempotency key and request; it releases all stakes of the round."""
        round_ = self.share.round
        key = settlement_key(round_.player_id, round_.public_id)
        staked = round_.money(round_.staked)
        return key, movements.request_settlement(
            round_.player_id, round_.public_id, staked, self.returned
        )


class Withholding(NamedTuple):
    """A tax on the winnings of a round that is paid in the same call; negative: given back."""

    share: PlayerShare
    tax: Money

    def request(self) -> tuple[UUID, TransferRequest]:
        """Return the key and request of the tax; the ledger posts it after the settlement of its round."""
        round_ = self.share.round
        key = tax_key(round_.player_id, round_.public_id)
        return key, request_tax(round_.player_id, self.tax, round_.public_id)


def move_money(
    costs: Sequence[Cost],
    payments: Sequence[Payment] = (),
    taxes: Sequence[Withholding] = (),
) -> None:
    """Hold the costs of a decision, pay a deal that it ends and withhold taxes, all or nothing, in one call of the ledger.

    Updates the balances of the players. Raises `InsufficientFunds`, or `StakesAstray` for a round whose stakes
    in the ledger differ.
    """
    moves: list[Cost | Payment | Withholding] = [*costs, *payments, *taxes]
    answers = _post([move.request() for move in moves])
    for move, answer in zip(moves, answers, strict=True):
        if answer.balance is not None:
            move.share.player_money.set_balance(answer.balance)
    for cost, answer in zip(costs, answers, strict=False):
        _see_covered(cost, answer)


def _post(requests: Sequence[tuple[UUID, TransferRequest]]) -> list[Posting]:
    """Post all requests in one call of the ledger."""
    try:
        return [post_transfer(*requests[0])] if len(requests) == 1 else post_transfers(requests)
    except (StakesDiffer, SentBefore) as error:
        refused = [request.round_id for key, request in requests if key == error.transfer_key]
        raise StakesAstray(*map(str, refused)) from error


def _see_covered(cost: Cost, answer: Posting) -> None:
    """Refuse a negative play-money balance, unless the table lends: another table may have spent it meanwhile."""
    if _moved_balance(answer).units < 0 and not LimitsAtDeal.from_round(cost.share.round).lends:
        raise InsufficientFunds


def _moved_balance(posting: Posting) -> Money:
    """Return the player's balance after a stake moved, which always touches their account."""
    if posting.balance is None:
        raise LedgerFault(f"transfer {posting.transfer_id} touched no account of the player")
    return posting.balance


def hold_stake(player: int, amount: Money, *, key: UUID, round_id: UUID) -> Money:
    """Move a stake from the player to `in_play`. Returns the balance left. Raises `InsufficientFunds`."""
    posting = movements.hold_stake(player, amount, key=key, round_id=round_id)
    return _moved_balance(posting)


def return_stake(player: int, amount: Money, *, key: UUID, round_id: UUID) -> Money:
    """Return a part of a round's stakes. Returns the new balance."""
    posting = movements.refund_stake(player, amount, key=key, round_id=round_id)
    return _moved_balance(posting)


def return_all_stakes(player: int, currency: str, *, key: UUID, round_id: UUID) -> Money:
    """Return to the player everything the ledger holds for a round. Returns the amount."""
    held = load_stake_in_round(player, round_id, currency)
    if held.units:
        movements.refund_stake(player, held, key=key, round_id=round_id)
    return held
