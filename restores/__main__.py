"""`python -m restores seal FILE KEYFILE…` and `open FILE FOLDER`: key files in escrow.

The passphrase is ESCROW_PASSPHRASE, or is asked for.
"""

import argparse
import getpass
import os
import sys
from pathlib import Path

from restores.values.escrow import EscrowFailed, open_keys, seal_keys


def main(arguments: list[str]) -> int:
    """Seal or open; return the exit status."""
    parser = argparse.ArgumentParser(prog="python -m restores", description=__doc__)
    ways = parser.add_subparsers(dest="way", required=True)
    sealing = ways.add_parser("seal", help="encrypt key files into one new file")
    sealing.add_argument("file", type=Path)
    sealing.add_argument("keys", type=Path, nargs="+")
    opening = ways.add_parser("open", help="write the key files into a folder")
    opening.add_argument("file", type=Path)
    opening.add_argument("folder", type=Path)
    asked = parser.parse_args(arguments)
    passphrase = os.environ.get("ESCROW_PASSPHRASE") or getpass.getpass("Passphrase: ")
    try:
        if asked.way == "seal":
            seal_keys(asked.keys, asked.file, passphrase)
            print(asked.file)
        else:
            print("\n".join(map(str, open_keys(asked.file, asked.folder, passphrase))))
    except (EscrowFailed, OSError) as error:
        print(error, file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
