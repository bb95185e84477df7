"""Verify a file of exported events with this program, Python 3.9 or later, and nothing else.

    python verify_events.py FILE [--head HASH]

Each line of the file is a JSON object, one link of the event chain:

  n         number of the link in the chain
  source    "event", or "alteration" for a change of a configured row
  code      kind of an event, which never changes; table of an alteration
  content   the record as it was chained, as JSON text
  previous  hash of the previous link
  hash      hash of this link

Hashes are hexadecimal: hash = SHA-256(previous + "<n> <source> <content>"), with `previous` as bytes and the rest in UTF-8. The first
link has the SHA-256 of the empty string as `previous`. A file may start after any link, but must contain all later ones. Give the hash
of the last link from another source (an earlier file or the published heads) as HASH: only then does the check prove that nothing
was left out at the end and that the chain was not computed anew.
"""

import argparse
import hashlib
import json
import sys
from collections.abc import Iterable, Iterator
from pathlib import Path

BEGINNING = hashlib.sha256(b"").hexdigest()


def format_line(n: int, source: str, content: str, previous: bytes, own: bytes) -> str:
    """Return one line of a file, including its line end."""
    told = {
        "n": n,
        "source": source,
        "code": _code(source, content),
        "content": content,
        "previous": previous.hex(),
        "hash": own.hex(),
    }
    return json.dumps(told, ensure_ascii=False) + "\n"


def _code(source: str, content: str) -> str:
    record = json.loads(content) if content else {}
    return str(record.get("kind" if source == "event" else "table_name", ""))


def find_problems(lines: Iterable[str], head: str = "") -> Iterator[str]:
    """Yield every mismatch. `head` is the hash of the last link, from another source."""
    before = None
    for number, line in enumerate(lines, 1):
        try:
            told = json.loads(line)
            n, source, content = int(told["n"]), str(told["source"]), str(told["content"])
            previous, own = str(told["previous"]), str(told["hash"])
            chained = bytes.fromhex(previous) + f"{n} {source} {content}".encode()
            is_right_code = told["code"] == _code(source, content)
        except (ValueError, KeyError, TypeError, AttributeError):
            yield f"line {number}: is no link"
            continue
        if hashlib.sha256(chained).hexdigest() != own:
            yield f"link {n}: its content is not what was chained"
        elif not is_right_code:
            yield f"link {n}: its code is not that of its content"
        expected = before or (n - 1, BEGINNING if n == 1 else previous)
        if (n - 1, previous) != expected:
            yield f"link {n}: does not follow from the one before"
        before = (n, own)
    if before is None:
        yield "there is no link"
    elif head and before[1] != head.lower():
        yield f"link {before[0]}: is not the head that was given"


def main(arguments: "list[str] | None" = None) -> int:
    """Verify the file and print every mismatch; exit status 1 if there is one."""
    about = argparse.RawDescriptionHelpFormatter
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=about)
    parser.add_argument("file", type=Path, help="the exported events, as JSON Lines")
    parser.add_argument("--head", default="", help="the hash of the last link, as you have it")
    given = parser.parse_args(arguments)
    with given.file.open(encoding="utf-8") as lines:
        found = list(find_problems(lines, given.head))
    for one in found:
        sys.stdout.write(f"BROKEN {one}\n")
    if not found:
        sys.stdout.write("Every link holds.\n")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
