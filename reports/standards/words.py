"""Texts of the board in the reader's language, and its sections on paper."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from django.utils.translation import get_language, gettext as _, gettext_lazy

from accounts.staff.menu import TITLES
from cases.files.paper import Section, tell_moment
from pages.page_links import PageLink
from reports.standards.selectors.board import ShownItem, StandardsBoard
from reports.standards.values.items import STATUS_LABELS, ItemGroup, ItemStatus

BADGES = {
    ItemStatus.MET: "staff-badge--usable",
    ItemStatus.FAILED: "staff-badge--wrong",
    ItemStatus.NOT_MET: "staff-badge--wrong",
    ItemStatus.PARTLY: "staff-badge--rate_waits",
    ItemStatus.OUTSIDE: "staff-badge--rate_waits",
}


PLAYER_PAGES: Final = {
    "casino:lobby": gettext_lazy("Lobby"),
    "casino:help": gettext_lazy("Rules and help"),
    "casino:fairness": gettext_lazy("Fairness"),
    "casino:verify": gettext_lazy("Verify a shoe"),
    "contact:contact": gettext_lazy("Contact"),
    "protection:hub": gettext_lazy("Responsible play"),
}
"""Titles of the pages of the players' site that items name."""


@dataclass(frozen=True, slots=True)
class TitledPage:
    """A page with the title of its link."""

    page: PageLink
    title: str


@dataclass(frozen=True, slots=True)
class StatusCount:
    """The number of items with a status."""

    label: str
    badge: str
    number: int


@dataclass(frozen=True, slots=True)
class ItemLine:
    """An item as the page shows it."""

    shown: ShownItem
    text: str
    gap: str
    status: str
    badge: str
    links: Sequence[TitledPage]


@dataclass(frozen=True, slots=True)
class GroupLines:
    """A group's items, and how many have each status."""

    title: str
    lines: Sequence[ItemLine]
    counts: Sequence[StatusCount]


def _language() -> str:
    return "en" if (get_language() or "").startswith("en") else "es"


def group_title(group: ItemGroup) -> str:
    return f"{group.letter.upper()}. {group.titles[_language()]}"


def describe_item(shown: ShownItem) -> ItemLine:
    item, language = shown.item, _language()
    return ItemLine(
        shown=shown,
        text=item.texts[language],
        gap=item.gap.get(language, ""),
        status=str(STATUS_LABELS[shown.status]),
        badge=BADGES.get(shown.status, ""),
        links=[TitledPage(PageLink(name), page_title(name)) for name in item.pages],
    )


def page_title(name: str) -> str:
    """Return the title of the page with this URL name. Raises KeyError."""
    return str(PLAYER_PAGES[name] if name in PLAYER_PAGES else TITLES[name])


def describe_board(board: StandardsBoard) -> list[GroupLines]:
    """Return the groups with their lines."""
    return [
        GroupLines(
            group_title(group),
            [describe_item(one) for one in items],
            describe_counts(Counter(one.status for one in items)),
        )
        for group, items in board.groups
    ]


def open_lines(groups: Iterable[GroupLines]) -> list[ItemLine]:
    """Return what is neither met nor not applicable."""
    settled = (ItemStatus.MET, ItemStatus.NOT_APPLICABLE)
    return [line for group in groups for line in group.lines if line.shown.status not in settled]


def describe_counts(counts: Mapping[ItemStatus, int]) -> list[StatusCount]:
    """Return the count of each status that occurs, in the order of `STATUS_LABELS`."""
    return [
        StatusCount(str(label), BADGES.get(status, ""), counts[status])
        for status, label in STATUS_LABELS.items()
        if counts.get(status)
    ]


def list_sections(board: StandardsBoard, release: str, profile: str) -> list[Section]:
    """Return the board as sections of a file for a laboratory."""
    counts = [f"{one.label}: {one.number}" for one in describe_counts(board.count())]
    facts = [
        _("Checked at: %(at)s") % {"at": tell_moment(board.at)},
        _("Release: %(release)s") % {"release": release},
        _("Profile: %(profile)s") % {"profile": profile},
        *counts,
    ]
    head = [_("Item"), _("Requirement"), _("Status"), _("Evidence"), _("Looked at")]
    groups = [
        Section(group.title, head=head, rows=[_row(line) for line in group.lines])
        for group in describe_board(board)
    ]
    return [Section(_("Summary"), lines=facts), *groups]


def _row(line: ItemLine) -> list[str]:
    shown = line.shown
    evidence = [str(shown.evidence.text)] if shown.evidence else []
    if shown.evidence and shown.evidence.at:
        evidence.append(tell_moment(shown.evidence.at))
    look = f"{shown.look.staff.full_name}, {tell_moment(shown.look.at)}" if shown.look else ""
    note = shown.note.note if shown.note else ""
    return [
        shown.item.number,
        f"{line.text} ({shown.item.source})",
        line.status,
        " ".join(one for one in (*evidence, line.gap, shown.exempt, note) if one),
        look,
    ]
