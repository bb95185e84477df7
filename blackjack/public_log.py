"""Lines of the public log, a hash chain: each line holds the hash of the previous one.

A line is {"n", "at", "kind", "shoe", "commitment", "rules_hash", "previous", "hash"}; its `hash` is
the hex SHA-256 of the canonical JSON of the other keys. A line of the kind "retired" also has
"nonce", the last one that is known after a restore from a backup.
"""

import re
from collections.abc import Mapping
from typing import Any

from blackjack.canonical import json_digest
from blackjack.strict_json import MalformedError, read_object, read_text, read_whole

RETIRED = "retired"
KINDS = ("announced", "opened", "closed", "lost", RETIRED)
KEYS = ("n", "at", "kind", "shoe", "commitment", "rules_hash", "previous", "hash")
_HEX = re.compile(r"[0-9a-f]{64}", re.ASCII)
_TIME = re.compile(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6}Z", re.ASCII)


def line_hash(line: Mapping[str, Any]) -> str:
    """Return the correct hash of the line; the hash it contains is ignored."""
    return json_digest({key: value for key, value in line.items() if key != "hash"})


def read_line(value: object, where: str) -> dict[str, Any]:
    """Validate the form of a line of the log and return it. Raises MalformedError."""
    retired = isinstance(value, dict) and value.get("kind") == RETIRED
    line = read_object(value, where, (*KEYS, "nonce") if retired else KEYS)
    if retired:
        read_whole(line["nonce"], f"{where}.nonce")
    read_whole(line["n"], f"{where}.n")
    read_text(line["shoe"], f"{where}.shoe")
    _check_form(_TIME, line["at"], f"{where}.at", "a time such as 2026-11-21T10:00:00.000000Z")
    if line["kind"] not in KINDS:
        raise MalformedError(f"{where}.kind", f"one of {', '.join(KINDS)} is expected")
    for key in ("commitment", "previous", "hash"):
        _check_form(_HEX, line[key], f"{where}.{key}", "64 lowercase hex digits")
    if line["rules_hash"] is not None:
        _check_form(_HEX, line["rules_hash"], f"{where}.rules_hash", "64 lowercase hex digits")
    return line


def _check_form(pattern: re.Pattern[str], value: object, where: str, expected: str) -> None:
    if pattern.fullmatch(read_text(value, where)) is None:
        raise MalformedError(where, f"{expected} is expected")
