"""Node.js for the test of the JavaScript client; Debian's own is new enough (18)."""

import os
import shutil

from tools.launch import debian
from tools.launch.console import Console, Refusal

PACKAGE = "nodejs"


def find() -> str | None:
    """Return the path of Node.js from PATH, or None."""
    return shutil.which("node")


def ensure(console: Console) -> None:
    """Install Node.js as root on Debian; elsewhere its test is skipped. Raises Refusal.

    With CI=true nothing is skipped: a missing Node.js is refused.
    """
    if find() is None and debian.may_install():
        with console.step("Installing Node.js (apt)"):
            debian.install_package(console, PACKAGE)
    if find() is None:
        missing = f"Node.js is not installed (on Debian, as root: apt install {PACKAGE})"
        if os.environ.get("CI") == "true":
            raise Refusal(f"{missing}, and with CI=true nothing is skipped.")
        console.say(f"{missing}: the test of the JavaScript client is skipped")
