"""The money that a void moves: pure arithmetic for preview and execution."""

from dataclasses import dataclass
from typing import Literal, NamedTuple

from casino.models import Round, Treatment, Void, VoidStep
from wallet.ledger.models import HouseAccount, TransferKind
from wallet.money.values import PLAY_MONEY, Money

Receiver = Literal["player", "house"]


class VoidPurse(NamedTuple):
    """What a player has in a currency, and still owes for one round."""

    balance: int
    owed: int


@dataclass(frozen=True, slots=True)
class Claim:
    """What a void, or what is done about it, makes due: to the player, below zero from them, and into suspense or out of it."""

    due: int
    suspended: int = 0


@dataclass(frozen=True, slots=True)
class VoidMoves:
    """A claim as it is met.

    A player who has less pays what is there and owes the rest; what is due to one who owes for the round already pays that
    first. Play money goes below zero, and is never owed.
    """

    currency: str
    due: int
    paid: int
    owed: int
    collected: int
    suspended: int

    @property
    def player(self) -> int:
        """By how much the player's balance changes."""
        return max(self.due, 0) - self.paid - self.collected

    def postings(self) -> list[tuple[TransferKind, Money]]:
        """The transfers that it takes, in order; a suspension that ends is the reversal of its transfer."""
        asked = [
            (TransferKind.VOID, max(self.due, 0) - self.paid),
            (TransferKind.OWE, self.owed),
            (TransferKind.COLLECT, self.collected),
            (TransferKind.SUSPEND, max(self.suspended, 0)),
            (TransferKind.REVERSE, max(-self.suspended, 0)),
        ]
        return [(kind, Money(units, self.currency)) for kind, units in asked if units]

    def legs(self) -> dict[str, Money]:
        """Who gets and who pays, by account; they add up to zero."""
        moved = {
            "player": self.player,
            HouseAccount.RECEIVABLE.value: self.collected - self.owed,
            HouseAccount.SUSPENSE.value: self.suspended,
            HouseAccount.GAME_RESULT.value: -self.due - self.suspended,
        }
        return {name: Money(units, self.currency) for name, units in moved.items() if units}


def claim_of(round_: Round, treatment: Treatment) -> Claim:
    """What a treatment makes of a completed round."""
    staked, returned = round_.staked, round_.returned or 0
    if treatment == Treatment.BETTER:
        return Claim(max(staked - returned, 0))
    if treatment == Treatment.STAKES_BACK:
        return Claim(staked - returned)
    return Claim(-returned, staked)


def keeps_result(treatment: Treatment, claim: Claim) -> bool:
    """Whether the round keeps its result, and so its points: nothing moves, as where a push gives its stakes back."""
    return treatment != Treatment.SUSPENSE and claim.due == 0


def undo_claim(void: Void, steps: list[VoidStep]) -> Claim:
    """The claim that reverses a void and its steps."""
    held = void.suspended - sum(step.released for step in steps)
    return Claim(-void.due - sum(step.due for step in steps), -held)


def release_claim(void: Void, to: Receiver) -> Claim:
    """What gives the suspended stakes to the player, or to the house."""
    return Claim(void.suspended if to == "player" else 0, -void.suspended)


def meet_claim(claim: Claim, purse: VoidPurse, currency: str) -> VoidMoves:
    """How a claim is met from the player's purse."""
    short = max(-claim.due, 0)
    paid = short if currency == PLAY_MONEY else min(short, max(purse.balance, 0))
    collected = min(max(claim.due, 0), purse.owed)
    return VoidMoves(currency, claim.due, paid, short - paid, collected, claim.suspended)


def collect_debt(purse: VoidPurse, currency: str) -> VoidMoves:
    """What a player can pay now of what is owed."""
    return VoidMoves(currency, 0, 0, 0, min(max(purse.balance, 0), purse.owed), 0)
