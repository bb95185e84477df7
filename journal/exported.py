"""Checks a file of exported events with nothing but this program, that file and Python 3.9 or later.

    python verify_events.py FILE [--head HASH]

Each line of the file is a JSON object, one link of the chain of events:

  n         its place in the chain
  source    "event", or "alteration" for a change of a configured row
  code      of an event its kind, which never changes; of a change its table
  content   the record as it was chained, a text of JSON
  previous  the hash of the link before
  hash      its own hash

Hashes are in hex: hash = SHA-256(previous + "<n> <source> <content>"), with `previous` as bytes and the rest in UTF-8. Before the
first link stands the SHA-256 of nothing. A file may begin after any link, but must have all that follow. Whoever has the hash of the
last link from elsewhere, of an earlier file or of the published heads, gives it as HASH: only then is it certain that nothing was
left out at the end, and that the chain was not computed anew.
"""

import argparse
import hashlib
import json
import sys
from collections.abc import Iterable, Iterator
from pathlib import Path

BEGINNING = hashlib.sha256(b"").hexdigest()


def line_of(n: int, source: str, content: str, previous: bytes, own: bytes) -> str:
    """Return one line of a file, with its end."""
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


def problems(lines: Iterable[str], head: str = "") -> Iterator[str]:
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
    """Exit status 0 where everything holds, 1 naming all that does not."""
    about = argparse.RawDescriptionHelpFormatter
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=about)
    parser.add_argument("file", type=Path, help="the exported events, as JSON Lines")
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
