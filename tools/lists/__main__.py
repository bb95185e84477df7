"""`python -m tools.lists keys FOLDER KIND` and `python -m tools.lists write FOLDER KIND SERIAL FILE`: trial lists.

FILE is a CSV: `country,number` for a register, `reference,name,birth date` for a sanctions list. The list goes to the
standard output, with today's date (UTC).
"""

import argparse
import csv
import sys
from datetime import UTC, datetime
from pathlib import Path

from accounts.gate.values.signed_lists import ListKind
from tools.lists.writing import load_authority, make_authority, make_header, save_authority


def main(arguments: list[str]) -> int:
    """Make keys, or write a list."""
    parser = argparse.ArgumentParser(prog="python -m tools.lists", description=__doc__)
    acts = parser.add_subparsers(dest="act", required=True)
    for act in ("keys", "write"):
        sub = acts.add_parser(act)
        sub.add_argument("folder", type=Path)
        sub.add_argument("kind", type=ListKind, choices=list(ListKind))
    sub.add_argument("serial", type=int)
    sub.add_argument("file", type=Path)
    given = parser.parse_args(arguments)
    if given.act == "keys":
        save_authority(make_authority(given.kind), given.folder)
    else:
        write_list(given.folder, given.kind, given.serial, given.file)
    return 0


def write_list(folder: Path, kind: ListKind, serial: int, file: Path) -> None:
    """Write the signed list of a CSV file to the standard output."""
    authority = load_authority(folder)
    with file.open(encoding="utf-8", newline="") as lines:
        rows = [row for row in csv.reader(lines) if row]
    entries = [authority.digest_entry(*row) for row in rows] if kind is ListKind.REGISTER else rows
    header = make_header(authority, kind, serial, datetime.now(UTC).date(), len(rows))
    for part in authority.sign(header, entries):
        sys.stdout.buffer.write(part)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
