"""Requests to the ledger through `wallet.ledger.services.movements`, recorded before and after sending.

A player's amounts all differ, and every bet has its own round: a duplicate can be recognised by its
content, whatever its key.
"""

import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from threading import Event
from typing import TypeVar
from uuid import uuid4

from django.db import DatabaseError, connection

from journal.refusals import Refusal
from tools.faults.record import Answer, Book, Intent
from wallet.exchange.services import offer_exchange
from wallet.ledger.refusals import LedgerFault
from wallet.ledger.services import movements
from wallet.ledger.services.posting import Posting
from wallet.money.values import Money

T = TypeVar("T")
REASON = "one of the faults' clients undoes what it did"
PAUSE = 0.05  # seconds between attempts to reconnect
PATIENCE = 60.0


def _units(intent: Intent) -> Money:
    if intent.units is None:
        raise TypeError(f"a {intent.kind} through the services has an amount")
    return Money(intent.units, intent.currency)


def _some(found: T | None, intent: Intent) -> T:
    if found is None:
        raise TypeError(f"a {intent.kind} says more than this one: {intent}")
    return found


def _deposit(intent: Intent) -> Posting:
    return movements.credit_deposit(intent.player, _units(intent), key=intent.key, provider="demo")


def _bet(intent: Intent) -> Posting:
    round_id = _some(intent.round_id, intent)
    return movements.hold_stake(intent.player, _units(intent), key=intent.key, round_id=round_id)


def _refund(intent: Intent) -> Posting:
    round_id = _some(intent.round_id, intent)
    return movements.refund_stake(intent.player, _units(intent), key=intent.key, round_id=round_id)


def _exchange(intent: Intent) -> Posting:
    currency = _some(intent.received_currency, intent)
    received = Money(_some(intent.received, intent), currency)
    return movements.exchange_money(
        intent.player, _units(intent), received, key=intent.key, details=intent.details
    )


def _withdraw(intent: Intent) -> Posting:
    return movements.hold_withdrawal(intent.player, _units(intent), key=intent.key)


def _pay_out(intent: Intent) -> Posting:
    held = _some(intent.withdrawal, intent)
    return movements.pay_withdrawal(
        intent.player, _units(intent), key=intent.key, withdrawal_id=held
    )


def _cancel(intent: Intent) -> Posting:
    held, money = _some(intent.withdrawal, intent), _units(intent)
    return movements.cancel_withdrawal(intent.player, money, key=intent.key, withdrawal_id=held)


def _reverse(intent: Intent) -> Posting:
    original = _some(intent.original, intent)
    return movements.reverse_transfer(original, key=intent.key, reason=REASON)


# When adding a kind to the ledger, add it here, and to `STEPS` and `follow_up` if clients should use
# it.
SEND: Mapping[str, Callable[[Intent], Posting]] = {
    "deposit": _deposit,
    "bet": _bet,
    "refund": _refund,
    "exchange": _exchange,
    "withdraw": _withdraw,
    "pay_out": _pay_out,
    "cancel_withdrawal": _cancel,
    "reverse": _reverse,
}
PAIR = ("USD", "EUR")
STEPS = ("deposit", "bet", "deposit", "exchange", "deposit", "withdraw")


def build_deposit(player: int, units: int, currency: str = "USD") -> Intent:
    """Return a request to deposit."""
    return Intent(uuid4(), "deposit", player, units, currency)


def build_bet(player: int, units: int, currency: str = "USD") -> Intent:
    """Return a request to stake in a new round."""
    return Intent(uuid4(), "bet", player, units, currency, round_id=uuid4())


def build_exchange(player: int, units: int, currency: str, other: str) -> Intent:
    """Return a request to exchange money; one hundredth stays with the house."""
    got = units - units // 100
    changed = Intent(uuid4(), "exchange", player, units, currency)
    return replace(changed, received=got, received_currency=other)


