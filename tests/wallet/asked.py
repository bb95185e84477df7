"""Keyed ledger requests, in one form for the model and in one for the ledger."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from uuid import UUID

from tests.wallet.model import Move, Place, Undo
from wallet.ledger.services import movements, round_voids
from wallet.ledger.services.posting import Posting
from wallet.money.values import Money

CURRENCIES = ("USD", "EUR")


@dataclass(frozen=True)
class Request:
    """A request with a key; each kind uses the fields it needs. `got` is the amount returned or received."""

    key: UUID
    kind: str
    player: int = 0
    money: Money = Money(1, "USD")  # noqa: RUF009  immutable
    about: UUID = UUID(int=0)  # noqa: RUF009  immutable; a round, a withdrawal, or the key to undo
    got: int = 0
    reason: str = "wrong"

    @property
    def other(self) -> str:
        """Return the currency that an exchange gives."""
        return CURRENCIES[self.money.currency == "USD"]

    @property
    def asked(self) -> Move | Undo:
        """Return the request for the model."""
        units, currency = self.money.units, self.money.currency
        purse: Place = ("account", self.player, currency)
        other: Place = ("account", self.player, self.other)
        table: Place = ("round", self.about, self.player, currency)
        till: Place = ("withdrawal", self.about, self.player, currency, units)
        owed: Place = ("owed", self.about, self.player, currency)
        held: Place = ("suspense", self.about, self.player, currency)
        paid = ((purse, self.got),) if self.got else ()
        moves: dict[str, Move | Undo] = {
            "deposit": Move(((purse, units),)),
            "bet": Move(((purse, -units), (table, units))),
            "refund": Move(((table, -units), (purse, units))),
            "settle": Move(((table, -units), *paid), ends=table),
            "exchange": Move(((purse, -units), (other, self.got))),
            "withdraw": Move(((purse, -units), (till, units)), once=self.about),
            "pay_out": Move(((till, -units),)),
            "cancel_withdrawal": Move(((till, -units), (purse, units))),
            "void": Move(((purse, units),), of=table, final=True),
            "owe": Move(((owed, units),), of=table, final=True),
            "collect": Move(((purse, -units), (owed, -units)), of=table, final=True),
            "repay": Move(((purse, -units), (owed, -units)), final=True),
            "suspend": Move(((held, units),), of=table),
            "reverse": Undo(self.about, self.reason),
        }
        return moves[self.kind]

    def send(self, transfers: Mapping[UUID, int]) -> Posting:
        """Send the request to the ledger; `transfers` maps keys to transfer numbers."""
        if self.kind == "reverse":
            return movements.reverse_transfer(
                transfers[self.about], key=self.key, reason=self.reason
            )
        return SEND[self.kind](self)


SEND: Mapping[str, Callable[[Request], Posting]] = {
    "deposit": lambda r: movements.credit_deposit(r.player, r.money, key=r.key, provider="demo"),
    "bet": lambda r: movements.hold_stake(r.player, r.money, key=r.key, round_id=r.about),
    "refund": lambda r: movements.refund_stake(r.player, r.money, key=r.key, round_id=r.about),
    "settle": lambda r: movements.settle_stakes(
        r.player,
        key=r.key,
        round_id=r.about,
        staked=r.money,
        returned=Money(r.got, r.money.currency),
    ),
    "exchange": lambda r: movements.exchange_money(
        r.player, r.money, Money(r.got, r.other), key=r.key
    ),
    "withdraw": lambda r: movements.hold_withdrawal(
        r.player, r.money, key=r.key, withdrawal_id=r.about
    ),
    "pay_out": lambda r: movements.pay_withdrawal(
        r.player, r.money, key=r.key, withdrawal_id=r.about
    ),
    "cancel_withdrawal": lambda r: movements.cancel_withdrawal(
        r.player, r.money, key=r.key, withdrawal_id=r.about
    ),
    "void": lambda r: round_voids.void_round(r.player, r.money, key=r.key, round_id=r.about),
    "owe": lambda r: round_voids.record_round_debt(r.player, r.money, key=r.key, round_id=r.about),
    "collect": lambda r: round_voids.collect_round_debt(
        r.player, r.money, key=r.key, round_id=r.about
    ),
    "repay": lambda r: movements.repay_debt(r.player, r.money, key=r.key, cause_id=r.about),
    "suspend": lambda r: round_voids.suspend_stakes(r.player, r.money, key=r.key, round_id=r.about),
}
