"""Findings of the latest ledger check, and accepted findings."""

from dataclasses import dataclass

from django.db.models import Q, QuerySet

from wallet.ledger.models import LONGEST_ROW, Acceptance
from wallet.ledger.selectors.check_runs import latest_check


@dataclass(frozen=True, slots=True)
class Discrepancy:
    """A broken line of the latest check, with its first rows.

    `rows` can be proposed for acceptance; `rest` are the other rows listed.
    """

    line: str
    broken: int
    rows: tuple[str, ...]
    rest: tuple[str, ...]


def latest_discrepancies() -> list[Discrepancy]:
    """Return the findings of the latest check; empty if it passed. Two queries."""
    check = latest_check()
    if check is None or check.passed:
        return []
    asked = Acceptance.objects.filter(Q(decision=None) | Q(decision__approved=True))
    known = set(asked.values_list("line", "row"))
    return [_read(str(text), known) for text in check.findings]


def _read(text: str, known: set[tuple[str, str]]) -> Discrepancy:
    """Parse a finding as written by `BrokenLine`: line and row count, then one row per line."""
    told, *rows = text.split("\n  ")
    line = told.rpartition(": broken by ")[0]
    open_ = [row for row in rows if _may_be_accepted(row) and (line, row) not in known]
    broken = int(told.rpartition(" ")[2])
    return Discrepancy(line, broken, tuple(open_), tuple(row for row in rows if row not in open_))


def _may_be_accepted(row: str) -> bool:
    return not row.startswith("could not be checked: ") and len(row) <= LONGEST_ROW


def pending_acceptances() -> QuerySet[Acceptance]:
    """Return the proposed acceptances, oldest first."""
    rows = Acceptance.objects.filter(decision=None).select_related("proposed_by")
    return rows.order_by("id")


def decided_acceptances() -> QuerySet[Acceptance]:
    rows = Acceptance.objects.filter(decision__isnull=False)
    return rows.select_related("proposed_by", "decision__decided_by").order_by("-id")
