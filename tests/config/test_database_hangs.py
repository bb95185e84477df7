"""Pages when the database server hangs behind open connections: a prompt error, recovery once it is back."""

import os
import shutil
import signal
import sysconfig
import time
import urllib.error
import urllib.request
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

import psycopg
import pytest

from config.testing import current_run
from internals.postgresql import waiting
from internals.postgresql.waiting import PatientConnection, Unresponsive
from tests.fixtures.site import Site
from tests.waiting import NOT_HUNG, wait_until
from tools.launch import layout, postgres
from tools.launch.console import Console
from tools.launch.processes import reap, send_signal

pytestmark = pytest.mark.programs


@dataclass
class OwnServer:
    """PostgreSQL server of one test, which may signal and stop it."""

    url: str
    pid: int

    def send(self, what: signal.Signals) -> None:
        """Send a signal to the postmaster and to its current children.

        The postmaster goes first: once stopped, it forks no further child.
        """
        os.kill(self.pid, what)
        children = Path(f"/proc/{self.pid}/task/{self.pid}/children").read_text().split()
        for child in map(int, children):
            with suppress(ProcessLookupError):  # already exited
                os.kill(child, what)


@pytest.fixture
def server(monkeypatch: pytest.MonkeyPatch) -> Iterator[OwnServer]:
    # module state: a silence recorded here must not affect the server of another test
    monkeypatch.setattr(waiting, "_silent_until", 0.0)
    folder = current_run().folder / f"own-{current_run().worker}"
    binaries = Path(sysconfig.get_path("purelib")) / layout.BINARIES
    made = postgres.place_server(Console(), binaries, folder)
    word = current_run().password("own server")
    postgres.initialise(made, word)
    process = postgres.start(made, postgres.THROWAWAY)
    postgres.ensure_owner(made, word, word)
    own = OwnServer(made.url(postgres.OWNER, word, postgres.DATABASE), process.pid)
    yield own
    own.send(signal.SIGCONT)
    send_signal(process, signal.SIGINT)
    assert reap(process, seconds=30)
    shutil.rmtree(folder)


def test_a_hanging_server_times_out(server: OwnServer) -> None:
    assert waiting.PATIENCE + waiting.REPLY < 2.5
    one, other = (PatientConnection.connect(server.url, autocommit=True) for _ in range(2))
    assert one.execute("SELECT 1").fetchone() == (1,)
    server.send(signal.SIGSTOP)
    for connection in (one, other):
        begun = time.monotonic()
        with pytest.raises(Unresponsive):
            connection.execute("SELECT 1")
        assert time.monotonic() - begun < NOT_HUNG
        assert connection.closed
    server.send(signal.SIGCONT)
    with PatientConnection.connect(server.url) as back:
        assert back.execute("SELECT 1").fetchone() == (1,)


def test_a_long_statement_of_a_server_that_lives_is_waited_for(server: OwnServer) -> None:
    with PatientConnection.connect(server.url) as connection:
        assert connection.execute("SELECT 7 FROM pg_sleep(2)").fetchone() == (7,)


@pytest.fixture
def hanging(site: Site, server: OwnServer) -> Iterator[Site]:
    """Return a site on its own server; it has no tables, so pages fail, but connections are open."""
    kept = site.environment
    site.environment = {**kept, "DATABASE_APP_URL": server.url, "DATABASE_GIVES_UP": "true"}
    site.restart()
    yield site
    site.environment = kept
    site.restart()


def status(site: Site, language: str = "en") -> tuple[int, str]:
    headers = {"Accept-Language": language, "Cookie": "sessionid=abcdefgh"}
    page = urllib.request.Request(site.url + "/", headers=headers)  # noqa: S310  # our own address
    with pytest.raises(urllib.error.HTTPError) as refused:
        urllib.request.urlopen(page)  # noqa: S310  # as above
    with refused.value as answer:
        return answer.code, answer.read().decode()


@pytest.mark.slow
def test_a_page_says_that_it_is_not_now(hanging: Site, server: OwnServer) -> None:
    assert status(hanging)[0] == 500
    server.send(signal.SIGSTOP)
    for language, words in (
        ("es", "Inténtalo de nuevo en breve"),
        ("en", "Try again shortly"),
    ):
        begun = time.monotonic()
        code, page = status(hanging, language)
        assert time.monotonic() - begun < NOT_HUNG
        assert code == 503
        assert words in page
    server.send(signal.SIGCONT)
    wait_until(lambda: status(hanging)[0] == 500, "the site has not come back")


def test_the_time_to_connect_is_limited_too(server: OwnServer) -> None:
    server.send(signal.SIGSTOP)
    begun = time.monotonic()
    with pytest.raises(psycopg.OperationalError):
        psycopg.connect(server.url, connect_timeout=2)
    assert time.monotonic() - begun < NOT_HUNG
