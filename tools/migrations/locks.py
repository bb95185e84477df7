"""Locks that a migration takes while players play, judged by squawk from the SQL that it runs."""

import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Final

_OLDEST_SERVER: Final = "15.0"
_TASTE: Final = (
    *("prefer-bigint-over-int", "prefer-bigint-over-smallint", "prefer-identity"),
    *("prefer-robust-stmts", "prefer-text-field", "prefer-timestamp-tz"),
)
"""Rules about style."""

_KEPT_ELSEWHERE: Final = ("require-lock-timeout", "require-statement-timeout")
"""`prepare_database` sets the lock timeout; an index built concurrently may take hours."""

_OWN_RULE: Final = "explicit-lock"
_ACCEPTED: Final = re.compile(r"^ *# locks: ([a-z-]+): \S", re.MULTILINE)
_EXPLICIT: Final = re.compile(
    r"^\s*(LOCK TABLE|VACUUM FULL|CLUSTER|REINDEX (?!.*CONCURRENTLY))", re.IGNORECASE | re.MULTILINE
)


def find_locks(sql: str, *, atomic: bool, accepted: frozenset[str] = frozenset()) -> Iterator[str]:
    """Yield one line for each statement that would stop play, or that code of the release before could not stand."""
    if _OWN_RULE not in accepted:
        for statement in _EXPLICIT.findall(sql):
            yield f"{_OWN_RULE}: {statement} stops everyone who uses the table"
    left_out = ",".join({*_TASTE, *_KEPT_ELSEWHERE, *accepted} - {_OWN_RULE})
    options = ["--reporter=gcc", f"--pg-version={_OLDEST_SERVER}", f"--exclude={left_out}"]
    if atomic:
        options.append("--assume-in-transaction")
    squawk = Path(sys.executable).with_name("squawk")
    said = subprocess.run(  # noqa: S603  # squawk's own options, and SQL by its standard input
        [squawk, *options], input=sql, check=False, capture_output=True, text=True
    )
    lines = [line for line in said.stdout.splitlines() if line.strip()]
    if said.returncode and not lines:
        raise RuntimeError(f"squawk failed: {said.stderr}")
    yield from (re.sub(r"^\S+ (warning|error): ", "", line) for line in lines)


def read_accepted(migration: str) -> frozenset[str]:
    """Return the rules that a migration's comments set aside: `# locks: ban-drop-column: unused since 0.3.0`."""
    return frozenset(_ACCEPTED.findall(migration))
