"""Debian's Chromium for the browser tests."""

import os
import re
import shutil
import subprocess

from tools.launch import debian
from tools.launch.console import Console, Refusal

# The same engine without windows: saves a fifth of the work in tests.
PACKAGE = "chromium-headless-shell"
# First version with everything the pages' styles use: `:has`, `color-mix`, balanced text.
OLDEST = 114
NAMES = (PACKAGE, "chromium", "chromium-browser", "google-chrome")


def find() -> str | None:
    """Return the browser's path from CHROMIUM or PATH, or None."""
    given = os.environ.get("CHROMIUM")
    return given or next((found for name in NAMES if (found := shutil.which(name))), None)


def version(path: str) -> str:
    """Return the browser's version, such as ``156.0.8078.73``. Raises Refusal."""
    try:
        said = subprocess.run(
            [path, "--version"], check=True, capture_output=True, text=True, timeout=60
        ).stdout
    except (OSError, subprocess.SubprocessError) as error:
        raise Refusal(f"{path} does not start ({error}).") from error
    found = re.search(r"\d+(\.\d+)+", said)
    if found is None:
        raise Refusal(f"{path} --version names no version: {said.strip()!r}.")
    return found[0]


def ensure(console: Console) -> None:
    """Install Chromium as root on Debian; elsewhere the browser tests are skipped. Raises Refusal.

    With CI=true nothing is skipped: a missing browser is refused.
    """
    if find() is None and debian.may_install():
        with console.step("Installing Chromium (apt)"):
            debian.install_package(console, PACKAGE)
    path = find()
    if path is None:
        missing = f"Chromium is not installed (on Debian, as root: apt install {PACKAGE})"
        if os.environ.get("CI") == "true":
            raise Refusal(f"{missing}, and with CI=true nothing is skipped.")
        console.say(f"{missing}: the browser tests are skipped")
    else:
        require_version(path, version(path))


def require_version(path: str, found: str) -> None:
    """Raise Refusal for a version older than the pages need."""
    if int(found.partition(".")[0]) < OLDEST:
        raise Refusal(
            f"{path} is version {found}; the tests need {OLDEST} (apt install {PACKAGE})."
        )
