"""Debian's Chromium for the browser tests."""

import os
import shutil
from pathlib import Path

from launch import layout
from launch.console import Console, Refusal
from launch.processes import Failed, finish

NAMES = ("chromium", "chromium-browser", "google-chrome")


def find() -> str | None:
    """The browser's path: CHROMIUM, or what the system has."""
    given = os.environ.get("CHROMIUM")
    return given or next((found for name in NAMES if (found := shutil.which(name))), None)


def ensure(console: Console) -> None:
    """Installs it where we may; elsewhere the browser tests are skipped, but never with CI=true."""
    if find() is None and os.geteuid() == 0 and _debian():
        with console.step("Installing Chromium (apt)"):
            _install(console)
    if find() is None:
        missing = "Chromium is not installed (on Debian, as root: apt install chromium)"
        if os.environ.get("CI") == "true":
            raise Refusal(f"{missing}, and with CI=true nothing is skipped.")
        console.say(f"{missing}: the browser tests are skipped")


def _debian() -> bool:
    system = Path("/etc/os-release")
    lines = system.read_text().splitlines() if system.exists() else []
    return "ID=debian" in lines and shutil.which("apt-get") is not None


def _install(console: Console) -> None:
    quiet = {**os.environ, "DEBIAN_FRONTEND": "noninteractive"}
    install = ["apt-get", "install", "--yes", "--no-install-recommends", "chromium"]
    for command in (["apt-get", "update"], install):
        try:
            finish(command, folder=layout.ROOT, environment=quiet, each_line=console.detail)
        except Failed as error:
            console.say(f"{' '.join(command[:2])} failed: {error}")
            return
