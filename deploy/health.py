"""Health check of a container: `python -I deploy/health.py http://127.0.0.1:8000/health/live`, or a file that must be young."""

import sys
import time
import urllib.request
from pathlib import Path

SECONDS = 60


def is_healthy(subject: str) -> bool:
    """Return whether the address answers 200, or whether the file was touched within SECONDS."""
    if subject.startswith("http://"):
        with urllib.request.urlopen(subject, timeout=4) as answer:  # noqa: S310  # http only, see above
            return bool(answer.status == 200)  # noqa: PLR2004  # OK
    return time.time() - Path(subject).stat().st_mtime < SECONDS


if __name__ == "__main__":
    try:
        sys.exit(not is_healthy(sys.argv[1]))
    except OSError as error:
        sys.exit(f"{sys.argv[1]}: {error}")
