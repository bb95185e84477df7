"""Commits that wait for a synchronous standby, on a server whose standby never answers."""

import secrets
import signal
import sysconfig
from collections.abc import Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import psycopg
import pytest

from internals.postgresql import commits
from internals.postgresql.commits import CommitUnconfirmed, commit, watch_commits
from tests.waiting import wait_until
from tools.launch import layout, postgres
from tools.launch.console import Console
from tools.launch.processes import reap, send_signal

Connection = psycopg.Connection[Any]
REPLAY = "SELECT pg_logical_emit_message(true, 'ligalo', 'replay')"


@dataclass
class Alone:
    """A server that waits for a standby that does not exist."""

    url: str
    opened: list[Connection] = field(default_factory=list)

    def connect(self, options: str = "") -> Connection:
        opened = psycopg.connect(self.url, options=options)
        watch_commits(opened)
        self.opened.append(opened)
        return opened

    def close(self) -> None:
        while self.opened:
            self.opened.pop().close()

    @contextmanager
    def administrator(self) -> Iterator[Connection]:
        with psycopg.connect(self.url, autocommit=True) as connection:
            connection.execute("SET synchronous_commit = local")
            yield connection

    def await_waiting(self, pid: int) -> None:
        asked = "SELECT wait_event = 'SyncRep' FROM pg_stat_activity WHERE pid = %s"
        with self.administrator() as eyes:
            wait_until(
                lambda: eyes.execute(asked, [pid]).fetchone() == (True,),
                "the commit does not wait for the standby",
            )

    def count(self) -> int:
        with self.administrator() as eyes:
            row = eyes.execute("SELECT count(*) FROM kept").fetchone()
            return int(row[0]) if row else 0


@pytest.fixture
def server(running: Alone) -> Iterator[Alone]:
    yield running
    running.close()


@pytest.fixture(scope="module")
def running(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Alone]:
    folder = tmp_path_factory.mktemp("alone")
    for each in (folder, *folder.parents[:2]):
        each.chmod(0o755)
    binaries = Path(sysconfig.get_path("purelib")) / layout.BINARIES
    made = postgres.place_server(Console(), binaries, folder / "server")
    password = secrets.token_hex(16)
    postgres.initialise(made, password)
    process = postgres.start(made, {"synchronous_standby_names": "nobody", "fsync": "off"})
    alone = Alone(made.url(postgres.SUPERUSER, password, "postgres"))
    with alone.administrator() as administrator:
        administrator.execute("CREATE TABLE kept (n integer)")
    yield alone
    send_signal(process, signal.SIGINT)
    reap(process, seconds=30)


@pytest.fixture
def threads() -> Iterator[ThreadPoolExecutor]:
    with ThreadPoolExecutor(1) as pool:
        yield pool


def begin_commit(
    server: Alone, threads: ThreadPoolExecutor, statement: str, options: str = ""
) -> tuple[Connection, Future[None]]:
    writer = server.connect(options)
    writer.execute(statement)
    waiting = threads.submit(commit, writer)
    server.await_waiting(writer.info.backend_pid)
    return writer, waiting


@pytest.mark.parametrize("end", ["pg_cancel_backend", "pg_terminate_backend"])
def test_a_commit_whose_wait_is_cut_short_is_unconfirmed_though_visible(
    server: Alone, threads: ThreadPoolExecutor, end: str
) -> None:
    before = server.count()
    writer, waiting = begin_commit(server, threads, "INSERT INTO kept VALUES (1)")
    assert server.count() == before
    with server.administrator() as administrator:
        administrator.execute(f"SELECT {end}(%s)", [writer.info.backend_pid])
    with pytest.raises(CommitUnconfirmed):
        waiting.result()
    wait_until(lambda: server.count() == before + 1, "the commit is not visible")


def test_a_statement_timeout_does_not_end_a_commit(
    server: Alone, threads: ThreadPoolExecutor
) -> None:
    writer, waiting = begin_commit(
        server, threads, "INSERT INTO kept VALUES (1)", "-c statement_timeout=2000"
    )
    with server.administrator() as administrator:
        administrator.execute("SELECT pg_sleep(2.5)")
        assert not waiting.done()
        administrator.execute("SELECT pg_cancel_backend(%s)", [writer.info.backend_pid])
    with pytest.raises(CommitUnconfirmed):
        waiting.result()


def test_a_client_gives_up_and_the_server_goes_on_waiting(
    server: Alone, threads: ThreadPoolExecutor, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(commits, "COMMIT_SECONDS", 0.0)
    writer = server.connect()
    pid = writer.info.backend_pid
    writer.execute("INSERT INTO kept VALUES (1)")
    with pytest.raises(CommitUnconfirmed):
        commit(writer)
    assert writer.closed
    server.await_waiting(pid)
    with server.administrator() as administrator:
        administrator.execute("SELECT pg_terminate_backend(%s)", [pid])


def test_a_repeated_answer_waits_for_the_standby_and_a_mere_reading_does_not(
    server: Alone, threads: ThreadPoolExecutor
) -> None:
    reader = server.connect()
    reader.execute("SELECT count(*) FROM kept")
    commit(reader)
    writer, waiting = begin_commit(server, threads, REPLAY)
    with server.administrator() as administrator:
        administrator.execute("SELECT pg_cancel_backend(%s)", [writer.info.backend_pid])
    with pytest.raises(CommitUnconfirmed):
        waiting.result()


def test_a_commit_after_an_unconfirmed_one_is_judged_by_itself(
    server: Alone, threads: ThreadPoolExecutor
) -> None:
    writer, waiting = begin_commit(server, threads, "INSERT INTO kept VALUES (1)")
    with server.administrator() as administrator:
        administrator.execute("SELECT pg_cancel_backend(%s)", [writer.info.backend_pid])
    with pytest.raises(CommitUnconfirmed):
        waiting.result()
    writer.execute("SET LOCAL synchronous_commit = local")
    writer.execute("INSERT INTO kept VALUES (2)")
    commit(writer)
    assert writer.info.transaction_status == psycopg.pq.TransactionStatus.IDLE


def test_what_a_broken_transaction_did_is_no_success(server: Alone) -> None:
    writer = server.connect()
    before = server.count()
    writer.execute("INSERT INTO kept VALUES (3)")
    with pytest.raises(psycopg.errors.UndefinedTable):
        writer.execute("SELECT * FROM nothing")
    with pytest.raises(psycopg.errors.InFailedSqlTransaction):
        commit(writer)
    assert server.count() == before
