"""`make check`: all checks in parallel."""

import os
import secrets
import signal
import subprocess
import tempfile
from pathlib import Path

from tools.launch import keys, layout, packages
from tools.launch.console import Console
from tools.launch.environment import cache_bytecode
from tools.launch.processes import reap, send_signal, spawn

APPS = (
    "accounts",
    "alarms",
    "api",
    "approvals",
    "blackjack",
    "builds",
    "casino",
    "compliance",
    "config",
    "cases",
    "detection",
    "internals",
    "journal",
    "limits",
    "loyalty",
    "pages",
    "push",
    "reports",
    "profiles",
    "restores",
    "signals",
    "tables",
    "tools",
    "wallet",
)
CLIENT = ("clients/python/ligalo_client", "clients/python/examples")
_NO_DATABASE = ["-W", "ignore:Got an error checking a consistent migration history:RuntimeWarning"]
CHECKS: dict[str, list[str]] = {  # longest first
    "mypy --strict": [
        "-m",
        "mypy",
        "--strict",
        "manage.py",
        "deploy/health.py",
        *APPS,
        *CLIENT,
        "tests",
    ],
    "ruff check": ["-m", "ruff", "check", "."],
    "ruff format": ["-m", "ruff", "format", "--check", "."],
    "import contracts": ["-c", "from importlinter.cli import lint_imports_command as c; c()"],
    "djlint": ["-m", "djlint", "templates", "--lint", "--check"],
    "makemigrations --check": [
        *_NO_DATABASE,
        "manage.py",
        "makemigrations",
        "--check",
        "--dry-run",
    ],
    "migration locks": ["-m", "tools.migrations"],
    "api schema": ["manage.py", "write_api_schema", "--check"],
    "client code": ["-m", "tools.launch", "client-code", "--check"],
    "api contract": ["-m", "tools.contract"],
    "check --deploy": ["manage.py", "check", "--deploy", "--fail-level=WARNING"],
}


def run(console: Console, _rest: list[str]) -> int:
    """Run all checks and print the output of failed ones; return 1 if any failed."""
    cache_bytecode()
    packages.ensure(console, packages.DEVELOPMENT)
    with tempfile.TemporaryDirectory() as folder:
        failed = _failed_checks(console, Path(folder))
    console.say(f"Failed: {', '.join(failed)}" if failed else "All checks passed")
    return 1 if failed else 0


def _failed_checks(console: Console, folder: Path) -> list[str]:
    started: dict[str, subprocess.Popen[bytes]] = {}
    try:
        for name in CHECKS:
            started[name] = _start(name, folder)
        return [
            name for name, process in started.items() if not _passes(console, name, process, folder)
        ]
    finally:
        for process in started.values():
            send_signal(process, signal.SIGTERM)
            reap(process, seconds=5)


def _start(name: str, folder: Path) -> subprocess.Popen[bytes]:
    environment = production_environment(folder) if name == "check --deploy" else _test()
    with _output_file(name, folder).open("wb") as output:
        return spawn(
            [layout.PYTHON, *CHECKS[name]],
            folder=layout.ROOT,
            environment=environment,
            stdout=output,
            stderr=output,
        )


def _passes(console: Console, name: str, process: subprocess.Popen[bytes], folder: Path) -> bool:
    """Wait for a check and print its output if it fails."""
    if process.wait() == 0:
        console.say(f"{name}: passed")
        return True
    print(_output_file(name, folder).read_text(errors="replace"))
    console.say(f"{name}: FAILED")
    return False


def _output_file(name: str, folder: Path) -> Path:
    return folder / f"{name}.txt"


def _test() -> dict[str, str]:
    return {
        **os.environ,
        "DJANGO_SETTINGS_MODULE": "config.settings.test",
        "PYTHONPATH": str(layout.ROOT / "clients" / "python"),  # for its import contract
    }


def production_environment(folder: Path) -> dict[str, str]:
    """Return a complete production environment with random values for this check."""
    seeds, people = folder / "seed.key", folder / "identity.key"
    for file in (seeds, people):
        if not file.exists():
            keys.load_or_create_key_file(file)
    for name in ("seals", "documents", "person-keys", "exports", "archive"):
        (folder / name).mkdir(mode=0o700, exist_ok=True)
    return {
        **{key: value for key, value in os.environ.items() if key != "DATABASE_URL"},
        "DJANGO_SETTINGS_MODULE": "config.settings.production",
        "SECRET_KEY": secrets.token_urlsafe(64),
        "ALLOWED_HOSTS": "ligalo.example",
        "SEED_KEY_FILE": str(seeds),
        "IDENTITY_KEY_FILE": str(people),
        "DATABASE_APP_URL": "postgres://ligalo_app:password@localhost/ligalo",
        "CELERY_BROKER_URL": "redis://localhost:6379/0",
        "EMAIL_HOST": "mail.ligalo.example",
        "TRUSTED_PROXY_COUNT": "1",
        "STREAMS_BIND": "127.0.0.1:8001",
        "STATIC_ROOT": str(folder / "static"),
        "LEDGER_SEALS": str(folder / "seals"),
        "DOCUMENTS": str(folder / "documents"),
        "PERSON_KEYS": str(folder / "person-keys"),
        "EXPORTS": str(folder / "exports"),
        "ARCHIVE": str(folder / "archive"),
        "BUILD_MANIFEST": str(folder / "manifest.txt"),
        "BEAT_FILE": str(folder / "beat"),
    }
