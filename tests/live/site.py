"""The site with its stream process and its dealer, as `make run` starts them."""

import os
import select
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import suppress
from typing import Any, Final

import pytest
from psycopg import Connection

from casino.models import ProcessMark
from tests.fixtures.site import Site
from tests.live.forking import PROGRAMS
from tests.waiting import wait_until
from tools.launch.layout import ROOT

_START_SECONDS: Final = 60
_STOP_SECONDS: Final = 20


class Loaded:
    """A program that is loaded once per worker of the suite and forked for each test (forking.py)."""

    def __init__(self, site: Site, name: str) -> None:
        self.console = site.folder / f"{name}.console"
        with self.console.open("ab") as console:
            self.process = subprocess.Popen(
                [sys.executable, "-W", "ignore", "-m", "tests.live.forking", name, self.console],
                cwd=ROOT,
                env={**site.environment, "LOG_FILE": str(site.folder / f"{name}.log")},
                start_new_session=True,
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=console,
                bufsize=0,
            )

    def fork(self) -> int:
        """Start the program; return a descriptor of its process."""
        assert self.process.stdin
        assert self.process.stdout
        self.process.stdin.write(b"\n")
        assert select.select([self.process.stdout], [], [], _START_SECONDS)[0], self.said()
        number = self.process.stdout.readline()
        assert number, self.said()
        return os.pidfd_open(int(number))

    def said(self) -> str:
        """Return the program's console output."""
        return self.console.read_text(errors="replace")

    def end(self) -> None:
        self.process.kill()
        with self.process:  # closes its pipes
            self.process.wait()


class Programs:
    """The processes beside the web server, by name."""

    def __init__(self, loaded: dict[str, Loaded]) -> None:
        self.loaded = loaded
        self.running: dict[str, int] = {}  # descriptors of processes

    def start(self, name: str) -> None:
        """Start a program; its output goes to the site's folder."""
        self.running[name] = self.loaded[name].fork()

    def stop(self, name: str, end: signal.Signals = signal.SIGTERM) -> None:
        """End a program and wait until it has ended."""
        process = self.running.pop(name)
        with suppress(ProcessLookupError):
            signal.pidfd_send_signal(process, end)
        ended = select.select([process], [], [], _STOP_SECONDS)[0]
        with suppress(ProcessLookupError):
            signal.pidfd_send_signal(process, signal.SIGKILL)
        os.close(process)
        assert ended, self.loaded[name].said()


@pytest.fixture(scope="session")
def loaded_programs(serving: Site) -> Iterator[dict[str, Loaded]]:
    """The stream process and the dealer, each ready to be forked."""
    found = {name: Loaded(serving, name) for name in PROGRAMS}
    yield found
    for one in found.values():
        one.end()


@pytest.fixture
def programs(site: Site, loaded_programs: dict[str, Loaded]) -> Iterator[Programs]:
    """The running site with stream process and dealer."""
    found = Programs(loaded_programs)
    for name in PROGRAMS:
        found.start(name)
    wait_until(ProcessMark.objects.filter(kind="streams").exists, "the streams leave no mark")
    yield found
    for name in list(found.running):
        found.stop(name, signal.SIGKILL)  # do not wait for open connections


UNHURRIED = """
    CREATE FUNCTION public.unhurried_seals() RETURNS trigger LANGUAGE plpgsql SET search_path = pg_catalog AS $$
    BEGIN
        NEW.deadline := now() + interval '1 minute';
        RETURN NEW;
    END $$;
    CREATE TRIGGER unhurried_seals BEFORE UPDATE ON public.casino_clock FOR EACH ROW
    WHEN (NEW.phase = 'sealing' AND OLD.phase <> 'sealing') EXECUTE FUNCTION public.unhurried_seals();
"""


@pytest.fixture
def unhurried(owner_connection: Connection[Any]) -> None:
    """Extend the time for openings, which is no rule of the table, to a minute for slow machines."""
    owner_connection.execute(UNHURRIED)
