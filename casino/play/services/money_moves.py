"""The casino's ledger postings: hold a stake, settle a round, return its stakes."""

from uuid import UUID

from casino.refusals import Conflict, StakesAstray
from journal.refusals import SentBefore
from wallet.ledger.refusals import StakesDiffer
from wallet.ledger.selectors.funds import held_in_round
from wallet.ledger.services import movements
from wallet.money.values import Money


def hold_stake(player: int, amount: Money, *, key: UUID, round_id: UUID) -> Money:
    """Move a stake from the player to `in_play`. Returns the balance left. Raises `InsufficientFunds`."""
    posting = movements.hold_stake(player, amount, key=key, round_id=round_id)
    if posting.balance is None:
        raise Conflict  # a stake always moves the player's account
    return posting.balance


def pay_round(
    player: int, staked: Money, returned: Money, *, key: UUID, round_id: UUID
) -> Money | None:
    """Settle a round: all of `staked` leaves it, `returned` goes to the player. Returns the balance where that moved it.

    Raises `StakesAstray`.
    """
    try:
        posting = movements.settle_stakes(
            player, key=key, round_id=round_id, staked=staked, returned=returned
        )
    except (StakesDiffer, SentBefore) as error:
        raise StakesAstray(str(round_id)) from error
    return posting.balance


def return_stake(player: int, amount: Money, *, key: UUID, round_id: UUID) -> Money:
    """Return a part of a round's stakes. Returns the balance then."""
    posting = movements.refund_stake(player, amount, key=key, round_id=round_id)
    if posting.balance is None:
        raise Conflict  # it always moves the player's account
    return posting.balance


def give_back(player: int, currency: str, *, key: UUID, round_id: UUID) -> Money:
    """Return to the player all that the ledger holds for a round. Returns the amount."""
    held = held_in_round(player, round_id, currency)
    if held.units:
        movements.refund_stake(player, held, key=key, round_id=round_id)
    return held
