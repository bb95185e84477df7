"""Players with money, and assertions that a refusal changed nothing."""

import json
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from functools import partial
from typing import Any, TypeVar
from uuid import UUID, uuid4

import psycopg
import pytest
from django.db import DatabaseError, connection, transaction

from accounts.sign_up.services.demo import register_demo_player
from config.rights import APPEND_ONLY_TABLES, LEDGER_TABLES
from journal.models import EventKind
from journal.refusals import Refusal
from tests import threads
from wallet.ledger.refusals import LedgerFault
from wallet.ledger.services import movements
from wallet.money.values import Money

Rows = Mapping[str, list[tuple[Any, ...]]]
_KEPT = [
    # staff created meanwhile appear in the history of configured rows
    *(name for name in LEDGER_TABLES if not name.startswith("journal_")),
    *(name for name in APPEND_ONLY_TABLES if name.startswith("wallet_")),
    "journal_event",
]
_ASIDES = (
    EventKind.PLAYER_VIEWED,
    EventKind.STAFF_REFUSED,
    EventKind.DEPOSIT_STOPPED,
    EventKind.LOSS_LIMIT_REACHED,
)
# One statement for all tables: hundreds of tests ask twice.
_ARRAYS = [f"ARRAY(SELECT t::text FROM {table} AS t ORDER BY 1)" for table in _KEPT]  # noqa: S608  # fixed table names
_ALL_ROWS = f"SELECT {', '.join(_ARRAYS)}"
# Arguments of each kind for `call`, besides player, currency and amount.
KINDS: dict[str, dict[str, Any]] = {
    "deposit": {},
    "bonus": {},
    "adjust": {},
    "bet": {"round": uuid4()},
    "refund": {"round": uuid4()},
    "settle": {"round": uuid4(), "received": 5},
    "exchange": {"received": 5, "received_currency": "EUR"},
    "withdraw": {"withdrawal": uuid4()},
    "pay_out": {"withdrawal": uuid4()},
    "cancel_withdrawal": {"withdrawal": uuid4()},
    "void": {"round": uuid4()},
    "owe": {"round": uuid4()},
    "collect": {"round": uuid4()},
    "suspend": {"round": uuid4()},
    "redeem": {},
    "repay": {"round": uuid4()},
    "advance": {"round": uuid4()},
}


def usd(text: str) -> Money:
    return Money.parse(text, "USD")


def player(name: str = "ana") -> int:
    return register_demo_player(f"{name}@example.test", "a long password", name.title()).pk


def funded(name: str = "ana", text: str = "100.00") -> int:
    person = player(name)
    movements.credit_deposit(person, usd(text), key=uuid4(), provider="demo")
    return person


def staked(person: int, text: str) -> UUID:
    """Hold a stake in a new round; return the round's id."""
    round_id = uuid4()
    movements.hold_stake(person, usd(text), key=uuid4(), round_id=round_id)
    return round_id


def rows() -> Rows:
    """Return every row of the ledger's tables. Events about views of players and about refusals are left out."""
    with connection.cursor() as cursor:
        cursor.execute(_ALL_ROWS)
        arrays = cursor.fetchone() or ()
    found = {table: [(row,) for row in array] for table, array in zip(_KEPT, arrays, strict=True)}
    asides = [f",{one.value}," for one in _ASIDES]
    found["journal_event"] = [
        row for row in found["journal_event"] if not any(one in row[0] for one in asides)
    ]
    return found


def ask(statement: str, parameters: Mapping[str, Any] | None = None) -> Any:
    """Return the first value of the statement's result as the application's role, or None."""
    with connection.cursor() as cursor:
        cursor.execute(statement, parameters)
        row = cursor.fetchone() if cursor.description else None
    return row[0] if row else None


def call(
    kind: str | None, person: int | None, amount: object, currency: object = "USD", **more: Any
) -> dict[str, Any]:
    """Call `post()` in SQL; return its decoded answer."""
    values = {
        "key": uuid4(),
        "received": None,
        "received_currency": None,
        "round": None,
        "withdrawal": None,
        "reverses": None,
        "details": None,
        **more,
    }
    answer = ask(
        "SELECT to_jsonb(answer) FROM public.post(%(key)s, %(kind)s, %(person)s, %(currency)s,"
        " %(amount)s::bigint, %(received)s::bigint, %(received_currency)s, %(round)s, %(withdrawal)s,"
        " %(reverses)s, %(details)s) AS answer",
        {**values, "kind": kind, "person": person, "amount": amount, "currency": currency},
    )
    decoded: dict[str, Any] = json.loads(answer)
    return decoded


Error = TypeVar("Error", Refusal, LedgerFault)


@contextmanager
def refused(error: type[Error]) -> Iterator[pytest.ExceptionInfo[Error]]:
    """Assert that the block raises `error` and changes no row of the ledger."""
    before = rows()
    with pytest.raises(error) as caught, transaction.atomic():
        yield caught
    assert rows() == before


def _check_at_once() -> None:
    with connection.cursor() as cursor:
        cursor.execute("SET CONSTRAINTS ALL IMMEDIATE")


@contextmanager
def refused_by_sql(*states: str) -> Iterator[None]:
    """Assert that the block fails with one of the SQLSTATEs, deferred constraints included, and changes nothing."""
    before = rows()
    with pytest.raises(DatabaseError) as caught, transaction.atomic():  # noqa: PT012  the constraint check belongs to it
        yield
        _check_at_once()
    cause = caught.value.__cause__
    assert isinstance(cause, psycopg.Error)
    assert cause.sqlstate in states
    assert rows() == before


def at_once(count: int, work: Callable[[int], Any]) -> list[Any]:
    """Run `work(0)` … `work(count - 1)` concurrently, each on its own connection; return answers and refusals."""

    def run(number: int) -> Any:
        try:
            return work(number)
        except (Refusal, LedgerFault) as error:
            return error

    return threads.at_once(*(partial(run, number) for number in range(count)))
