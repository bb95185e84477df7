"""Canonical JSON, and its SHA-256 digest."""

import hashlib
import json


def canonical_json(value: object) -> str:
    """Return `value` as JSON with sorted keys, no spaces, and no optional escapes.

    Raises ValueError for NaN and infinity.
    """
    return json.dumps(
        value, sort_keys=True, separators=(",", ":"), ensure_ascii=False, allow_nan=False
    )


def sha256_hex(text: str) -> str:
    """Return the lowercase hex SHA-256 of the UTF-8 bytes of `text`."""
    return hashlib.sha256(text.encode()).hexdigest()


def json_digest(value: object) -> str:
    """Return the hex SHA-256 of the canonical JSON of `value`."""
    return sha256_hex(canonical_json(value))
