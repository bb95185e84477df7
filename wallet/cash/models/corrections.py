"""Manual corrections: proposed by one person, decided by another. Append-only."""

from typing import ClassVar

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from approvals.models import PersonDecision, Proposal
from journal.models.sealed import Sealed
from wallet.ledger.values import NUMBER_DIGITS


class CorrectionKind(models.TextChoices):
    """Kinds of corrections, named like their transfers."""

    REVERSE = "reverse", _("Reversal")
    ADJUST = "adjust", _("Adjustment")
    BONUS = "bonus", _("Bonus")


class Correction(Sealed, Proposal):
    """A proposed manual correction; nothing moves before its approval.

    `units` is what the player receives, negative if taken; for a reversal, the amount of the original.
    """

    id = models.BigAutoField(primary_key=True)
    key = models.UUIDField(unique=True)
    kind = models.CharField(max_length=10, choices=CorrectionKind)
    player = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+")
    currency = models.ForeignKey(
        "wallet.Currency", on_delete=models.PROTECT, related_name="+", db_index=False
    )
    units = models.BigIntegerField()
    original = models.ForeignKey(
        "wallet.Transfer", on_delete=models.PROTECT, null=True, related_name="corrections"
    )

    class Meta:
        """Real money only; only adjustments may be negative, only reversals have an original."""

        db_table = "wallet_correction"
        constraints: ClassVar = [
            models.CheckConstraint(
                name="wallet_correction_kind",
                condition=Q(kind="reverse", original__isnull=False)
                | Q(kind__in=["adjust", "bonus"], original__isnull=True),
            ),
            models.CheckConstraint(
                name="wallet_correction_units",
                condition=Q(units__gt=0) | Q(units__lt=0, kind="adjust"),
            ),
            models.CheckConstraint(
                name="wallet_correction_real_money", condition=~Q(currency__in=["PLY"])
            ),
            models.CheckConstraint(name="wallet_correction_reason", condition=~Q(reason="")),
        ]

    def __str__(self) -> str:
        return self.number

    @property
    def excluded_deciders(self) -> frozenset[int | None]:
        """Ids of the proposer and of the player."""
        return super().excluded_deciders | {self.player_id}

    @property
    def number(self) -> str:
        """Number shown to staff, such as C-000012."""
        return f"C-{self.pk:0{NUMBER_DIGITS}d}"


class CorrectionDecision(Sealed, PersonDecision):
    """Another person's decision on a correction, with the resulting transfer."""

    proposal = models.OneToOneField(
        Correction, on_delete=models.PROTECT, primary_key=True, related_name="decision"
    )
    transfer = models.OneToOneField(
        "wallet.Transfer", on_delete=models.PROTECT, null=True, related_name="+"
    )

    class Meta:
        """An approval has a transfer, a refusal a reason."""

        db_table = "wallet_correction_decision"
        constraints: ClassVar = [
            models.CheckConstraint(
                name="wallet_correction_decision_money",
                condition=Q(approved=True, transfer__isnull=False)
                | (Q(approved=False, transfer__isnull=True) & ~Q(reason="")),
            ),
        ]
