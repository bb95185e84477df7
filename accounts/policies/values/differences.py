"""What changed between two versions of a text, by paragraph and by word."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from difflib import SequenceMatcher
from enum import StrEnum
from typing import Final

from accounts.policies.values.texts import parse_text

_WORDS: Final = re.compile(r"\s+|\S+")


class TextChange(StrEnum):
    SAME = "same"
    ADDED = "added"
    REMOVED = "removed"


@dataclass(frozen=True, slots=True)
class Span:
    """Some words of a line."""

    change: TextChange
    text: str


@dataclass(frozen=True, slots=True)
class ChangedLine:
    """A heading, paragraph or item with its words."""

    spans: tuple[Span, ...]


def find_changes(before: str, after: str) -> list[ChangedLine]:
    """Return the lines that were added, removed or changed, in the order of the new text."""
    old, new = _lines(before), _lines(after)
    matcher = SequenceMatcher(None, old, new, autojunk=False)
    found: list[ChangedLine] = []
    for tag, i1, i2, j1, j2 in matcher.get_opcodes():
        if tag != "equal":
            found += _changed(old[i1:i2], new[j1:j2])
    return found


def _lines(source: str) -> list[str]:
    return [line for block in parse_text(source) for line in block.lines]


def _changed(old: Sequence[str], new: Sequence[str]) -> Iterator[ChangedLine]:
    """Pair changed lines in order; those left over were removed or added as a whole."""
    for before, after in zip(old, new, strict=False):
        yield ChangedLine(tuple(_spans(before, after)))
    paired = min(len(old), len(new))
    yield from (ChangedLine((Span(TextChange.REMOVED, line),)) for line in old[paired:])
    yield from (ChangedLine((Span(TextChange.ADDED, line),)) for line in new[paired:])


def _spans(before: str, after: str) -> Iterator[Span]:
    old, new = _WORDS.findall(before), _WORDS.findall(after)
    for tag, i1, i2, j1, j2 in SequenceMatcher(None, old, new, autojunk=False).get_opcodes():
        if tag == "equal":
            yield Span(TextChange.SAME, "".join(old[i1:i2]))
            continue
        if i1 < i2:
            yield Span(TextChange.REMOVED, "".join(old[i1:i2]))
        if j1 < j2:
            yield Span(TextChange.ADDED, "".join(new[j1:j2]))
