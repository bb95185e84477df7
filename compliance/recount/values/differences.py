"""Compare a recounted result with the stored one."""

from typing import Any


def find_first_difference(recounted: Any, stored: Any, path: str = "") -> str | None:
    """Return the first difference of two results as "path: recomputed ≠ stored"; None if they agree.

    Keys that only the stored result has are ignored, except in `side_bets`.
    """
    if isinstance(recounted, dict) and isinstance(stored, dict):
        pairs = [(key, value, stored.get(key)) for key, value in recounted.items()]
        if path.endswith("side_bets") and recounted.keys() != stored.keys():
            return f"{path}: {sorted(recounted)} ≠ {sorted(stored)}"
    elif isinstance(recounted, list) and isinstance(stored, list):
        if len(recounted) != len(stored):
            return f"{path}: {recounted} ≠ {stored}"
        pairs = [(n, *both) for n, both in enumerate(zip(recounted, stored, strict=True), 1)]
    else:
        return None if recounted == stored else f"{path}: {recounted} ≠ {stored}"
    for key, one, other in pairs:
        found = find_first_difference(one, other, f"{path}.{key}" if path else str(key))
        if found:
            return found
    return None
