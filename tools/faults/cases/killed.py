"""SIGKILL to PostgreSQL in mid-commit, to the web and to the worker; single processes and all together."""

import time
from collections import Counter
from pathlib import Path

from celery import current_app

from blackjack.presets import PRESETS
from casino.fairness.services.public_log import CHAIN_LOCK
from casino.models import LogLine
from tools.faults import moves
from tools.faults.house import put_rules_in_force
from tools.faults.ledger import renew_connection
from tools.faults.play import Casino, Player, run_casino
from tools.faults.record import Book, Intent, read_books
from tools.faults.server import Administrator
from tools.faults.site import Program, await_web
from tools.faults.stage import Stage, wait_until

PLAYERS = 4
# Microseconds that a commit waits before its flush.
COMMIT_DELAY = {"commit_delay": "20000", "commit_siblings": "1"}
ORPHANS_SECONDS = 15  # gunicorn's workers notice by themselves that the master is gone
IDLE_SECONDS = 60


def postgres(stage: Stage) -> None:
    """Kill all of PostgreSQL repeatedly while eight clients commit; it recovers each time."""
    kills = max(2, round(stage.seconds / 3))
    caught = 0
    _slow_commits(stage)
    with stage.movers():
        for number in range(kills):
            stage.go_on(f"PostgreSQL, kill {number + 1} of {kills}", 1 / kills)
            with stage.database.administrator() as administrator:
                watch = Watch(administrator)
                ended = stage.database.kill(watch.await_commit)
            caught += watch.seen
            stage.tell(f"  {ended} processes killed; it recovers")
            stage.database.start()
        stage.go_on("  after the last recovery", 1 / kills)
    if not caught:
        stage.result.problems.append("no client was in mid-commit at any kill")
    stage.result.note = f"killed {kills} times, {caught} clients seen in mid-commit"


def postgres_under_site(stage: Stage) -> None:
    """Kill the server under the site, which answers with errors and reconnects by itself."""
    kills = max(2, round(stage.seconds / 6))
    with run_casino(stage) as house, house.players(PLAYERS):
        for number in range(kills):
            stage.go_on(f"PostgreSQL under the site, kill {number + 1} of {kills}", 1 / kills)
            stage.database.kill()
            stage.database.start()
        stage.go_on("  after the last recovery", 1 / kills)
    stage.result.note = f"killed {kills} times under the site, which was not restarted"


def _slow_commits(stage: Stage) -> None:
    """Delay commits between writing and flushing their record, where the kill should hit."""
    stage.database.stop()
    stage.database.settings |= COMMIT_DELAY
    stage.database.start()
    renew_connection()


class Watch:
    """Detects clients in commit: their record is written, or waits for another's flush."""

    def __init__(self, administrator: Administrator) -> None:
        self.administrator = administrator
        self.seen = 0

    def await_commit(self) -> None:
        """Return as soon as a client is in commit, or after ten seconds."""
        limit = time.monotonic() + 10
        while not self.seen and time.monotonic() < limit:
            row = self.administrator.execute(
                "SELECT count(*) FROM pg_stat_activity WHERE state = 'active'"
                " AND backend_type = 'client backend'"
                " AND (query = 'COMMIT' OR wait_event = 'WALWrite')"
            ).fetchone()
            self.seen = int(str(row[0])) if row else 0


def web(stage: Stage) -> None:
    """Kill the web under players: a worker, the master, or all of it, in turn."""
    ways = ("a worker", "the first process", "all of it")
    kills = max(3, round(stage.seconds / 3))
    killed = Counter[str]()
    with run_casino(stage) as house, house.players(PLAYERS) as people:
        for number in range(kills):
            way = ways[number % len(ways)]
            stage.go_on(f"the web, kill {number + 1} of {kills}: {way}", 1 / kills)
            _kill_web(stage, house, way)
            killed[way] += 1
        stage.go_on("  after the last one", 1 / kills)
    rounds = sum(person.rounds for person in people)
    told = ", ".join(f"{way} {count} times" for way, count in killed.items())
    stage.result.note = f"{told}; {rounds} rounds played"


def _kill_web(stage: Stage, house: Casino, way: str) -> None:
    program = house.web
    if way == "a worker":  # the master replaces it
        program.kill(program.forked[0])
        return
    if way == "the first process":
        program.kill(program.first)
        if not program.await_gone(ORPHANS_SECONDS):
            stage.result.problems.append("workers of the web outlived their first process")
    else:
        program.kill(program.first, *program.forked)
        program.await_gone(ORPHANS_SECONDS)
    program.start()
    await_web(house.address)


