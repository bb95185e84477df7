"""Sets of tiers, and the tier changes of players.

Points are stored in hundredths. Accounts, entries and tier changes are written by database
functions only (`sql/points.sql`). Sets of tiers are proposed and decided, and never changed.
"""

from typing import ClassVar

from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from accounts.models.users import User
from approvals.models import SiteDecision, SiteProposal
from loyalty.values.points import HUNDREDTHS, LEAST_REDEEMED
from pages.names import choose_name


class TierSet(SiteProposal):
    """A proposed set of tiers. Points of the last `window_days` days count.

    The minimum redemption is `redeem_from` whole points.
    """

    window_days = models.PositiveSmallIntegerField()
    redeem_from = models.PositiveIntegerField(default=LEAST_REDEEMED, db_default=LEAST_REDEEMED)
    effective_at = models.DateTimeField()

    class Meta:
        constraints: ClassVar = [
            models.CheckConstraint(name="loyalty_window", condition=Q(window_days__gte=1)),
            models.CheckConstraint(name="loyalty_tiers_reason", condition=~Q(reason="")),
            models.CheckConstraint(name="loyalty_redeem_from", condition=Q(redeem_from__gte=1)),
        ]

    def __str__(self) -> str:
        return f"T-{self.pk}"


class Tier(models.Model):
    """From `threshold` on, points are multiplied by `multiplier` hundredths, and each is worth `redemption` units of USD.

    Withdrawal limits (single and 24 hours) are `withdrawal` hundredths of the house's limits.
    """

    tier_set = models.ForeignKey(TierSet, on_delete=models.PROTECT, related_name="tiers")
    name = models.CharField(max_length=30)
    name_es = models.CharField(
        _("name in Spanish"), max_length=30, default="", db_default="", blank=True
    )
    threshold = models.BigIntegerField()
    multiplier = models.PositiveIntegerField()
    redemption = models.PositiveIntegerField()
    withdrawal = models.PositiveIntegerField(default=HUNDREDTHS, db_default=HUNDREDTHS)

    class Meta:
        ordering: ClassVar = ["threshold"]
        constraints: ClassVar = [
            models.UniqueConstraint(name="loyalty_tier_once", fields=["tier_set", "threshold"]),
            models.UniqueConstraint(name="loyalty_tier_named_once", fields=["tier_set", "name"]),
            models.CheckConstraint(name="loyalty_tier_threshold", condition=Q(threshold__gte=0)),
            models.CheckConstraint(
                name="loyalty_tier_multiplier",
                condition=Q(multiplier__gte=HUNDREDTHS, multiplier__lte=10 * HUNDREDTHS),
            ),
            models.CheckConstraint(name="loyalty_tier_name", condition=~Q(name="")),
            models.CheckConstraint(
                name="loyalty_tier_withdrawal",
                condition=Q(withdrawal__gte=HUNDREDTHS, withdrawal__lte=10 * HUNDREDTHS),
            ),
        ]

    def __str__(self) -> str:
        return self.name

    @property
    def display_name(self) -> str:
        """The name for readers of the active language."""
        return choose_name(self.name, self.name_es)


class TierSetDecision(SiteDecision):
    """Another person's decision on a set of tiers."""

    proposal = models.OneToOneField(
        TierSet, on_delete=models.PROTECT, primary_key=True, related_name="decision"
    )
    accepted = models.BooleanField(
        default=False,
        db_default=False,
        help_text="that players get back more than they stake",
    )

    class Meta:
        constraints: ClassVar = [
            models.CheckConstraint(
                name="loyalty_tiers_refused_with_reason", condition=Q(approved=True) | ~Q(reason="")
            ),
        ]


class TierChange(models.Model):
    """A player's move to another tier, with the points that caused it."""

    player = models.ForeignKey(User, on_delete=models.PROTECT, related_name="+", db_index=False)
    from_tier = models.ForeignKey(
        Tier, on_delete=models.PROTECT, null=True, related_name="+", db_index=False
    )
    tier = models.ForeignKey(Tier, on_delete=models.PROTECT, related_name="+", db_index=False)
    points = models.BigIntegerField()
    at = models.DateTimeField()

    class Meta:
        indexes: ClassVar = [models.Index(name="loyalty_change_player", fields=["player", "-at"])]

    def __str__(self) -> str:
        return f"{self.tier} for player {self.player_id}"
