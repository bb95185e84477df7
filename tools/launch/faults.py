"""`make faults`: install the requirements, then exec the runner."""

import os
import signal
from pathlib import Path
from typing import NoReturn

from tools.launch import debian, layout, packages
from tools.launch.console import Console
from tools.launch.processes import handle_stop_signals

CLOCKS = "*/faketime/libfaketime.so.1"


def run(console: Console, rest: list[str]) -> NoReturn:
    """Replace this process by the runner with the arguments `rest`."""
    packages.ensure(console, packages.RUNTIME)
    if not any(Path("/usr/lib").glob(CLOCKS)) and debian.may_install():
        with console.step("Installing libfaketime (apt)"):
            debian.install_package(console, "libfaketime")
    handle_stop_signals(signal.SIG_DFL)
    os.chdir(layout.ROOT)
    os.execv(layout.PYTHON, [str(layout.PYTHON), "-m", "tools.faults", *rest])  # noqa: S606  # no shell needed
