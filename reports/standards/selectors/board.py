"""The board of all items: claim, live evidence, profile and looks together."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from time import monotonic

from django.db import DatabaseError, transaction
from django.utils import timezone

from profiles.selectors.in_force import profile_in_force
from reports.models.standards import StandardLook
from reports.standards.checks.catalogue import find_check
from reports.standards.values.evidence import EvidenceOutcome, ItemEvidence, unfinished
from reports.standards.values.items import (
    ClaimedStatus,
    ItemGroup,
    ItemStatus,
    StandardItem,
    load_groups,
)

_CLAIMED: Mapping[ClaimedStatus, ItemStatus] = {
    ClaimedStatus.MET: ItemStatus.MET,
    ClaimedStatus.PARTLY: ItemStatus.PARTLY,
    ClaimedStatus.OUTSIDE: ItemStatus.OUTSIDE,
    ClaimedStatus.NOT_MET: ItemStatus.NOT_MET,
}


@dataclass(frozen=True, slots=True)
class ShownItem:
    """An item with its status now; `exempt` is the profile's source if it does not apply."""

    item: StandardItem
    status: ItemStatus
    evidence: ItemEvidence | None
    exempt: str
    look: StandardLook | None
    note: StandardLook | None


@dataclass(frozen=True, slots=True)
class StandardsBoard:
    """All items by group, when they were checked and for how long."""

    groups: Sequence[tuple[ItemGroup, Sequence[ShownItem]]]
    at: datetime
    seconds: float

    def count(self) -> Mapping[ItemStatus, int]:
        """Return the number of items by status."""
        shown = [one.status for _group, items in self.groups for one in items]
        return {status: shown.count(status) for status in ItemStatus}


def load_board() -> StandardsBoard:
    """Run every check once and return the board."""
    began, now = monotonic(), timezone.now()
    exempt = profile_in_force().not_applicable
    evidence = _run_checks(now)
    looks, notes = _last_looks(), _last_looks(noted=True)
    groups = [
        (
            group,
            [
                _show(
                    item,
                    evidence.get(item.check),
                    exempt.get(item.number, ""),
                    looks.get(item.number),
                    notes.get(item.number),
                )
                for item in group.items
            ],
        )
        for group in load_groups()
    ]
    return StandardsBoard(groups, now, monotonic() - began)


def _show(
    item: StandardItem,
    evidence: ItemEvidence | None,
    exempt: str,
    look: StandardLook | None,
    note: StandardLook | None,
) -> ShownItem:
    status = decide_status(item.claim, evidence, exempt)
    return ShownItem(item, status, evidence, exempt, look, note)


def decide_status(claim: ClaimedStatus, evidence: ItemEvidence | None, exempt: str) -> ItemStatus:
    """Return the status: an exemption of the profile first, then failing or missing evidence, then the claim."""
    if exempt:
        return ItemStatus.NOT_APPLICABLE
    if evidence is not None and evidence.outcome is EvidenceOutcome.FAILS:
        return ItemStatus.FAILED
    if evidence is not None and evidence.outcome is EvidenceOutcome.OUTSIDE:
        return ItemStatus.OUTSIDE
    return _CLAIMED[claim]


def _run_checks(now: datetime) -> Mapping[str, ItemEvidence]:
    names = {item.check for group in load_groups() for item in group.items if item.check}
    return {name: run_check(name, now) for name in sorted(names)}


def run_check(name: str, now: datetime) -> ItemEvidence:
    """Run one check; one that the database refuses fails."""
    try:
        with transaction.atomic():
            return find_check(name)(now)
    except DatabaseError as error:
        return unfinished(type(error).__name__)


def _last_looks(*, noted: bool = False) -> Mapping[str, StandardLook]:
    """Return the last look at each item, or the last with a note."""
    rows = StandardLook.objects.select_related("staff").order_by("item", "-pk").distinct("item")
    return {row.item: row for row in (rows.exclude(note="") if noted else rows)}
