"""Requests to the ledger through `wallet.services`, each written down before and after it is sent.

The amounts of one player's deposits all differ, and every stake has a round of its own, so that
a transfer that is there twice shows in what it moved, whatever its key says.
"""

import time
from collections.abc import Callable, Mapping
from dataclasses import replace
from threading import Event
from uuid import UUID, uuid4

from django.db import DatabaseError, connection

from faults.record import Answer, Book, Intent
from wallet import services
from wallet.errors import WalletError
from wallet.money import Money
from wallet.services import Posting

REASON = "given back at the end of a fault"
PAUSE = 0.05  # seconds between two looks whether the server is back
PATIENCE = 60.0


def _units(intent: Intent) -> Money:
    if intent.units is None:
        raise TypeError(f"a {intent.kind} through the services has an amount")
    return Money(intent.units, intent.currency)


def _round(intent: Intent) -> UUID:
    if intent.round_id is None:
        raise TypeError(f"a {intent.kind} belongs to a round")
    return intent.round_id


def _deposit(intent: Intent) -> Posting:
    return services.deposit(intent.player, _units(intent), key=intent.key, provider="demo")


def _bet(intent: Intent) -> Posting:
    round_id = _round(intent)
    return services.bet(intent.player, _units(intent), key=intent.key, round_id=round_id)


def _refund(intent: Intent) -> Posting:
    round_id = _round(intent)
    return services.refund(intent.player, _units(intent), key=intent.key, round_id=round_id)


# A kind that is added to the ledger is added here, and to `Mover.next` where clients should use it.
SEND: Mapping[str, Callable[[Intent], Posting]] = {
    "deposit": _deposit,
    "bet": _bet,
    "refund": _refund,
}


def deposit(player: int, units: int) -> Intent:
    """A request to pay in."""
    return Intent(uuid4(), "deposit", player, units)


def bet(player: int, units: int) -> Intent:
    """A request to stake, in a new round."""
    return Intent(uuid4(), "bet", player, units, round_id=uuid4())


def refund(stake: Intent) -> Intent:
    """A request to give a stake back."""
    return replace(stake, key=uuid4(), kind="refund")


def ask(book: Book, intent: Intent) -> Posting | None:
    """Sends one request. None where it was refused; whatever else goes wrong is raised, unanswered."""
    book.intend(intent)
    return send(book, intent)


def send(book: Book, intent: Intent) -> Posting | None:
    """As `ask`, of a request that is written down already."""
    try:
        posting = SEND[intent.kind](intent)
    except WalletError as refusal:
        book.refused(intent.key, type(refusal).__name__)
        return None
    book.answered(intent.key, answer(posting))
    return posting


def answer(posting: Posting) -> Answer:
    """What is written down of an answer."""
    return Answer(posting.transfer_id, posting.balance.units if posting.balance else None)


def reconnect(stop: Event | None = None) -> None:
    """Drops the connection and waits for the server, as long as a restart may take."""
    limit = time.monotonic() + PATIENCE
    while stop is None or not stop.is_set():
        connection.close()
        try:
            connection.ensure_connection()
        except DatabaseError:
            if time.monotonic() > limit:
                raise
            time.sleep(PAUSE)  # there is nothing to wait on while nothing listens
        else:
            return


class Mover:
    """One client: pays in, stakes, takes the stake back, over and over, on players that it shares with others."""

    def __init__(self, number: int, players: list[int], book: Book) -> None:
        self.number, self.players, self.book = number, players, book
        self._sent = 0
        self._stake: Intent | None = None

    def next(self) -> Intent:
        """The next request: a stake that was acknowledged is given back first."""
        self._sent += 1
        if self._stake is not None:
            stake, self._stake = self._stake, None
            return refund(stake)
        player = self.players[(self.number + self._sent) % len(self.players)]
        units = 10_000 + self.number * 1_000_000 + self._sent  # no other request has this amount
        return deposit(player, units) if self._sent % 3 else bet(player, units)

    def run(self, stop: Event) -> None:
        """Until it is stopped; a request that found no answer is left for the repair."""
        while not stop.is_set():
            intent = self.next()
            try:
                posting = ask(self.book, intent)
            except DatabaseError as error:
                self.book.silent(intent.key, error)
                reconnect(stop)
            else:
                self._stake = intent if posting and intent.kind == "bet" else None
        connection.close()
