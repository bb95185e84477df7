"""The format of policies: a small part of Markdown, without HTML.

A line "## Title" is a heading, lines that begin with "- " are a list, other lines up to an empty one are a paragraph.
"{name}" is replaced by a value of the installation.
"""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from itertools import groupby
from typing import Final

PLACEHOLDERS: Final = frozenset(
    {
        "operator",
        "email",
        "minimum_age",
        "answer_days",
        "payment_days",
        "visits_kept_days",
        "retention_years",
        "inactive_months",
        "rules_notice_hours",
        "idle_minutes",
        "document_grace_days",
    }
)
PLACEHOLDER: Final = re.compile(r"\{([a-z_]+)\}")
HEADING: Final = "## "
_ITEM: Final = "- "


class BlockKind(StrEnum):
    HEADING = "heading"
    PARAGRAPH = "paragraph"
    ITEMS = "items"


@dataclass(frozen=True, slots=True)
class Block:
    """A heading, a paragraph (one line each), or the items of a list."""

    kind: BlockKind
    lines: tuple[str, ...]

    @property
    def text(self) -> str:
        return self.lines[0]


def parse_text(source: str) -> tuple[Block, ...]:
    """Return the blocks of a text."""
    lines = [line.strip() for line in source.splitlines()]
    found = [_block(kind, list(run)) for kind, run in groupby(lines, _kind_of) if kind is not None]
    return tuple(block for blocks in found for block in blocks)


def _kind_of(line: str) -> BlockKind | None:
    if not line:
        return None
    if line.startswith(HEADING):
        return BlockKind.HEADING
    return BlockKind.ITEMS if line.startswith(_ITEM) else BlockKind.PARAGRAPH


def _block(kind: BlockKind, lines: list[str]) -> list[Block]:
    if kind is BlockKind.HEADING:
        return [Block(kind, (line.removeprefix(HEADING).strip(),)) for line in lines]
    if kind is BlockKind.ITEMS:
        return [Block(kind, tuple(line.removeprefix(_ITEM).strip() for line in lines))]
    return [Block(kind, (" ".join(lines),))]


def fill_in(source: str, values: Mapping[str, str]) -> str:
    """Return the text with its values. Raises KeyError for an unknown placeholder, which no approved text has."""
    return PLACEHOLDER.sub(lambda match: values[match[1]], source)


def find_placeholders(source: str) -> set[str]:
    return set(PLACEHOLDER.findall(source))


def count_headings(source: str) -> int:
    return sum(block.kind is BlockKind.HEADING for block in parse_text(source))
