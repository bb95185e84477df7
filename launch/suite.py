"""`make test`: what the tests need, then pytest in our place, so that its last line is the last."""

import os
import signal
from typing import NoReturn

from launch import chromium, layout, packages
from launch.console import Console, Refusal
from launch.processes import handle_stop_signals


def run(console: Console, rest: list[str]) -> NoReturn:
    """Becomes pytest; `rest` is handed on to it. Its exit status is ours."""
    if not os.access(layout.ROOT, os.W_OK):
        raise Refusal(layout.no_permission(layout.ROOT))
    packages.ensure(console, packages.DEVELOPMENT)
    chromium.ensure(console)
    handle_stop_signals(signal.SIG_DFL)
    os.chdir(layout.ROOT)
    spread = ["--numprocesses=logical", "--dist=loadgroup"]
    command = [str(layout.PYTHON), "-m", "pytest", *spread, *rest]
    os.execv(layout.PYTHON, command)  # noqa: S606  # no shell is wanted
