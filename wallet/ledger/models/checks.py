"""Results of ledger checks, and findings accepted by two people. Append-only."""

from typing import ClassVar, Final

from django.contrib.postgres.fields import ArrayField
from django.db import models
from django.db.models import Q

from approvals.models import PersonDecision, Proposal
from journal.models.sealed import Sealed
from journal.values.transaction_ids import ClockTime
from wallet.ledger.values import NUMBER_DIGITS

LONGEST_ROW: Final = 2000


class LedgerCheckBegun(Sealed):
    """Start of a ledger check; a killed run leaves only this row."""

    id = models.BigAutoField(primary_key=True)
    at = models.DateTimeField(db_default=ClockTime())

    class Meta:
        db_table = "wallet_ledger_check_begun"

    def __str__(self) -> str:
        return f"{self.pk} {self.at:%Y-%m-%d %H:%M}"


class LedgerCheck(Sealed):
    """Result of a ledger check; while the latest failed, no money leaves the house.

    `players` are the players concerned, if known: withdrawals of the others stay open.
    """

    id = models.BigAutoField(primary_key=True)
    begun = models.OneToOneField(
        LedgerCheckBegun, on_delete=models.PROTECT, null=True, related_name="result"
    )
    at = models.DateTimeField(db_default=ClockTime())
    passed = models.BooleanField()
    findings = models.JSONField(default=list)
    # Null: everybody, if the check failed.
    players = ArrayField(models.BigIntegerField(), null=True)
    seal_number = models.BigIntegerField(null=True)
    seal_hash = models.BinaryField(null=True)
    entries = models.BigIntegerField(null=True)

    class Meta:
        """Passed if and only if there are no findings; a passed check has the last seal and the number of entries."""

        db_table = "wallet_ledger_check"
        constraints: ClassVar = [
            models.CheckConstraint(
                name="wallet_ledger_check_findings",
                condition=Q(passed=True, findings=[]) | (Q(passed=False) & ~Q(findings=[])),
            ),
            models.CheckConstraint(
                name="wallet_ledger_check_seen",
                condition=Q(
                    seal_number__isnull=False, seal_hash__isnull=False, entries__isnull=False
                )
                | Q(
                    passed=False,
                    seal_number__isnull=True,
                    seal_hash__isnull=True,
                    entries__isnull=True,
                ),
            ),
        ]

    def __str__(self) -> str:
        return f"{self.at:%Y-%m-%d %H:%M} {'passed' if self.passed else 'failed'}"


class Acceptance(Sealed, Proposal):
    """Proposal to accept one row that breaks a line, verbatim, with a reason.

    For findings that cannot be undone and were settled otherwise, such as money posted without a record.
    """

    id = models.BigAutoField(primary_key=True)
    line = models.CharField(max_length=200)
    row = models.CharField(max_length=LONGEST_ROW)

    class Meta:
        db_table = "wallet_acceptance"
        constraints: ClassVar = [
            models.CheckConstraint(name="wallet_acceptance_reason", condition=~Q(reason="")),
        ]

    def __str__(self) -> str:
        return f"A-{self.pk:0{NUMBER_DIGITS}d}"


class AcceptanceDecision(Sealed, PersonDecision):
    """Another person's decision on an acceptance."""

    proposal = models.OneToOneField(
        Acceptance, on_delete=models.PROTECT, primary_key=True, related_name="decision"
    )

    class Meta:
        db_table = "wallet_acceptance_decision"
