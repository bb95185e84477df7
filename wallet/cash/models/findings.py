"""Findings of the reconciliation that two people have accepted: named for ever, and no longer failing."""

from typing import ClassVar, Final

from django.db import models
from django.db.models import Q

from approvals.models import Decision, Proposal
from wallet.cash.models.payments import NUMBER_DIGITS
from wallet.xact import Sealed

LONGEST_ROW: Final = 2000


class Acceptance(Sealed, Proposal):
    """One row that breaks a line, word for word, as somebody proposed to live with it, and why.

    For what cannot be undone and was dealt with otherwise, money that was posted without a record for one:
    what is posted stays.
    """

    id = models.BigAutoField(primary_key=True)
    line = models.CharField(max_length=200)
    row = models.CharField(max_length=LONGEST_ROW)

    class Meta:
        """With a reason."""

        db_table = "wallet_acceptance"
        constraints: ClassVar = [
            models.CheckConstraint(name="wallet_acceptance_reason", condition=~Q(reason="")),
        ]

    def __str__(self) -> str:
        """The number that staff use."""
        return f"A-{self.pk:0{NUMBER_DIGITS}d}"


class AcceptanceDecision(Sealed, Decision):
    """Another person's decision on it."""

    proposal = models.OneToOneField(
        Acceptance, on_delete=models.PROTECT, primary_key=True, related_name="decision"
    )

    class Meta:
        db_table = "wallet_acceptance_decision"
