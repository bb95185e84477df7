"""How far a verification that somebody asked for has come."""

from typing import Final

from django.core.cache import cache

PROGRESS: Final = "build-check"
PROGRESS_SECONDS: Final = 300
"""A check that says nothing for so long has no worker."""
QUEUED: Final = (0, 0)


def load_progress() -> tuple[int, int] | None:
    """Return how many steps are done and how many there are; (0, 0) before it begins, None if none runs."""
    found = cache.get(PROGRESS)
    return (int(found[0]), int(found[1])) if found else None
