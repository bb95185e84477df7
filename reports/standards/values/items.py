"""Items of the standards: one file per group, read once."""

import tomllib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from functools import cache
from importlib.resources import files
from typing import Any, Final

from django.utils.translation import gettext_lazy as _

LETTERS: Final = "abcdefghijklm"


class ClaimedStatus(StrEnum):
    """What the product claims about an item."""

    MET = "met"
    PARTLY = "partly"
    OUTSIDE = "outside"
    NOT_MET = "not_met"


class ItemStatus(StrEnum):
    """The status of an item on the page: the claim, unless its evidence or the profile says otherwise."""

    MET = "met"
    PARTLY = "partly"
    NOT_MET = "not_met"
    NOT_APPLICABLE = "not_applicable"
    OUTSIDE = "outside"
    FAILED = "failed"


STATUS_LABELS: Final = {
    ItemStatus.MET: _("met"),
    ItemStatus.PARTLY: _("partly met"),
    ItemStatus.NOT_MET: _("not met"),
    ItemStatus.NOT_APPLICABLE: _("not applicable for this profile"),
    ItemStatus.OUTSIDE: _("open: outside"),
    ItemStatus.FAILED: _("evidence fails"),
}


@dataclass(frozen=True, slots=True)
class StandardItem:
    """One item: texts by language, sources, the pages that show it, and the name of its check.

    `gap` says what is missing or who answers for it, unless the claim is "met".
    """

    number: str
    source: str
    claim: ClaimedStatus
    texts: Mapping[str, str]
    gap: Mapping[str, str]
    pages: tuple[str, ...] = ()
    check: str = ""


@dataclass(frozen=True, slots=True)
class ItemGroup:
    """The items of one letter."""

    letter: str
    titles: Mapping[str, str]
    items: tuple[StandardItem, ...]


class ItemFileError(ValueError):
    """A file of items is incomplete."""


@cache
def load_groups() -> Sequence[ItemGroup]:
    """Return all groups in order. Raises ItemFileError."""
    found = sorted(
        (one for one in (files("reports.standards") / "items").iterdir() if one.name[1] == "_"),
        key=lambda one: one.name,
    )
    groups = [read_group(one.name[0], tomllib.loads(one.read_text("utf-8"))) for one in found]
    if "".join(group.letter for group in groups) != LETTERS:
        raise ItemFileError("a group is missing")
    return tuple(groups)


def read_group(letter: str, data: Mapping[str, Any]) -> ItemGroup:
    """Return the group of a parsed file. Raises ItemFileError."""
    items = tuple(_read_item(letter.upper(), one) for one in data["item"])
    return ItemGroup(letter, _both(data, "title_"), items)


def _read_item(letter: str, data: Mapping[str, Any]) -> StandardItem:
    claim = ClaimedStatus(data["status"])
    gap = _both(data, "gap_") if claim is not ClaimedStatus.MET else {}
    if not data["number"].startswith(letter):
        raise ItemFileError(f"{data['number']} is in the file of another letter")
    return StandardItem(
        number=data["number"],
        source=data["source"],
        claim=claim,
        texts=_both(data, ""),
        gap=gap,
        pages=tuple(data.get("pages", ())),
        check=data.get("check", ""),
    )


def _both(data: Mapping[str, Any], prefix: str) -> Mapping[str, str]:
    texts = {language: data.get(f"{prefix}{language}", "") for language in ("en", "es")}
    if not all(texts.values()):
        raise ItemFileError(f"{data.get('number', 'a group')} lacks a language")
    return texts


def find_item(number: str) -> StandardItem | None:
    """Return the item with this number."""
    items = (item for group in load_groups() for item in group.items)
    return next((item for item in items if item.number == number), None)
