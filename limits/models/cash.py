"""The house's limits on deposits and withdrawals. Append-only."""

from typing import ClassVar

from django.db import models
from django.db.models import Q

from approvals.models import SiteDecision, SiteProposal
from journal.models.sealed import Sealed
from limits.values import CASH_LIMITS_IN_USD, CashLimitKind, CurrencyLimit, LimitScope


class CashLimit(Sealed, SiteProposal):
    """Proposed limit; the newest approved row per kind and currency is in force.

    `amount` is in units of 10^-4 of `currency`, the code of a `wallet.Currency` (foreign key in wallet/sql/cash.sql: the
    wallet lies above this app).
    """

    kind = models.CharField(max_length=20, choices=CashLimitKind)
    currency = models.CharField(max_length=3)
    amount = models.BigIntegerField()

    class Meta:
        """No limits for play money; sums are in USD. Each currency starts with approved rows (trigger on `wallet_currency`)."""

        constraints: ClassVar = [
            models.CheckConstraint(
                name="cash_limit_kind", condition=Q(kind__in=CashLimitKind.values)
            ),
            models.CheckConstraint(
                name="cash_limit_currency",
                condition=~Q(currency__in=["PLY"])
                & (Q(currency="USD") | ~Q(kind__in=[kind.value for kind in CASH_LIMITS_IN_USD])),
            ),
            models.CheckConstraint(
                name="cash_limit_amount", condition=Q(amount__gte=0) & ~Q(reason="")
            ),
        ]
        indexes: ClassVar = [
            models.Index(fields=["kind", "currency", "-id"], name="cash_limit_latest")
        ]

    def __str__(self) -> str:
        return f"{self.kind} {self.currency}"

    @property
    def limit(self) -> CurrencyLimit:
        """The limit as a value."""
        return CurrencyLimit(LimitScope.HOUSE, self.kind, self.amount, self.currency)


class CashLimitDecision(Sealed, SiteDecision):
    """Another person's decision on a proposed limit."""

    proposal = models.OneToOneField(
        CashLimit, on_delete=models.PROTECT, primary_key=True, related_name="decision"
    )
