"""Files of released migrations, which are never edited: a database that has run them would differ from a new one."""

import hashlib
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Final

from tools.launch.layout import ROOT

LIST: Final = Path(__file__).with_name("released.sha256")
"""One line per file, in the format of `sha256sum --check`."""

_KINDS: Final = ("*/migrations/[0-9]*.py", "*/sql/**/*.sql")
_LINES_OF_CHECKS: Final = {"wallet/sql/reconciliation.sql", "wallet/sql/records.sql"}
"""Queries of the ledger check: no migration runs them, so they change with the code."""


def hash_files(root: Path = ROOT) -> dict[str, str]:
    """Return the SHA-256 of every migration and of the SQL that migrations run, by path."""
    files = {file for kind in _KINDS for file in root.glob(kind)}
    return {
        file.relative_to(root).as_posix(): hashlib.sha256(file.read_bytes()).hexdigest()
        for file in sorted(files)
        if file.relative_to(root).parts[0] not in {".venv", "tests", "var"}
        and file.relative_to(root).as_posix() not in _LINES_OF_CHECKS
    }


def read_list(file: Path = LIST) -> dict[str, str]:
    """Return what was released, by path."""
    lines = file.read_text(encoding="utf-8").splitlines()
    return {name: digest for digest, name in (line.split("  ", 1) for line in lines)}


def write_list(found: Mapping[str, str], file: Path = LIST) -> None:
    """Make these files the released ones."""
    file.write_text("".join(f"{digest}  {name}\n" for name, digest in found.items()))


def find_edited(released: Mapping[str, str], found: Mapping[str, str]) -> Iterator[str]:
    """Yield what is wrong with a released file that was edited or removed."""
    for name, digest in released.items():
        if found.get(name) != digest:
            yield (
                f"{name} belongs to a release and was {'edited' if name in found else 'removed'}:"
                " put it back, and add a migration (and SQL file) of its own."
            )


def find_new_migrations(released: Mapping[str, str], found: Mapping[str, str]) -> list[str]:
    """Return the paths of the migrations that no release has."""
    return [name for name in found if name.endswith(".py") and name not in released]
