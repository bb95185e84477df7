"""Debian's Chromium for the browser tests."""

import os
import shutil

from launch import debian
from launch.console import Console, Refusal

PACKAGE = "chromium-headless-shell"  # the same engine without windows: a fifth less work in tests
NAMES = (PACKAGE, "chromium", "chromium-browser", "google-chrome")


def find() -> str | None:
    """The browser's path: CHROMIUM, or what the system has."""
    given = os.environ.get("CHROMIUM")
    return given or next((found for name in NAMES if (found := shutil.which(name))), None)


def ensure(console: Console) -> None:
    """Installs it where we may; elsewhere the browser tests are skipped, but never with CI=true."""
    if find() is None and debian.may_install():
        with console.step("Installing Chromium (apt)"):
            debian.install(console, PACKAGE)
    if find() is None:
        missing = f"Chromium is not installed (on Debian, as root: apt install {PACKAGE})"
        if os.environ.get("CI") == "true":
            raise Refusal(f"{missing}, and with CI=true nothing is skipped.")
        console.say(f"{missing}: the browser tests are skipped")
