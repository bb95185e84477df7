"""`make test` and `make test-all`: prepare, then exec pytest."""

import os
import signal
from typing import Final, NoReturn

from tools.launch import chromium, layout, node, packages
from tools.launch.console import Console, Refusal
from tools.launch.environment import cache_bytecode
from tools.launch.processes import handle_stop_signals

# One more than cores: a browser waits as often as it works.
_WORKERS: Final = len(os.sched_getaffinity(0)) + 1
_SPREAD: Final = (f"--numprocesses={_WORKERS}", "--dist=load", "--maxschedchunk=1")
_CHANGE: Final = ("-m", "not slow")
_EVERYTHING: Final = ("--hypothesis-profile=random",)


def run(console: Console, rest: list[str]) -> NoReturn:
    """Run the tests for a change; `rest` goes to pytest."""
    _become_pytest(console, [*_CHANGE, *rest])


def run_all(console: Console, rest: list[str]) -> NoReturn:
    """Run the exhaustive and sweeping tests as well, with new random examples; `rest` goes to pytest."""
    _become_pytest(console, [*_EVERYTHING, *rest])


def _become_pytest(console: Console, arguments: list[str]) -> NoReturn:
    """Replace this process by pytest. Raises Refusal."""
    if not os.access(layout.ROOT, os.W_OK):
        raise Refusal(layout.no_permission_text(layout.ROOT))
    cache_bytecode()
    packages.ensure(console, packages.DEVELOPMENT)
    chromium.ensure(console)
    node.ensure(console)
    handle_stop_signals(signal.SIG_DFL)
    os.chdir(layout.ROOT)
    command = [str(layout.PYTHON), "-m", "pytest", *_SPREAD, *arguments]
    os.execv(layout.PYTHON, command)  # noqa: S606  # no shell needed
