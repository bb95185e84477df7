"""Debian's packages, installed where we may: as root, on Debian."""

import os
import shutil
from pathlib import Path

from tools.launch import layout
from tools.launch.console import Console
from tools.launch.processes import Failed, finish


def may_install() -> bool:
    """Whether this is Debian and we are root."""
    system = Path("/etc/os-release")
    lines = system.read_text().splitlines() if system.exists() else []
    return os.geteuid() == 0 and "ID=debian" in lines and shutil.which("apt-get") is not None


def install(console: Console, package: str) -> None:
    """Install it; a failure is one line, because the caller can do without."""
    quiet = {**os.environ, "DEBIAN_FRONTEND": "noninteractive"}
    arguments = ["apt-get", "install", "--yes", "--no-install-recommends", package]
    for command in (["apt-get", "update"], arguments):
        try:
            finish(command, folder=layout.ROOT, environment=quiet, each_line=console.detail)
        except Failed as error:
            console.say(f"{' '.join(command[:2])} failed: {error}")
            return
