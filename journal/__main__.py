"""`python -m journal FILE`: checks an exported chain of events, without the database and without Django."""

import argparse
import sys
from pathlib import Path

from journal.exported import problems


def main(arguments: list[str] | None = None) -> int:
    """Exit status 0 where everything holds, 1 naming all that does not."""
    parser = argparse.ArgumentParser(prog="python -m journal", description=__doc__)
    parser.add_argument("file", type=Path, help="what `manage.py export_events` wrote")
    parser.add_argument("--head", default="", help="the hash of the last link, as you have it")
    given = parser.parse_args(arguments)
    with given.file.open(encoding="utf-8") as lines:
        found = list(problems(lines, given.head))
    for one in found:
        sys.stdout.write(f"BROKEN {one}\n")
    if not found:
        sys.stdout.write("Every link holds.\n")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
