"""Findings of the reconciliation that two people have accepted: named for ever, and no longer failing."""

from typing import ClassVar, Final

from django.conf import settings
from django.db import models
from django.db.models import Q

from wallet.cash.models.payments import NUMBER_DIGITS
from wallet.models import ClockTime
from wallet.xact import Sealed

LONGEST_ROW: Final = 2000


class Acceptance(Sealed):
    """One row that breaks a line, word for word, as somebody proposed to live with it, and why.

    For what cannot be undone and was dealt with otherwise, money that was posted without a record for one:
    what is posted stays.
    """

    id = models.BigAutoField(primary_key=True)
    line = models.CharField(max_length=200)
    row = models.CharField(max_length=LONGEST_ROW)
    reason = models.CharField(max_length=500)
    proposed_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+"
    )
    at = models.DateTimeField(db_default=ClockTime())

    class Meta:
        """With a reason."""

        db_table = "wallet_acceptance"
        constraints: ClassVar = [
            models.CheckConstraint(name="wallet_acceptance_reason", condition=~Q(reason="")),
        ]

    def __str__(self) -> str:
        """The number that staff use."""
        return f"A-{self.pk:0{NUMBER_DIGITS}d}"


class AcceptanceDecision(Sealed):
    """Another person's word on it."""

    acceptance = models.OneToOneField(
        Acceptance, on_delete=models.PROTECT, primary_key=True, related_name="decision"
    )
    approved = models.BooleanField()
    decided_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+"
    )
    at = models.DateTimeField(db_default=ClockTime())

    class Meta:
        """That it is another person, who is staff, is checked by trigger."""

        db_table = "wallet_acceptance_decision"

    def __str__(self) -> str:
        """Number and word, for logs."""
        return f"A-{self.acceptance_id}: {'approved' if self.approved else 'refused'}"
