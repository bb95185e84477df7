"""The digest of a version's values, which its row, its events and the software verification compare."""

import hashlib
import json
from collections.abc import Mapping
from typing import Any


def digest_values(stored: Mapping[str, Any]) -> str:
    """Return the SHA-256 of stored values as canonical JSON, in hex."""
    text = json.dumps(stored, sort_keys=True, separators=(",", ":"), ensure_ascii=False)
    return hashlib.sha256(text.encode()).hexdigest()
