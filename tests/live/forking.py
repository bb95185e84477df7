"""A program that is loaded once and forked for each test: `python -m tests.live.forking <program> <console>`.

It forks at each line of its input and prints the new process's id. The fork starts as the program's
own interpreter would, with everything imported.
"""

import gc
import os
import runpy
import signal
import sys
from collections.abc import Callable, Mapping
from importlib import import_module
from types import MappingProxyType
from typing import Final

import django

from tests.fixtures.warming import load_late_code
from tools.launch.processes import die_with_parent


def _run_streams() -> None:
    sys.argv = ["streams"]
    runpy.run_module("config.streams", run_name="__main__", alter_sys=True)


def _run_dealer() -> None:
    sys.argv = ["manage.py", "deal_tables"]
    runpy.run_path("manage.py", run_name="__main__")


PROGRAMS: Final[Mapping[str, Callable[[], None]]] = MappingProxyType(
    {"streams": _run_streams, "dealer": _run_dealer}
)
_IMPORTED_LATE: Final = (
    "casino.live.views.fragments",
    "casino.management.commands.deal_tables",
    "push.streams",
    "uvicorn.protocols.http.h11_impl",
)


def _load() -> None:
    for module in _IMPORTED_LATE:
        import_module(module)
    load_late_code()
    gc.collect()
    gc.freeze()  # forks must not write to pages shared with this process


def _become(run: Callable[[], None], console: str, die: Callable[[], None]) -> None:
    """Run the program in this forked process, as `spawn` starts one."""
    os.setsid()
    die()
    signal.signal(signal.SIGCHLD, signal.SIG_DFL)
    os.dup2(os.open(os.devnull, os.O_RDONLY), 0)
    output = os.open(console, os.O_WRONLY | os.O_CREAT | os.O_APPEND, 0o644)
    os.dup2(output, 1)
    os.dup2(output, 2)
    run()


def main(program: str, console: str) -> None:
    """Fork the program at each line of input, until the input ends."""
    django.setup()
    _load()
    signal.signal(signal.SIGCHLD, signal.SIG_IGN)  # ended forks leave no zombies
    die = die_with_parent(signal.SIGTERM)
    while os.read(0, 1):
        child = os.fork()
        if child == 0:
            _become(PROGRAMS[program], console, die)
            sys.exit()
        os.write(1, f"{child}\n".encode())


if __name__ == "__main__":
    main(*sys.argv[1:])
