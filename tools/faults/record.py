"""Clients' requests and answers, recorded on disk before and after each request.

A written line survives whatever happens to the process afterwards: it is flushed with `fsync`
before the request is sent, and before the answer counts as known. The comparison reads these files,
never a client's memory.
"""

import json
import os
from collections.abc import Iterable, Mapping
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any, Self
from uuid import UUID

INTENT, ANSWER, REFUSAL, SILENCE = "intent", "answer", "refusal", "silence"
FORESTALLED = "forestalled"


@dataclass(frozen=True, slots=True)
class Intent:
    """A transfer about to be requested. `units` are 10^-4 of the currency; None if the game decides.

    An exchange has the amount bought in `received` of `received_currency`, and its rates and spread
    in `details` if it uses them; a reversal has the id of its `original` transfer and that one's
    amounts.
    """

    key: UUID
    kind: str
    player: int
    units: int | None
    currency: str = "USD"
    round_id: UUID | None = None
    by_site: bool = False  # sent through a page, so repeated through it
    received: int | None = None
    received_currency: str | None = None
    withdrawal: UUID | None = None
    original: int | None = None
    details: Mapping[str, str | int] | None = None

    def to_dict(self) -> dict[str, Any]:
        """Return the intent as JSON-compatible values."""
        plain = asdict(self)
        return {
            name: str(value) if isinstance(value, UUID) else value for name, value in plain.items()
        }

    @classmethod
    def from_dict(cls, given: Mapping[str, Any]) -> Self:
        """Return the intent from the values that `to_dict` returned."""
        identities = {name: UUID(given[name]) for name in _IDENTITIES if given[name]}
        return cls(**{**given, **identities})


_IDENTITIES = ("key", "round_id", "withdrawal")


@dataclass(frozen=True, slots=True)
class Answer:
    """The ledger's answer; `transfer` is None if the site gives no number."""

    transfer: int | None
    balance: int | None


class Book:
    """One client's append-only file, written by that client alone."""

    def __init__(self, file: Path) -> None:
        self._descriptor = os.open(file, os.O_WRONLY | os.O_CREAT | os.O_APPEND, 0o600)

    def record_intents(self, *intents: Intent) -> None:
        """Record intents before the request."""
        self._write({"what": INTENT, **intent.to_dict()} for intent in intents)

    def record_answer(self, key: UUID, answer: Answer) -> None:
        """Record an answer."""
        self._write([{"what": ANSWER, "key": key, **asdict(answer)}])

    def record_refusal(self, key: UUID, why: str) -> None:
        """Record a refusal: no money may have moved."""
        self._write([{"what": REFUSAL, "key": key, "why": why}])

    def record_forestalled(self, key: UUID) -> None:
        """Record that somebody else had already decided: the house may have moved the money under the same key."""
        self._write([{"what": FORESTALLED, "key": key}])

    def record_silence(self, key: UUID, why: Exception) -> None:
        """Record an error that leaves the result unknown; only for people who read the book."""
        self._write([{"what": SILENCE, "key": key, "why": type(why).__name__}])

    def _write(self, lines: Iterable[dict[str, Any]]) -> None:
        text = "".join(json.dumps(line, default=str) + "\n" for line in lines)
        os.write(self._descriptor, text.encode())
        os.fsync(self._descriptor)

    def close(self) -> None:
        os.close(self._descriptor)


@dataclass
class BookContents:
    """The contents of all books of a fault: intents by key, their answers in order, refusals."""

    intents: dict[UUID, Intent] = field(default_factory=dict)
    times: dict[UUID, int] = field(default_factory=dict)
    answers: dict[UUID, list[Answer]] = field(default_factory=dict)
    refusals: dict[UUID, str] = field(default_factory=dict)
    forestalled: set[UUID] = field(default_factory=set)
    repeated: set[UUID] = field(default_factory=set)  # sent again by their client after no answer

    @property
    def tried(self) -> int:
        """Number of requests sent; one sent by fifty clients counts fifty times."""
        return sum(self.times.values())

    @property
    def acknowledged(self) -> int:
        """Number of answers."""
        return sum(len(answers) for answers in self.answers.values())

    @property
    def unanswered(self) -> list[Intent]:
        """Intents without a known result, in the order of their requests."""
        known = self.answers.keys() | self.refusals.keys() | self.forestalled
        return [intent for key, intent in self.intents.items() if key not in known]


def read_books(folder: Path) -> BookContents:
    """Read every book in the folder.

    A torn last line is ignored: its client died while writing, before the request.
    """
    contents = BookContents()
    for file in sorted(folder.glob("*.book")):
        open_: set[UUID] = set()
        for text in file.read_text().split("\n")[:-1]:
            _take(contents, open_, json.loads(text))
    return contents


def _take(contents: BookContents, open_: set[UUID], line: dict[str, Any]) -> None:
    what, key = line.pop("what"), UUID(line["key"])
    if what == SILENCE:
        return
    if what != INTENT:
        open_.discard(key)
    elif key in open_:
        contents.repeated.add(key)
    else:
        open_.add(key)
    if what == INTENT:
        contents.intents[key] = Intent.from_dict(line)
        contents.times[key] = contents.times.get(key, 0) + 1
    elif what == ANSWER:
        contents.answers.setdefault(key, []).append(Answer(line["transfer"], line["balance"]))
    elif what == FORESTALLED:
        contents.forestalled.add(key)
    else:
        contents.refusals[key] = line["why"]
