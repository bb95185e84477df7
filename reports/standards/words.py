"""Texts of the board in the reader's language, and its sections on paper."""

from collections.abc import Sequence
from dataclasses import dataclass

from django.utils.translation import get_language, gettext as _

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


@dataclass(frozen=True, slots=True)
class ItemLine:
    """An item as the page shows it."""

    shown: ShownItem
    text: str
    gap: str
    status: str
    badge: str
    links: Sequence[PageLink]


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
        links=[PageLink(name) for name in item.pages],
    )


def describe_board(board: StandardsBoard) -> list[tuple[str, list[ItemLine]]]:
    """Return the groups with their lines."""
    return [
        (group_title(group), [describe_item(one) for one in items]) for group, items in board.groups
    ]


def list_sections(board: StandardsBoard, release: str, profile: str) -> list[Section]:
    """Return the board as sections of a file for a laboratory."""
    counts = [f"{STATUS_LABELS[status]}: {n}" for status, n in board.count().items() if n]
    facts = [
        _("Checked at: %(at)s") % {"at": tell_moment(board.at)},
        _("Release: %(release)s") % {"release": release},
        _("Profile: %(profile)s") % {"profile": profile},
        *counts,
    ]
    head = [_("Item"), _("Requirement"), _("Status"), _("Evidence"), _("Looked at")]
    groups = [
        Section(title, head=head, rows=[_row(line) for line in lines])
        for title, lines in describe_board(board)
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
