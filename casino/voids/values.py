"""Money that a void moves: pure arithmetic for preview and execution."""

from dataclasses import dataclass
from typing import Literal, NamedTuple

from casino.models import Round, Treatment, Void, VoidStep
from wallet.ledger.models import HouseAccount, TransferKind
from wallet.money.values import PLAY_MONEY, Money

Receiver = Literal["player", "house"]


class VoidPurse(NamedTuple):
    """A player's balance in a currency, and debt for one round."""

    balance: int
    owed: int


@dataclass(frozen=True, slots=True)
class Claim:
    """Amounts due by a void or a later step: to the player (negative: from), and into suspense (negative: out of it).

    `tax` is what was withheld from winnings that are taken: it is given back (negative: taken again).
    """

    due: int
    suspended: int = 0
    tax: int = 0


@dataclass(frozen=True, slots=True)
class VoidMoves:
    """The amounts moved to meet a claim.

    A player with too little money pays what is there and owes the rest. An amount due to a player who already
    owes for the round pays that debt first. Play money may become negative, and is never owed.
    """

    currency: str
    due: int
    paid: int
    owed: int
    collected: int
    suspended: int
    tax: int = 0

    @property
    def player(self) -> int:
        """Change of the player's balance."""
        return max(self.due, 0) - self.paid - self.collected + self.tax

    def postings(self) -> list[tuple[TransferKind, Money]]:
        """Return the transfers in order. A suspension ends by the reversal of its transfer.

        A tax is given back before winnings are taken, and taken again after they are paid.
        """
        asked = [
            (TransferKind.WITHHOLD, -max(self.tax, 0)),
            (TransferKind.VOID, max(self.due, 0) - self.paid),
            (TransferKind.OWE, self.owed),
            (TransferKind.COLLECT, self.collected),
            (TransferKind.SUSPEND, max(self.suspended, 0)),
            (TransferKind.REVERSE, max(-self.suspended, 0)),
            (TransferKind.WITHHOLD, max(-self.tax, 0)),
        ]
        return [(kind, Money(units, self.currency)) for kind, units in asked if units]

    def legs(self) -> dict[str, Money]:
        """Return the amounts that are not zero by account; they add up to zero."""
        moved = {
            "player": self.player,
            HouseAccount.RECEIVABLE.value: self.collected - self.owed,
            HouseAccount.SUSPENSE.value: self.suspended,
            HouseAccount.TAX.value: -self.tax,
            HouseAccount.GAME_RESULT.value: -self.due - self.suspended,
        }
        return {name: Money(units, self.currency) for name, units in moved.items() if units}


def compute_void_claim(round_: Round, treatment: Treatment) -> Claim:
    """Return the claim that a treatment makes on a completed round."""
    staked, returned = round_.staked, round_.returned or 0
    if treatment == Treatment.BETTER:
        return Claim(max(staked - returned, 0))
    due = staked - returned if treatment == Treatment.STAKES_BACK else -returned
    tax = max(round_.tax, 0) if due < 0 else 0
    return Claim(due, staked if treatment == Treatment.SUSPENSE else 0, tax)


def keeps_result(treatment: Treatment, claim: Claim) -> bool:
    """Return whether the round keeps its result, and so its points: nothing moves, as after a push."""
    return treatment != Treatment.SUSPENSE and claim.due == 0


def undo_claim(void: Void, steps: list[VoidStep]) -> Claim:
    """Return the claim that reverses a void and its steps."""
    held = void.suspended - sum(step.released for step in steps)
    tax = void.tax + sum(step.tax for step in steps)
    return Claim(-void.due - sum(step.due for step in steps), -held, -tax)


def release_claim(void: Void, to: Receiver) -> Claim:
    """Return the claim that gives the suspended stakes to the player, or to the house."""
    return Claim(void.suspended if to == "player" else 0, -void.suspended)


def meet_claim(claim: Claim, purse: VoidPurse, currency: str) -> VoidMoves:
    """Return the amounts that meet a claim from the player's purse."""
    short = max(-claim.due, 0)
    there = max(purse.balance, 0) + max(claim.tax, 0)
    paid = short if currency == PLAY_MONEY else min(short, there)
    collected = min(max(claim.due, 0), purse.owed)
    return VoidMoves(currency, claim.due, paid, short - paid, collected, claim.suspended, claim.tax)


def collect_debt(purse: VoidPurse, currency: str) -> VoidMoves:
    """Return the amounts that collect what a player can pay now of a debt."""
    return VoidMoves(currency, 0, 0, 0, min(max(purse.balance, 0), purse.owed), 0)
