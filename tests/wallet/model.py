"""The ledger in a few dozen lines of plain Python: what a balance is after anything that is asked for.

It knows no keys, no SQL and no order of locks. A request that may be refused for two reasons may
get either.
"""

from collections import Counter
from dataclasses import dataclass, field
from typing import Any

from wallet.errors import (
    AlreadyReversed,
    InsufficientFunds,
    NotReversible,
    StakesDiffer,
    WithdrawalDiffers,
)


@dataclass(frozen=True)
class Move:
    """What a request asks for; each kind uses the fields that it needs. Units of 10^-4 USD, `received` of EUR."""

    kind: str
    player: int = 0
    units: int = 0
    round: Any = None
    returned: int = 0
    received: int = 0
    withdrawal: Any = None
    original: int = 0
    reason: str = ""


CHANGES = {
    "deposit": (1, 0),
    "bet": (-1, 1),
    "refund": (1, -1),
    "exchange": (-1, 0),
    "withdraw": (-1, 0),
    "cancel_withdrawal": (1, 0),
    "pay_out": (0, 0),
}


@dataclass
class Model:
    """Balances by player (and of euros), stakes by round and player, settled rounds, withdrawals, reversed transfers."""

    balance: Counter[int] = field(default_factory=Counter)
    euros: Counter[int] = field(default_factory=Counter)
    held: Counter[tuple[Any, int]] = field(default_factory=Counter)
    settled: set[tuple[Any, int]] = field(default_factory=set)
    withdrawals: dict[Any, tuple[int, int, bool]] = field(default_factory=dict)
    done: dict[int, Move] = field(default_factory=dict)
    reversed: set[int] = field(default_factory=set)

    def change(self, move: Move) -> tuple[int, int, int]:
        """What a move does to its player's balance, to what its round holds of them, and to their euros."""
        if move.kind == "reverse":
            balance, held, euros = self.change(self.done[move.original])
            return -balance, -held, -euros
        if move.kind == "settle":
            return move.returned, -move.units, 0
        balance, held = CHANGES[move.kind]
        return balance * move.units, held * move.units, move.received

    def opens(self, move: Move) -> bool:
        """Whether a withdrawal is held after this move."""
        moved = self.done.get(move.original, move)
        return (moved.kind == "withdraw") == (move is moved)

    def refusals(self, move: Move) -> set[type[Exception]]:
        """Why it is refused; empty where it is done."""
        if move.kind == "reverse" and self.done[move.original].kind == "reverse":
            return {NotReversible}
        if move.original in self.reversed:
            return {AlreadyReversed}
        moved = self.done.get(move.original, move)
        place, (balance, held, euros) = (moved.round, moved.player), self.change(move)
        found: set[type[Exception]] = set()
        if self.balance[moved.player] + balance < 0 or self.euros[moved.player] + euros < 0:
            found.add(InsufficientFunds)
        open_again = moved.kind == "settle" and move is not moved
        differ = held > 0 and place in self.settled and not open_again
        differ |= self.held[place] + held < 0
        differ |= move.kind == "settle" and self.held[place] != move.units
        return found | ({StakesDiffer} if differ else set()) | self._withheld(move, moved)

    def _withheld(self, move: Move, moved: Move) -> set[type[Exception]]:
        if moved.withdrawal is None:
            return set()
        now = self.withdrawals.get(moved.withdrawal)
        if move.kind == "withdraw":
            return {WithdrawalDiffers} if now else set()
        fits = now == (moved.player, moved.units, not self.opens(move))
        return set() if fits else {WithdrawalDiffers}

    def apply(self, move: Move, transfer: int) -> int:
        """Does it; what its player has afterwards."""
        moved = self.done.get(move.original, move)
        place, (balance, held, euros) = (moved.round, moved.player), self.change(move)
        self.balance[moved.player] += balance
        self.euros[moved.player] += euros
        self.held[place] += held
        self.done[transfer] = move
        if moved.kind == "settle":
            (self.settled.add if move is moved else self.settled.discard)(place)
        if moved.withdrawal is not None:
            self.withdrawals[moved.withdrawal] = (moved.player, moved.units, self.opens(move))
        if move.original:
            self.reversed.add(move.original)
        return self.balance[moved.player]
