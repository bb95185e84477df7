"""Points accounts and their entries."""

from typing import ClassVar

from django.db import models
from django.db.models import F, Q
from django.utils.translation import gettext_lazy as _, pgettext_lazy

from accounts.models.users import User
from loyalty.models.tiers import Tier
from loyalty.values.points import HUNDREDTHS
from wallet.money.values import BASE_CURRENCY, Money


class PointsAccount(models.Model):
    """A player's points, and points owed because points already spent were taken back."""

    player = models.OneToOneField(
        User, on_delete=models.PROTECT, primary_key=True, related_name="+"
    )
    balance = models.BigIntegerField(default=0, db_default=0)
    debt = models.BigIntegerField(default=0, db_default=0)
    seq = models.BigIntegerField(default=0, db_default=0)
    tier = models.ForeignKey(
        Tier, on_delete=models.PROTECT, null=True, related_name="+", db_index=False
    )

    class Meta:
        db_table = "loyalty_account"
        constraints: ClassVar = [
            models.CheckConstraint(
                name="loyalty_never_negative", condition=Q(balance__gte=0, debt__gte=0)
            ),
        ]

    def __str__(self) -> str:
        return f"player {self.player_id}"


class PointsEntry(models.Model):
    """One change of a player's points. A debt and its repayment have entries of their own."""

    class Kind(models.TextChoices):
        EARNED = "earned", pgettext_lazy("points", "Earned")
        REVERSED = "reversed", _("Taken back with a void round")
        RESTORED = "restored", _("Given back: the void was undone")
        DEBT = "debt", _("Owed: they were spent already")
        REPAID = "repaid", _("Owed points repaid")
        REDEEMED = "redeemed", pgettext_lazy("points", "Redeemed")

    player = models.ForeignKey(User, on_delete=models.PROTECT, related_name="+", db_index=False)
    seq = models.BigIntegerField()
    kind = models.CharField(max_length=8, choices=Kind)
    hundredths = models.BigIntegerField()
    round_id = models.UUIDField(null=True)  # null for a redemption
    case_id = models.UUIDField(null=True)  # of a void or its undoing
    earned_on = models.DateField()  # the day (UTC) on which the round earned points
    staked = models.BigIntegerField(null=True)  # on hands, in units of USD
    multiplier = models.PositiveIntegerField(null=True)
    balance_after = models.BigIntegerField()
    debt_after = models.BigIntegerField()
    at = models.DateTimeField()

    class Meta:
        db_table = "loyalty_entry"
        constraints: ClassVar = [
            models.UniqueConstraint(name="loyalty_entry_seq", fields=["player", "seq"]),
            models.UniqueConstraint(
                name="loyalty_earned_once",
                fields=["player", "round_id"],
                condition=Q(kind="earned"),
            ),
            models.UniqueConstraint(
                name="loyalty_once_per_case",
                fields=["player", "round_id", "case_id", "kind"],
                condition=Q(case_id__isnull=False),
            ),
            models.CheckConstraint(
                name="loyalty_entry_direction",
                condition=Q(kind__in=["earned", "restored", "debt"], hundredths__gt=0)
                | Q(kind__in=["reversed", "repaid", "redeemed"], hundredths__lt=0),
            ),
            models.CheckConstraint(
                name="loyalty_entry_redeemed",
                condition=Q(kind="redeemed", round_id__isnull=True, case_id__isnull=True)
                | (~Q(kind="redeemed") & Q(round_id__isnull=False)),
            ),
            models.CheckConstraint(
                name="loyalty_entry_earned",
                condition=Q(
                    kind="earned",
                    case_id__isnull=True,
                    hundredths__lte=F("staked") * F("multiplier") / (HUNDREDTHS * HUNDREDTHS),
                )
                | (~Q(kind="earned") & Q(staked__isnull=True, multiplier__isnull=True)),
            ),
        ]
        indexes: ClassVar = [
            models.Index(
                name="loyalty_window_points",
                fields=["player", "earned_on"],
                include=["kind", "hundredths"],
            ),
            models.Index(name="loyalty_entry_at", fields=["at"]),
            models.Index(
                name="loyalty_debt_of_player",
                fields=["player", "-at"],
                condition=Q(kind__in=["debt", "repaid"]),
            ),
            models.Index(
                name="loyalty_points_redeemed", fields=["player"], condition=Q(kind="redeemed")
            ),
        ]

    def __str__(self) -> str:
        return f"{self.kind} {self.hundredths:+d} of player {self.player_id}"

    @property
    def stake(self) -> Money | None:
        """The stake on hands, in USD; None if the points were not earned."""
        return None if self.staked is None else Money(self.staked, BASE_CURRENCY)
