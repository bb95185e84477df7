"""Start child processes that cannot outlive us, and stop them in order."""

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


class Stopped(BaseException):
    """SIGINT, SIGTERM or SIGHUP came: stop everything and end."""


class Failed(Exception):
    """A program ended with a status that is not 0; the message is the last line that it wrote."""

    def __init__(self, status: int, lines: Sequence[str]) -> None:
        last = next((line for line in reversed(lines) if line.strip()), f"status {status}")
        super().__init__(last)
        self.lines = lines


@contextmanager
def stop_signals() -> Iterator[None]:
    """Within, the first stop signal raises Stopped; those that follow are ignored."""

    def stop(number: int, _frame: FrameType | None) -> None:
        handle_stop_signals(signal.SIG_IGN)
        raise Stopped(number)

    handle_stop_signals(stop)
    yield


def handle_stop_signals(handler: Callable[[int, FrameType | None], Any] | signal.Handlers) -> None:
    """Set the handlers of stop signals."""
    for each in STOP_SIGNALS:
        signal.signal(each, handler)


def _die_with_parent(end: signal.Signals) -> Callable[[], None]:
    """For the child, just before it becomes the program: `end` comes to it when we are killed."""
    prctl = ctypes.CDLL(None, use_errno=True).prctl
    parent = os.getpid()

    def set_signal() -> None:
        prctl(_PR_SET_PDEATHSIG, int(end), 0, 0, 0)
        if os.getppid() != parent:  # it happened in between
            os._exit(1)

    return set_signal


def spawn(  # noqa: PLR0913  # those of Popen that differ from program to program
    arguments: Sequence[str | Path],
    *,
    folder: Path,
    environment: Mapping[str, str],
    account: Account | None = None,
    end: signal.Signals = signal.SIGTERM,
    stdout: IO[Any] | int | None = None,
    stderr: IO[Any] | int | None = None,
) -> subprocess.Popen[bytes]:
    """Start a program in a session of its own: Ctrl-C reaches us only, and we stop it in order.

    `account` is its user (root only), `end` the signal it gets if we are killed.
    """
    return subprocess.Popen(
        [str(argument) for argument in arguments],
        cwd=folder,
        env=dict(environment),
        start_new_session=True,
        preexec_fn=_die_with_parent(end),  # noqa: PLW1509  # we have one thread
        stdin=subprocess.DEVNULL,
        stdout=stdout,
        stderr=stderr,
        user=account.uid if account else None,
        group=account.gid if account else None,
        extra_groups=[] if account else None,
    )


def finish(
    arguments: Sequence[str | Path],
    *,
    each_line: Callable[[str], None] = lambda _line: None,
    **how: Any,
) -> list[str]:
    """Runs a program to its end and returns its lines (both streams); Failed when it fails."""
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
            ask(process, signal.SIGTERM)
            reap(process, seconds=5)
            raise
    if process.returncode:
        raise Failed(process.returncode, lines)
    return lines


def ask(process: subprocess.Popen[bytes], end: signal.Signals) -> None:
    """Asks a program to end, when it still runs."""
    if process.poll() is None:
        process.send_signal(end)


def reap(process: subprocess.Popen[bytes], seconds: float) -> bool:
    """Waits until it has ended, then ends all that it started. False when it had to be killed."""
    try:
        process.wait(seconds)
    except subprocess.TimeoutExpired:
        return False
    finally:
        with suppress(ProcessLookupError):  # nothing of its session is left
            os.killpg(process.pid, signal.SIGKILL)
        process.wait()
    return True


@dataclass(frozen=True)
class Child:
    """A long-running program of ours."""

    name: str
    process: subprocess.Popen[bytes]
    end: signal.Signals
    seconds: float  # that it has to end by itself


@dataclass
class Household:
    """All children in order of start: the first is the server the others use."""

    children: list[Child] = field(default_factory=list)

    def add(
        self,
        name: str,
        process: subprocess.Popen[bytes],
        *,
        end: signal.Signals = signal.SIGTERM,
        seconds: float = 15,
    ) -> None:
        """Takes a started program into the house."""
        self.children.append(Child(name, process, end, seconds))

    def first_dead(self, seconds: float | None = None) -> Child | None:
        """Waits until a child ends by itself and returns it; None when `seconds` went by first."""
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
        """Stop all but the first together, then the first, and report which had to be killed."""
        handle_stop_signals(signal.SIG_IGN)  # it is being done
        for child in self.children[1:]:
            ask(child.process, child.end)
        while self.children:
            child = self.children.pop()
            if not self.children:
                ask(child.process, child.end)
            if not reap(child.process, child.seconds):
                tell(f"The {child.name} did not end in {child.seconds:.0f} s and was killed.")
