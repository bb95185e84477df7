"""Programs of a rehearsal: start, watch, kill by process id, stop all at the end.

Start programs from the main thread: the kernel ends a child when the thread that started it ends.
"""

import os
import signal
import socket
import subprocess
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path

from tools.launch.processes import reap, send_signal, spawn
from tools.launch.system_user import Account

_POLL = 0.05  # seconds


@dataclass
class Program:
    """A program in a session of its own, its log in `folder`/`name`.log; it may be started again."""

    name: str
    line: Sequence[str | Path]
    folder: Path
    environment: Mapping[str, str]
    account: Account | None = None
    end: signal.Signals = signal.SIGTERM
    stop_seconds: float = 20
    working_folder: Path | None = None
    _process: subprocess.Popen[bytes] | None = None

    @property
    def log(self) -> Path:
        return self.folder / f"{self.name}.log"

    def start(self) -> None:
        """Start the program without waiting until it serves; its log is continued."""
        with self.log.open("ab") as log:
            self._process = spawn(
                self.line,
                folder=self.working_folder or self.folder,
                environment=self.environment,
                account=self.account,
                end=self.end,
                stdout=log,
                stderr=log,
            )

    @property
    def pid(self) -> int:
        """Process id of the first process. Raises RuntimeError if it was never started."""
        if self._process is None:
            raise RuntimeError(f"{self.name} was not started")
        return self._process.pid

    @property
    def runs(self) -> bool:
        """True if the first process has not ended."""
        return self._process is not None and self._process.poll() is None

    @property
    def pids(self) -> list[int]:
        """Process ids of its whole session."""
        return session_pids(self.pid)

    def kill(self) -> None:
        """Send SIGKILL to every process of the session and wait until the first is gone."""
        kill_pids(self.pids)
        if self._process:
            self._process.wait()

    def kill_first(self) -> None:
        """Send SIGKILL to the first process alone."""
        kill_pids([self.pid])
        if self._process:
            self._process.wait()

    def stop(self) -> None:
        """Stop the program by its signal, then kill what is left of it."""
        if self._process:
            send_signal(self._process, self.end)
            reap(self._process, self.stop_seconds)
            self._process = None

    def last_lines(self, count: int = 5) -> str:
        """Return the end of the log."""
        lines = self.log.read_text(errors="replace").splitlines() if self.log.exists() else []
        return "\n".join(lines[-count:])


@dataclass
class Programs:
    """All programs of a rehearsal in start order."""

    started: list[Program] = field(default_factory=list)

    def start(self, program: Program) -> Program:
        """Start a program that is stopped at the end."""
        program.start()
        if program not in self.started:
            self.started.append(program)
        return program

    def stop(self) -> None:
        """Stop all, the last one first."""
        while self.started:
            self.started.pop().stop()


@contextmanager
def running_programs() -> Iterator[Programs]:
    """Yield an empty set of programs; stop them all at the end."""
    programs = Programs()
    try:
        yield programs
    finally:
        programs.stop()


def session_pids(first: int) -> list[int]:
    """Return all processes of the session that `first` leads, without zombies."""
    return sorted(pid for pid, session, state in _processes() if session == first and state != "Z")


def _processes() -> Iterator[tuple[int, int, str]]:
    for entry in Path("/proc").iterdir():
        if entry.name.isdigit():
            with suppress(OSError):
                fields = (entry / "stat").read_text().rpartition(")")[2].split()
                yield int(entry.name), int(fields[3]), fields[0]


def kill_pids(pids: Sequence[int]) -> None:
    """Send SIGKILL to these processes; those that have ended meanwhile do not matter."""
    for pid in pids:
        with suppress(ProcessLookupError):
            os.kill(pid, signal.SIGKILL)


def free_ports(count: int) -> list[int]:
    """Return different free loopback ports."""
    sockets = [socket.socket() for _ in range(count)]
    try:
        for each in sockets:
            each.bind(("127.0.0.1", 0))
        return [int(each.getsockname()[1]) for each in sockets]
    finally:
        for each in sockets:
            each.close()


def await_true(found: Callable[[], bool], seconds: float, what: str) -> float:
    """Wait until `found()`; return the seconds it took. Raises TimeoutError."""
    began = time.monotonic()
    while not found():
        if time.monotonic() - began > seconds:
            raise TimeoutError(f"{what}: not within {seconds:.0f} s")
        time.sleep(_POLL)
    return time.monotonic() - began


def listens(port: int) -> bool:
    """Return whether something accepts connections at this loopback port."""
    with socket.socket() as connection:
        connection.settimeout(1)
        return connection.connect_ex(("127.0.0.1", port)) == 0


def await_port(program: Program, port: int, seconds: float = 30) -> None:
    """Wait until a program listens. Raises TimeoutError, or RuntimeError with its last words if it ended."""

    def is_up() -> bool:
        if not program.runs:
            raise RuntimeError(f"{program.name} ended: {program.last_lines()}")
        return listens(port)

    await_true(is_up, seconds, f"{program.name} at port {port}")
