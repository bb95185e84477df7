"""`python -m tools.contract`: fail if `api/openapi.json` breaks clients of the last release's contract.

`api/published.json` is that contract. `--publish` replaces it, for a release, unless something breaks.
"""

import argparse
import json
import sys
from datetime import UTC, datetime
from pathlib import Path
from typing import Final

from tools.contract.documents import find_breaks

_FOLDER: Final = Path(__file__).parents[2] / "api"
CURRENT: Final = _FOLDER / "openapi.json"
PUBLISHED: Final = _FOLDER / "published.json"


def main() -> int:
    """Print what breaks; return 1 if anything does."""
    parser = argparse.ArgumentParser(description="Compare the API with its published contract.")
    parser.add_argument("--publish", action="store_true", help="replace the published contract")
    publishes = parser.parse_args().publish
    old, new = (json.loads(file.read_text(encoding="utf-8")) for file in (PUBLISHED, CURRENT))
    breaks = find_breaks(old, new, datetime.now(UTC).date())
    for one in breaks:
        sys.stdout.write(f"{one}\n")
    if breaks:
        sys.stdout.write("These changes break clients: see Removal in docs/api.md.\n")
    elif publishes:
        PUBLISHED.write_text(CURRENT.read_text(encoding="utf-8"), encoding="utf-8")
    return 1 if breaks else 0


if __name__ == "__main__":
    sys.exit(main())
