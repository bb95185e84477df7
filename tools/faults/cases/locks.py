"""Concurrent clients that lock the same accounts in opposite orders."""

from threading import Event

from django.db import OperationalError, connection, transaction

from tools.faults import moves
from tools.faults.ledger import renew_connection
from tools.faults.moves import PAIR, Mover
from tools.faults.record import Book, Intent, read_books
from tools.faults.server import Administrator
from tools.faults.stage import CLIENTS, Stage, run_at_once

PLENTY = 10**12
BETWEEN = ("exchange", "bet", "exchange", "exchange", "withdraw")
LOOK = 0.005  # share of the fault's duration between two samples of the lock waits
# An exchange that waits for one in the other direction, by the application name that each client
# sets.
MEETINGS = """
    SELECT count(*) FROM pg_stat_activity AS waiting
         JOIN pg_stat_activity AS holding ON holding.pid = ANY (pg_blocking_pids(waiting.pid))
    WHERE waiting.application_name IN ('exchange USD', 'exchange EUR')
      AND holding.application_name IN ('exchange USD', 'exchange EUR')
      AND holding.application_name <> waiting.application_name
"""


def deadlocks(stage: Stage) -> None:
    """Pay players and exchange their money in one transaction, in opposite orders and directions.

    PostgreSQL aborts one transaction of each deadlock; it is retried.
    """
    _look_early(stage)
    players, stop = stage.players(3), Event()
    _fund(stage, players)
    books = [stage.book(f"client{number}") for number in range(CLIENTS)]

    def client(number: int) -> None:
        order = players if number % 2 else players[::-1]
        one, other = PAIR if number % 2 else PAIR[::-1]
        sent = 0
        while not stop.is_set():
            sent += 1
            units = 10_000 + number * 1_000_000 + sent
            paid = [moves.build_deposit(player, units, one) for player in order]
            changed = [moves.build_exchange(player, units, other, one) for player in order]
            _do_all(books[number], [*paid, *changed])

    def end(_: int) -> None:
        stage.go_on("deadlocks: opposite orders on the same accounts", 1)
        stop.set()

    run_at_once(CLIENTS + 1, lambda number: client(number) if number < CLIENTS else end(number))
    with stage.database.administrator() as administrator:
        count = _deadlocks(administrator)
    if not count:
        stage.result.problems.append("there was no deadlock")
    stage.result.note = f"{count} deadlocks, each transaction that was ended for one repeated"


def exchanges(stage: Stage) -> None:
    """Exchange one player's dollars and euros in both directions at once, mixed with all other movements.

    The ledger locks the two accounts in one order, whatever the direction: clients wait for each
    other, but never deadlock.
    """
    _look_early(stage)
    players, stop, met = stage.players(1), Event(), 0
    _fund(stage, players)
    books = [stage.book(f"client{number}") for number in range(CLIENTS)]

    def client(number: int) -> None:
        mover = Mover(number, players, books[number], BETWEEN)
        while not stop.is_set():
            intent = mover.next()
            _say(f"{intent.kind} {intent.currency}")
            try:
                mover.send(intent)
            except OperationalError as error:  # a deadlock: reported below, repaired later
                books[number].record_silence(intent.key, error)

    def watch() -> None:
        nonlocal met
        with stage.database.administrator() as administrator:
            for _ in range(round(1 / LOOK)):
                stage.go_on("", LOOK)
                met += _number(administrator, MEETINGS)
        stop.set()

    stage.tell("exchanges in both directions between the same two accounts")
    run_at_once(CLIENTS + 1, lambda number: client(number) if number < CLIENTS else watch())
    with stage.database.administrator() as administrator:
        circles = _deadlocks(administrator)
    hanging = len(read_books(stage.books).unanswered)
    if circles or hanging:
        stage.result.problems.append(f"{circles} deadlocks, {hanging} requests ended by them")
    if not met:
        stage.result.problems.append("no exchange met one in the other direction")
    stage.result.note = f"{met} times one seen to wait for one the other way, {circles} deadlocks"


def _look_early(stage: Stage) -> None:
    """Detect deadlocks after 20 ms, so a run sees many."""
    stage.database.stop()
    stage.database.settings |= {"deadlock_timeout": "20ms"}
    stage.database.start()
    renew_connection()


def _fund(stage: Stage, players: list[int]) -> None:
    funds = stage.book("funds")
    for player in players:
        for currency in PAIR:
            moves.record_and_send(funds, moves.build_deposit(player, PLENTY, currency))


def _do_all(book: Book, intents: list[Intent]) -> None:
    """Send all in one transaction, retried with the same keys until it commits."""
    while True:
        book.record_intents(*intents)
        try:
            with transaction.atomic():
                postings = [moves.SEND[intent.kind](intent) for intent in intents]
        except OperationalError:
            continue
        for intent, posting in zip(intents, postings, strict=True):
            book.record_answer(intent.key, moves.build_answer(posting))
        return


def _say(what: str) -> None:
    """Set the application name shown in pg_stat_activity."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT set_config('application_name', %s, false)", [what])


def _deadlocks(administrator: Administrator) -> int:
    return _number(
        administrator,
        "SELECT deadlocks FROM pg_stat_database WHERE datname = current_database()",
    )


def _number(administrator: Administrator, statement: str) -> int:
    row = administrator.execute(statement.encode()).fetchone()
    return int(str(row[0])) if row else 0