def build_exchange_at_rate(player: int, given: Money, currency: str) -> Intent:
    """Return a request to exchange money as a player does, at the effective rates and spread, which it names."""
    offered = offer_exchange(player, given, currency)
    changed = Intent(uuid4(), "exchange", player, given.units, given.currency)
    return replace(
        changed,
        received=offered.received.units,
        received_currency=currency,
        details=dict(offered.details),
    )


def build_refund(stake: Intent) -> Intent:
    """Return a request to refund a stake."""
    return replace(stake, key=uuid4(), kind="refund")


def follow_up(done: Intent, transfer: int, number: int) -> Intent | None:
    """Return the follow-up of an acknowledged request, or None.

    Bets are refunded, withdrawals paid or cancelled, every other exchange is reversed.
    """
    if done.kind == "bet":
        return build_refund(done)
    if done.kind == "withdraw":
        kind = "pay_out" if number % 2 else "cancel_withdrawal"
        return replace(done, key=uuid4(), kind=kind, withdrawal=done.key)
    if done.kind == "exchange" and number % 2:
        return replace(done, key=uuid4(), kind="reverse", original=transfer)
    return None


def record_and_send(book: Book, intent: Intent) -> Posting | None:
    """Record and send a request; None if refused. Other errors are raised and leave it unanswered."""
    book.record_intents(intent)
    return send(book, intent)


def send(book: Book, intent: Intent) -> Posting | None:
    """Send a request that is already recorded, as `record_and_send` does."""
    try:
        posting = SEND[intent.kind](intent)
    except (Refusal, LedgerFault) as refusal:
        book.record_refusal(intent.key, type(refusal).__name__)
        return None
    book.record_answer(intent.key, build_answer(posting))
    return posting


def build_answer(posting: Posting) -> Answer:
    """Return the answer to record for a posting."""
    return Answer(posting.transfer_id, posting.balance.units if posting.balance else None)


def reconnect(stop: Event | None = None) -> None:
    """Drop the connection and wait up to PATIENCE seconds for the server. Raises DatabaseError."""
    limit = time.monotonic() + PATIENCE
    while stop is None or not stop.is_set():
        connection.close()
        try:
            connection.ensure_connection()
        except DatabaseError:
            if time.monotonic() > limit:
                raise
            time.sleep(PAUSE)  # polling: there is no event to wait for
        else:
            return


class Mover:
    """A client that deposits, bets, exchanges and withdraws, for players shared with other clients.

    Every other client exchanges dollars to euros, the rest euros to dollars.
    """

    def __init__(
        self, number: int, players: list[int], book: Book, steps: Sequence[str] = STEPS
    ) -> None:
        self.number, self.players, self.book, self.steps = number, players, book, steps
        self._turn = self._step = 0
        self._next: Intent | None = None

    def next(self) -> Intent:
        """Return the next request; follow-ups of acknowledged ones come first."""
        if self._next is not None:
            following, self._next = self._next, None
            return following
        kind = self.steps[self._step]
        player = self.players[(self.number + self._turn) % len(self.players)]
        sent = self._turn * len(self.steps) + self._step
        units = 10_000 + self.number * 1_000_000 + sent  # unique amount
        self._turn, self._step = divmod(sent + 1, len(self.steps))
        one, other = PAIR if self.number % 2 else PAIR[::-1]
        if kind == "exchange":
            return build_exchange(player, units, one, other)
        if kind == "bet":
            return build_bet(player, units, one)
        return replace(build_deposit(player, units, one), kind=kind)

    def send(self, intent: Intent) -> None:
        """Send a request and remember its follow-up. An error without a definite result is raised."""
        posting = record_and_send(self.book, intent)
        if posting is not None:
            self._next = follow_up(intent, posting.transfer_id, self._turn)

    def run(self, stop: Event) -> None:
        """Run until stopped; unanswered requests are left to the repair."""
        while not stop.is_set():
            intent = self.next()
            try:
                self.send(intent)
            except DatabaseError as error:
                self.book.record_silence(intent.key, error)
                reconnect(stop)
        connection.close()
