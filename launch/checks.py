"""`make check`: every check runs, whatever the ones before it found."""

import os
import secrets
import tempfile
import time
from pathlib import Path

from launch import keys, layout, packages
from launch.console import Console
from launch.processes import Failed, finish

APPS = (
    "accounts",
    "blackjack",
    "casino",
    "compliance",
    "config",
    "faults",
    "journal",
    "launch",
    "loyalty",
    "pages",
    "reports",
    "tables",
    "wallet",
)
_NO_DATABASE = ["-W", "ignore:Got an error checking a consistent migration history:RuntimeWarning"]
CHECKS: dict[str, list[str]] = {
    "ruff check": ["-m", "ruff", "check", "."],
    "ruff format": ["-m", "ruff", "format", "--check", "."],
    "import contracts": ["-c", "from importlinter.cli import lint_imports_command as c; c()"],
    "mypy --strict": ["-m", "mypy", "--strict", "manage.py", *APPS, "tests"],
    "djlint": ["-m", "djlint", "templates", "--lint", "--check"],
    "makemigrations --check": [
        *_NO_DATABASE,
        "manage.py",
        "makemigrations",
        "--check",
        "--dry-run",
    ],
    "check --deploy": ["manage.py", "check", "--deploy", "--fail-level=WARNING"],
}


def run(console: Console, _rest: list[str]) -> int:
    """Runs all checks and prints what the failed ones said; 1 when any failed."""
    packages.ensure(console, packages.DEVELOPMENT)
    with tempfile.TemporaryDirectory() as folder:
        failed = [name for name in CHECKS if not _passes(console, name, Path(folder))]
    console.say(f"Failed: {', '.join(failed)}" if failed else "All checks passed")
    return 1 if failed else 0


def _passes(console: Console, name: str, folder: Path) -> bool:
    began = time.monotonic()
    told = production(folder) if name == "check --deploy" else _test()
    try:
        finish([layout.PYTHON, *CHECKS[name]], folder=layout.ROOT, environment=told)
    except Failed as failure:
        print("\n".join(failure.lines))
        console.say(f"{name}: FAILED ({time.monotonic() - began:.1f} s)")
        return False
    console.say(f"{name}: passed ({time.monotonic() - began:.1f} s)")
    return True


def _test() -> dict[str, str]:
    return {**os.environ, "DJANGO_SETTINGS_MODULE": "config.settings.test"}


def production(folder: Path) -> dict[str, str]:
    """A production environment that is complete, with values drawn for this one check."""
    seeds, people = folder / "seed.key", folder / "identity.key"
    for file in (seeds, people):
        if not file.exists():
            keys.key_file(file)
    return {
        **{key: value for key, value in os.environ.items() if key != "DATABASE_URL"},
        "DJANGO_SETTINGS_MODULE": "config.settings.production",
        "SECRET_KEY": secrets.token_urlsafe(64),
        "ALLOWED_HOSTS": "ligalo.example",
        "SEED_KEY_FILE": str(seeds),
        "IDENTITY_KEY_FILE": str(people),
        "DATABASE_APP_URL": "postgres://ligalo_app:password@localhost/ligalo",
    }
