"""Resets of lost second factors: requested by one staff user, decided by another, done after a waiting time."""

import uuid
from datetime import timedelta
from typing import ClassVar, Final

from django.db import models
from django.db.models import Q
from django.db.models.functions import Now
from django.utils.translation import gettext_lazy as _

from accounts.models.letters import Letter
from accounts.models.users import User
from approvals.models import PersonDecision, Proposal

# Counted from the letter's mail; also in accounts/sql/recovery.sql.
RESET_DELAY: Final = timedelta(hours=72)


class FactorReset(Proposal):
    """Request to remove all second factors of a player. The waiting time starts when its `letter` is sent."""

    key = models.UUIDField(unique=True, default=uuid.uuid4)
    player = models.ForeignKey(User, on_delete=models.PROTECT, related_name="factor_resets")
    letter = models.OneToOneField(Letter, on_delete=models.PROTECT, related_name="+")

    class Meta:
        constraints: ClassVar = [
            models.CheckConstraint(name="factor_reset_reason", condition=~Q(reason="")),
        ]

    def __str__(self) -> str:
        return f"reset of the factors of player {self.player_id}"

    @property
    def excluded_deciders(self) -> frozenset[int | None]:
        """User ids that may not decide: the proposer and the player."""
        return super().excluded_deciders | {self.player_id}


class FactorResetDecision(PersonDecision):
    """Decision on a factor reset, by another person."""

    proposal = models.OneToOneField(
        FactorReset, on_delete=models.PROTECT, primary_key=True, related_name="decision"
    )

    class Meta:
        constraints: ClassVar = [
            models.CheckConstraint(name="factor_reset_decision_reason", condition=~Q(reason="")),
        ]


class FactorResetEnd(models.Model):
    """End of a reset that was not refused."""

    class How(models.TextChoices):
        DONE = "done", _("the second factor was reset")
        SHOWN = "shown", _("the second factor was used, so it is not lost")
        STOPPED = "stopped", _("stopped by staff")

    reset = models.OneToOneField(
        FactorReset, on_delete=models.PROTECT, primary_key=True, related_name="end"
    )
    how = models.CharField(max_length=10, choices=How)
    reason = models.CharField(max_length=500, blank=True)  # given by the staff user who stopped it
    acting_user = (
        models.ForeignKey(  # staff user who stopped it; null: ended by the player or on schedule
            User, on_delete=models.PROTECT, null=True, related_name="+"
        )
    )
    at = models.DateTimeField(db_default=Now())

    class Meta:
        constraints: ClassVar = [
            models.CheckConstraint(
                name="factor_reset_stopped_by_somebody",
                condition=Q(how="stopped", acting_user__isnull=False) & ~Q(reason="")
                | Q(how__in=["done", "shown"], acting_user__isnull=True, reason=""),
            ),
        ]

    def __str__(self) -> str:
        return f"{self.reset_id}: {self.how}"
