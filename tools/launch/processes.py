"""Start child processes that cannot outlive their parent, and stop them in order."""

import ctypes
import os
import select
import signal
import subprocess
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path
from types import FrameType
from typing import IO, Any

from tools.launch.system_user import Account

_PR_SET_PDEATHSIG = 1


STOP_SIGNALS = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)


class StopRequested(BaseException):
    """SIGINT, SIGTERM or SIGHUP was received: stop everything and exit."""


class ProgramFailed(Exception):
    """A program exited with a non-zero status; the message is its last line of output."""

    def __init__(self, status: int, lines: Sequence[str]) -> None:
        last = next((line for line in reversed(lines) if line.strip()), f"status {status}")
        super().__init__(last)
        self.lines = lines


@contextmanager
def stop_signals() -> Iterator[None]:
    """Raise StopRequested at the first stop signal and ignore later ones."""

    def stop(number: int, _frame: FrameType | None) -> None:
        handle_stop_signals(signal.SIG_IGN)
        raise StopRequested(number)

    handle_stop_signals(stop)
    yield


def handle_stop_signals(handler: Callable[[int, FrameType | None], Any] | signal.Handlers) -> None:
    """Set the handler of all stop signals."""
    for each in STOP_SIGNALS:
        signal.signal(each, handler)


def die_with_parent(end: signal.Signals) -> Callable[[], None]:
    """Return a preexec function: the child gets the signal `end` when its parent dies."""
    prctl = ctypes.CDLL(None, use_errno=True).prctl
    parent = os.getpid()

    def set_signal() -> None:
        prctl(_PR_SET_PDEATHSIG, int(end), 0, 0, 0)
        if os.getppid() != parent:  # the parent died in between
            os._exit(1)

    return set_signal


def spawn(  # noqa: PLR0913  # the arguments of Popen that differ between programs
    arguments: Sequence[str | Path],
    *,
    folder: Path,
    environment: Mapping[str, str],
    account: Account | None = None,
    end: signal.Signals = signal.SIGTERM,
    stdout: IO[Any] | int | None = None,
    stderr: IO[Any] | int | None = None,
) -> subprocess.Popen[bytes]:
    """Start a program in a session of its own: Ctrl-C reaches only us, and we stop it in order.

    `account` is its user (root only), `end` the signal it gets if we are killed.
    """
    return subprocess.Popen(
        [str(argument) for argument in arguments],
        cwd=folder,
        env=dict(environment),
        start_new_session=True,
        preexec_fn=die_with_parent(end),  # noqa: PLW1509  # only one thread here
        stdin=subprocess.DEVNULL,
        stdout=stdout,
        stderr=stderr,
        user=account.uid if account else None,
        group=account.gid if account else None,
        extra_groups=[] if account else None,
    )


def run_to_end(
    arguments: Sequence[str | Path],
    *,
    each_line: Callable[[str], None] = lambda _line: None,
    **how: Any,
) -> list[str]:
    """Run a program to its end and return its output lines (both streams). Raises ProgramFailed."""
    lines: list[str] = []
    process = spawn(arguments, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, **how)
    with process:  # closes its pipe
        try:
            for raw in process.stdout or ():
                line = raw.decode(errors="replace").rstrip()
                lines.append(line)
                each_line(line)
            process.wait()
        except BaseException:
            send_signal(process, signal.SIGTERM)
            reap(process, seconds=5)
            raise
    if process.returncode:
        raise ProgramFailed(process.returncode, lines)
    return lines


def send_signal(process: subprocess.Popen[bytes], end: signal.Signals) -> None:
    """Send the signal `end` to a program that is still running."""
    if process.poll() is None:
        process.send_signal(end)


def reap(process: subprocess.Popen[bytes], seconds: float) -> bool:
    """Wait until the program has ended, then kill the rest of its session.

    Returns False if it did not end in time and had to be killed.
    """
    try:
        process.wait(seconds)
    except subprocess.TimeoutExpired:
        return False
    finally:
        with suppress(ProcessLookupError):  # the session is already empty
            os.killpg(process.pid, signal.SIGKILL)
        process.wait()
    return True


@dataclass(frozen=True)
class Child:
    """A long-running child process."""

    name: str
    process: subprocess.Popen[bytes]
    end: signal.Signals
    seconds: float  # time to end after the signal, before it is killed


@dataclass
class Household:
    """All children in start order; the first is the database server used by the others."""

    children: list[Child] = field(default_factory=list)

    def add(
        self,
        name: str,
        process: subprocess.Popen[bytes],
        *,
        end: signal.Signals = signal.SIGTERM,
        seconds: float = 15,
    ) -> None:
        """Add a started program."""
        self.children.append(Child(name, process, end, seconds))

    def wait_for_ended(self, seconds: float | None = None) -> Child | None:
        """Wait until a child ends by itself and return it; None after `seconds`."""
        poller = select.poll()
        watched = {os.pidfd_open(child.process.pid): child for child in self.children}
        try:
            for descriptor in watched:
                poller.register(descriptor, select.POLLIN)
            ready = poller.poll(None if seconds is None else seconds * 1000)
            return watched[ready[0][0]] if ready else None
        finally:
            for descriptor in watched:
                os.close(descriptor)

    def stop(self, tell: Callable[[str], None]) -> None:
        """Stop all but the first together, then the first; report which had to be killed."""
        handle_stop_signals(signal.SIG_IGN)  # already stopping
        for child in self.children[1:]:
            send_signal(child.process, child.end)
        while self.children:
            child = self.children.pop()
            if not self.children:
                send_signal(child.process, child.end)
            if not reap(child.process, child.seconds):
                tell(f"The {child.name} did not end in {child.seconds:.0f} s and was killed.")
