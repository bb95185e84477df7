"""The site with its stream process and its dealer, as `make run` starts them."""

import signal
import subprocess
import sys
from collections.abc import Iterator
from typing import Any

import pytest
from psycopg import Connection

from casino.models import ProcessMark
from tests.fixtures.site import Site
from tests.waiting import wait_until
from tools.launch.layout import ROOT
from tools.launch.processes import reap, send_signal, spawn

PROGRAMS = {
    "streams": ["-m", "config.streams"],
    "dealer": ["-W", "ignore", "manage.py", "deal_tables"],
}


class Programs:
    """The processes beside the web server, by name."""

    def __init__(self, site: Site) -> None:
        self.site = site
        self.running: dict[str, subprocess.Popen[bytes]] = {}

    def start(self, name: str) -> None:
        """Start a program; its output goes to the site's folder."""
        with (self.site.folder / f"{name}.console").open("ab") as console:
            told = {**self.site.environment, "LOG_FILE": str(self.site.folder / f"{name}.log")}
            self.running[name] = spawn(
                [sys.executable, *PROGRAMS[name]],
                folder=ROOT,
                environment=told,
                stdout=console,
                stderr=console,
            )

    def stop(self, name: str, end: signal.Signals = signal.SIGTERM) -> None:
        process = self.running.pop(name)
        send_signal(process, end)
        assert reap(process, seconds=20), self.said(name)

    def said(self, name: str) -> str:
        """Return the program's console output."""
        return (self.site.folder / f"{name}.console").read_text(errors="replace")


@pytest.fixture
def programs(site: Site) -> Iterator[Programs]:
    """The running site with stream process and dealer."""
    found = Programs(site)
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
