"""Checking an exported chain of events with the file alone: no database, no Django, nothing but Python.

A line is a JSON object: `n` its place in the chain, `source` "event" or "alteration", `content` the record as it was chained, a
text of JSON with the event's stable code (`kind`), `previous` the hash before it and `hash` its own, both in hex:
hash = SHA-256(previous + "<n> <source> <content>"), and before the first link stands the SHA-256 of nothing.
"""

import hashlib
import json
from collections.abc import Iterable, Iterator

BEGINNING = hashlib.sha256(b"").hexdigest()


def line_of(n: int, source: str, content: str, previous: bytes, own: bytes) -> str:
    """One line of a file, with its end."""
    told = {
        "n": n,
        "source": source,
        "content": content,
        "previous": previous.hex(),
        "hash": own.hex(),
    }
    return json.dumps(told, ensure_ascii=False) + "\n"


def problems(lines: Iterable[str], head: str = "") -> Iterator[str]:
    """Yield everything that does not hold. `head` is the hash of the last link, as somebody else has it."""
    before: tuple[int, str] | None = None
    for number, line in enumerate(lines, 1):
        try:
            told = json.loads(line)
            n, source, content = int(told["n"]), str(told["source"]), str(told["content"])
            previous, own = str(told["previous"]), str(told["hash"])
            found = hashlib.sha256(
                bytes.fromhex(previous) + f"{n} {source} {content}".encode()
            ).hexdigest()
        except (ValueError, KeyError, TypeError):
            yield f"line {number}: is no link"
            continue
        if found != own:
            yield f"link {n}: its content is not what was chained"
        expected = before or (n - 1, BEGINNING if n == 1 else previous)
        if (n - 1, previous) != expected:
            yield f"link {n}: does not follow from the one before"
        before = (n, own)
    if before is None:
        yield "there is no link"
    elif head and before[1] != head.lower():
        yield f"link {before[0]}: is not the head that was given"
