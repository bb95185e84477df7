"""The virtual environment and its packages."""

import hashlib
import importlib.util
import os
import re
import shutil
import sys
from collections.abc import Callable, Sequence
from pathlib import Path

from tools.launch import layout
from tools.launch.console import Console, Refusal
from tools.launch.processes import ProgramFailed, run_to_end

RUNTIME = "requirements.txt"
DEVELOPMENT = "requirements-dev.txt"
_TELLING = re.compile(r"^(Collecting|Downloading|Using cached|Installing|Building) ?(\S*)")


def ensure(console: Console, requirements: str) -> None:
    """Install the listed packages; pip runs only if the list or Python has changed. Raises Refusal."""
    stamp = layout.VENV / f".{requirements}.sha256"
    wanted = _fingerprint(layout.ROOT / requirements)
    if layout.PYTHON.exists() and stamp.exists() and stamp.read_text() == wanted:
        return
    _ensure_environment(console)
    stamp.unlink(missing_ok=True)
    with console.step(f"Installing the packages of {requirements}"):
        _install(console, requirements)
    stamp.write_text(wanted)


def _fingerprint(requirements: Path) -> str:
    return hashlib.sha256(requirements.read_bytes() + sys.version.encode()).hexdigest()


def _ensure_environment(console: Console) -> None:
    if _has_pip():
        return
    missing = [name for name in ("venv", "ensurepip") if not importlib.util.find_spec(name)]
    if missing:
        name = f"python{sys.version_info.major}.{sys.version_info.minor}-venv"
        raise Refusal(
            f"This Python has no {missing[0]}: install it, on Debian with: apt install {name}"
        )
    with console.step("Making the virtual environment in .venv"):
        shutil.rmtree(layout.VENV, ignore_errors=True)
        _finish([sys.executable, "-m", "venv", layout.VENV], "The virtual environment")


def _has_pip() -> bool:
    """Return whether the environment is complete and was created by this Python."""
    if not layout.PYTHON.exists():
        return False
    probe = "import pip, sys; print(sys.version)"
    try:
        lines = run_to_end([layout.PYTHON, "-c", probe], folder=layout.ROOT, environment=os.environ)
    except (ProgramFailed, OSError):  # created by a missing Python or incomplete: it is recreated
        return False
    return "\n".join(lines) == sys.version


def _install(console: Console, requirements: str) -> None:
    def tell(line: str) -> None:
        if found := _TELLING.match(line.strip()):
            console.detail(f"{found[1]} {found[2]}")

    options = ["--require-hashes", "--no-input", "--disable-pip-version-check"]
    options += ["--progress-bar=off", "--root-user-action=ignore"]
    # The lists are complete, and Python compiles on import: both options halve the time.
    options += ["--no-deps", "--no-compile"]
    command = [str(layout.PYTHON), "-m", "pip", "install", *options, "--requirement", requirements]
    _finish(command, "pip", tell)


def _finish(
    command: Sequence[str | Path], what: str, tell: Callable[[str], None] = lambda _line: None
) -> None:
    try:
        run_to_end(command, folder=layout.ROOT, environment=os.environ, each_line=tell)
    except ProgramFailed as error:
        told = next((line for line in error.lines if line.startswith("ERROR:")), str(error))
        file = layout.VENV / "install.txt"
        file.write_text("\n".join(error.lines) + "\n")
        raise Refusal(
            f"{what} failed: {told.removeprefix('ERROR: ')} (all of it: {file})"
        ) from error
