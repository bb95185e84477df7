"""The newest line of the public log that is known outside the database."""

import json
from dataclasses import dataclass
from pathlib import Path

from blackjack.public_log import line_hash, read_line
from blackjack.strict_json import MalformedError


class MirrorUnreadable(ValueError):
    """The file is no mirror of the public log; the message says why."""


@dataclass(frozen=True, slots=True)
class LogHead:
    """Number and hash of the newest line of the public log that is known outside."""

    number: int
    hash: str


def read_log_head(path: Path) -> LogHead:
    """Return the last line of a mirror of the public log. Raises MirrorUnreadable."""
    try:
        text = path.read_text(encoding="utf-8").splitlines()[-1]
        line = read_line(json.loads(text), "line")
    except (OSError, ValueError, IndexError, MalformedError) as error:
        raise MirrorUnreadable(f"{path} is no mirror of the public log: {error}") from error
    if line_hash(line) != line["hash"]:
        raise MirrorUnreadable(f"{path}: the last line has been changed")
    return LogHead(int(line["n"]), str(line["hash"]))
