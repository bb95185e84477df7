"""The site that `tools.benchmarks.live` measures: web, streams and dealer, as in production behind a proxy."""

import re
import socket
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from tools.benchmarks.play_site import THREADS, WORKERS
from tools.benchmarks.processor import processor_time
from tools.benchmarks.servers import Bench
from tools.faults.site import Program, await_web, prepare_web

SETTINGS: Final = "config.settings.production"
WEB, STREAMS, DEALER, DATABASE = "web", "streams", "dealer", "PostgreSQL"
_STREAMS: Final = ["-m", "config.streams"]
_DEALER: Final = ["manage.py", "deal_tables"]
_CONNECTED: Final = "SELECT count(*) FROM pg_stat_activity WHERE application_name = %s"
_START_SECONDS: Final = 60
_RESIDENT: Final = re.compile(r"^VmRSS:\s+(\d+) kB$", re.MULTILINE)


@dataclass(frozen=True)
class LiveSite:
    """A running site: its processes, and the addresses of web and streams."""

    bench: Bench
    programs: Mapping[str, Program]
    web: tuple[str, int]
    streams: tuple[str, int]

    def spent(self) -> dict[str, float]:
        """Return the processor seconds so far, by program. Exits without Linux's /proc."""
        server = self.bench.spent()
        if server is None:
            raise SystemExit("what a decision costs is read from Linux's /proc, which is not here")
        own = {name: processor_time(program.first) for name, program in self.programs.items()}
        return {**own, DATABASE: server}

    def memory_of_streams(self) -> int:
        """Return the resident memory of the stream process in bytes."""
        status = Path(f"/proc/{self.programs[STREAMS].first}/status").read_text()
        found = _RESIDENT.search(status)
        if found is None:
            raise SystemExit("the stream process does not run: see its console")
        return int(found.group(1)) * 1024

    def connections_of_streams(self) -> int:
        """Return the number of database connections of the stream process."""
        with self.bench.connect() as owner:
            found = owner.execute(_CONNECTED, [STREAMS]).fetchone()
        return found[0] if found else 0


def environment(bench: Bench) -> dict[str, str]:
    """Return the environment variables of the site's processes."""
    return bench.environment(SETTINGS) | {
        "ALLOWED_HOSTS": "localhost",
        "TRUSTED_PROXY_COUNT": "1",
        "LOG_LEVEL": "WARNING",
        "WEB_WORKERS": str(WORKERS),
        "WEB_THREADS": str(THREADS),
    }


@contextmanager
def run_site(bench: Bench) -> Iterator[LiveSite]:
    """Start the site; every program is stopped at the end."""
    told = environment(bench)
    told.pop("DATABASE_URL")  # the owner's URL is not given to the site
    first, address = prepare_web(bench.folder, _named(WEB, bench, told))
    streams = _free_address()
    bind = {"STREAMS_BIND": "{}:{}".format(*streams)}
    programs = {
        WEB: first,
        STREAMS: Program(STREAMS, _STREAMS, bench.folder, _named(STREAMS, bench, told) | bind),
        DEALER: Program(DEALER, _DEALER, bench.folder, _named(DEALER, bench, told)),
    }
    try:
        for program in programs.values():
            program.start()
        await_web(address)
        await_listening(streams)
        yield LiveSite(bench, programs, address, streams)
    finally:
        for program in programs.values():
            program.stop()


def _named(name: str, bench: Bench, told: Mapping[str, str]) -> dict[str, str]:
    """Add the program's name for its database connections and its log file."""
    return {**told, "PGAPPNAME": name, "LOG_FILE": str(bench.folder / f"{name}.log")}


def _free_address() -> tuple[str, int]:
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        address: tuple[str, int] = free.getsockname()
    return address


def await_listening(address: tuple[str, int]) -> None:
    """Wait until the address accepts connections. Raises TimeoutError."""
    limit = time.monotonic() + _START_SECONDS
    while True:
        with suppress(OSError), socket.create_connection(address):
            return
        if time.monotonic() > limit:
            raise TimeoutError("the streams do not answer")
        time.sleep(0.05)
