"""`make test-pg15`: the tests that need a database, on Debian's PostgreSQL 15."""

import os
import secrets
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Final

from tools.faults.server import Clocked
from tools.launch import layout, postgres
from tools.launch.console import Console, Refusal
from tools.launch.environment import cache_bytecode
from tools.launch.processes import (
    ProgramFailed,
    StopRequested,
    reap,
    send_signal,
    stop_signals,
)
from tools.rehearsals.bounds import unprivileged_account, working_folder
from tools.rehearsals.packages import POSTGRESQL, unpack_packages

GIGABYTES: Final = 4.0
_NEEDS_DATABASE: Final = "(database or committed) and not slow and not browser"
# Settings of the throwaway server that 15 does not know.
_NEWER: Final = frozenset({"scram_iterations"})


@contextmanager
def running_server(console: Console) -> Iterator[str]:
    """Yield the owner's URL of a throwaway server of Debian's PostgreSQL 15."""
    packages = unpack_packages(console, POSTGRESQL)
    account = unprivileged_account(console)
    with working_folder("pg15", account, gigabytes=GIGABYTES) as folder:
        binaries = packages.program("postgres").parent
        more = packages.environment()
        server = Clocked(binaries, folder / "server", account, more)
        postgres.make_folders(server)
        superuser, owner = secrets.token_hex(16), secrets.token_hex(16)
        postgres.initialise(server, superuser, locale=["--locale=C.UTF-8"])
        known = {name: value for name, value in postgres.THROWAWAY.items() if name not in _NEWER}
        process = postgres.start(server, known)
        try:
            postgres.ensure_owner(server, superuser, owner)
            yield server.url(postgres.OWNER, owner, postgres.DATABASE)
        finally:
            send_signal(process, signal.SIGINT)
            reap(process, seconds=postgres.STOP_SECONDS)


def main(arguments: list[str]) -> int:
    """Run pytest; the arguments are its own."""
    cache_bytecode()
    workers = f"--numprocesses={len(os.sched_getaffinity(0)) + 1}"
    line = [str(layout.PYTHON), "-m", "pytest", workers, "-m", _NEEDS_DATABASE, *arguments]
    try:
        with stop_signals(), running_server(Console()) as url:
            told = {**os.environ, "TEST_DATABASE_URL": url}
            return subprocess.run(line, check=False, cwd=layout.ROOT, env=told).returncode
    except StopRequested:
        return 130
    except (Refusal, ProgramFailed) as error:
        print(error, file=sys.stderr)
        return 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
