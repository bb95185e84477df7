"""Installation of Debian packages, as root on Debian only."""

import os
import shutil
from pathlib import Path

from tools.launch import layout
from tools.launch.console import Console
from tools.launch.processes import ProgramFailed, run_to_end


def may_install() -> bool:
    """Return whether this is Debian and the user is root."""
    system = Path("/etc/os-release")
    lines = system.read_text().splitlines() if system.exists() else []
    return os.geteuid() == 0 and "ID=debian" in lines and shutil.which("apt-get") is not None


def install_package(console: Console, package: str) -> None:
    """Install a package; print a line if that fails, since the caller can do without."""
    quiet = {**os.environ, "DEBIAN_FRONTEND": "noninteractive"}
    arguments = ["apt-get", "install", "--yes", "--no-install-recommends", package]
    for command in (["apt-get", "update"], arguments):
        try:
            run_to_end(command, folder=layout.ROOT, environment=quiet, each_line=console.detail)
        except ProgramFailed as error:
            console.say(f"{' '.join(command[:2])} failed: {error}")
            return
