"""Deposit and withdrawal limits. Append-only."""

from typing import ClassVar, Final

from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from approvals.models import SiteDecision, SiteProposal
from wallet.ledger.models.sealed import Sealed


class LimitName(models.TextChoices):
    """Names of limits: amounts per currency; the last four are sums in USD."""

    DEPOSIT_LEAST = "deposit_least", _("Smallest deposit")
    DEPOSIT_MOST = "deposit_most", _("Largest deposit")
    WITHDRAWAL_LEAST = "withdrawal_least", _("Smallest withdrawal")
    WITHDRAWAL_MOST = "withdrawal_most", _("Largest withdrawal")
    DEPOSIT_DAY = "deposit_day", _("Deposits of a player in 24 hours")
    WITHDRAWAL_DAY = "withdrawal_day", _("Withdrawals of a player in 24 hours")
    DEPOSIT_SECOND = "deposit_second", _("Deposit that a second person approves, above")
    WITHDRAWAL_SECOND = "withdrawal_second", _("Withdrawal that a second person approves, above")


IN_USD: Final = (
    LimitName.DEPOSIT_DAY,
    LimitName.WITHDRAWAL_DAY,
    LimitName.DEPOSIT_SECOND,
    LimitName.WITHDRAWAL_SECOND,
)


class CashLimit(Sealed, SiteProposal):
    """Proposed limit; the newest approved row per name and currency is in force."""

    id = models.BigAutoField(primary_key=True)
    name = models.CharField(max_length=20, choices=LimitName)
    currency = models.ForeignKey(
        "wallet.Currency", on_delete=models.PROTECT, related_name="+", db_index=False
    )
    units = models.BigIntegerField()

    class Meta:
        """No limits for play money; sums are in USD. Each currency starts with approved rows (trigger on `wallet_currency`)."""

        db_table = "wallet_cash_limit"
        constraints: ClassVar = [
            models.CheckConstraint(
                name="wallet_cash_limit_name", condition=Q(name__in=LimitName.values)
            ),
            models.CheckConstraint(
                name="wallet_cash_limit_currency",
                condition=~Q(currency__in=["PLY"])
                & (Q(currency="USD") | ~Q(name__in=[name.value for name in IN_USD])),
            ),
            models.CheckConstraint(
                name="wallet_cash_limit_units", condition=Q(units__gte=0) & ~Q(reason="")
            ),
        ]
        indexes: ClassVar = [
            models.Index(fields=["name", "currency", "-id"], name="wallet_cash_limit_latest")
        ]

    def __str__(self) -> str:
        return f"{self.name} {self.currency_id}"


class CashLimitDecision(Sealed, SiteDecision):
    """Another person's decision on a proposed limit."""

    proposal = models.OneToOneField(
        CashLimit, on_delete=models.PROTECT, primary_key=True, related_name="decision"
    )

    class Meta:
        db_table = "wallet_cash_limit_decision"
