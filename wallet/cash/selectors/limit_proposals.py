"""Pending and recently decided cash limits."""

from dataclasses import dataclass
from typing import Final

from limits.models import CashLimit
from wallet.cash.selectors import cash_limits
from wallet.money.values import Money

MOST_DECIDED: Final = 50


@dataclass(frozen=True, slots=True)
class LimitProposal:
    """Pending limit, with the one in force."""

    row: CashLimit
    before: Money
    after: Money


def pending_limits() -> list[LimitProposal]:
    """Return the limits that wait for a second person, oldest first. Two queries."""
    found = cash_limits.limits_in_force()
    rows = CashLimit.objects.filter(decision=None).select_related("proposed_by").order_by("id")
    return [
        LimitProposal(
            row,
            found[row.limit.key],
            Money(row.amount, row.currency),
        )
        for row in rows
    ]


def decided_limits() -> list[tuple[CashLimit, Money]]:
    """Return the latest 50 limits decided by people, newest first, with their amounts. One query."""
    rows = CashLimit.objects.filter(decision__decided_by__isnull=False)
    people = rows.select_related("proposed_by", "decision__decided_by").order_by("-id")
    return [(row, Money(row.amount, row.currency)) for row in people[:MOST_DECIDED]]