def worker(stage: Stage) -> None:
    """Kill the worker while it moves money from a queue: a pool process, the main process, or both."""
    with run_casino(stage) as house, house.players(2):
        house.use_queue()
        house.worker.start()
        house.beat.start()
        players, book = stage.players(4), stage.book("queue")
        kills, sent = max(3, round(stage.seconds / 4)), 0
        for number in range(kills):
            for _ in range(40):
                sent += 1
                _queue(stage, book, moves.build_deposit(players[sent % 4], 10_000 + sent))
            _kill_in_the_act(stage, house.worker, number, kills)
        stage.tell("  what the dead took with them is queued again, with its keys")
        _until_answered(stage, book)
    stage.result.note = f"killed {kills} times with money in the queue and at work"


def _queue(stage: Stage, book: Book, intent: Intent) -> None:
    book.record_intents(intent)
    _send(stage, intent)


def _send(stage: Stage, intent: Intent) -> None:
    told = intent.to_dict()
    own: Path = stage.books / "worker.book"
    current_app.send_task("tools.faults.work.move", args=[str(own), told])


def _kill_in_the_act(stage: Stage, program: Program, number: int, kills: int) -> None:
    way = ("the process at work", "the first process", "both")[number % 3]
    stage.tell(f"the worker, kill {number + 1} of {kills}: {way}")
    before = read_books(stage.books).acknowledged
    wait_until(lambda: read_books(stage.books).acknowledged > before + 5, "the worker's answers")
    if way == "the process at work":  # Celery replaces it
        program.kill(*program.forked)
        return
    if way == "the first process":
        program.kill(program.first)
        program.await_gone(ORPHANS_SECONDS)
    else:
        program.kill(program.first, *program.forked)
    program.start()


def _until_answered(stage: Stage, book: Book) -> None:
    """Resend unanswered requests until everything is answered."""

    def rest() -> list[Intent]:
        return [each for each in read_books(stage.books).unanswered if not each.by_site]

    def drained() -> bool:
        return not any((stage.folder / "celery" / "queue").glob("*.msg"))

    for _ in range(5):
        wait_until(drained, "the end of the queue", seconds=IDLE_SECONDS)
        if not rest():
            return
        for intent in rest():
            _queue(stage, book, intent)
    wait_until(lambda: not rest(), "the worker's last answers", seconds=IDLE_SECONDS)


def follow_up(stage: Stage) -> None:
    """Kill the worker in the task that follows a settlement; the scan for due work must find it again, once.

    The shoe's closing line waits for its place in the public chain. The task blocks on the chain's
    lock, which is held here: it is certainly running when it dies, with its message taken.
    """
    with run_casino(stage) as house:
        (person,) = house.seat_players(1, stage.book("funds"))
        own = stage.book("player")
        _settle_closing_shoe(person, own)
        waiting = LogLine.objects.filter(n__isnull=True).count()
        closed = LogLine.objects.filter(n__isnull=True, kind=LogLine.Kind.CLOSED).count()
        with stage.database.administrator() as lock:
            lock.execute("SELECT pg_advisory_lock(%s)", [CHAIN_LOCK])
            house.worker.start()
            house.beat.start()
            wait_until(lambda: _blocked(stage), "the worker in its task", seconds=60)
            stage.tell("the worker is in the follow-up of a settlement: killed")
            house.worker.kill(house.worker.first, *house.worker.forked)
        if LogLine.objects.filter(n__isnull=False).exists() or not closed:
            stage.result.problems.append("no settlement's follow-up waited for the dead worker")
        house.worker.start()
        wait_until(
            lambda: not LogLine.objects.filter(n__isnull=True).exists(), "the chain", IDLE_SECONDS
        )
    numbers = list(LogLine.objects.order_by("n").values_list("n", flat=True))
    if numbers != list(range(1, waiting + 1)):
        stage.result.problems.append(f"{waiting} follow-ups, and the chain has {numbers}")
    stage.result.note = f"{waiting} follow-ups were left by the dead worker; each is done, once"


def _settle_closing_shoe(person: Player, book: Book) -> None:
    """Play a round whose settlement closes its shoe, because new rules came into force meanwhile."""
    while "actions" not in person.offers():
        person.step(book)
    put_rules_in_force(person.table, PRESETS["live"])
    person.finish(book)


def _blocked(stage: Stage) -> bool:
    with stage.database.administrator() as administrator:
        row = administrator.execute(
            "SELECT 1 FROM pg_locks WHERE locktype = 'advisory' AND NOT granted"
        ).fetchone()
    return row is not None
