"""Rounds that staff stopped: one person freezes a running round, another one decides what becomes of it."""

from django.db import models
from django.utils import timezone

from accounts.models import User
from casino.models.rounds import Round


class Freeze(models.Model):
    """Nobody plays the round until another person has decided. Never changed."""

    round = models.ForeignKey(Round, on_delete=models.PROTECT, related_name="freezes")
    by = models.ForeignKey(User, on_delete=models.PROTECT, related_name="+", db_index=False)
    reason = models.CharField(max_length=500)
    at = models.DateTimeField(default=timezone.now, db_index=True)

    class Meta:
        constraints = (
            models.CheckConstraint(name="freeze_has_reason", condition=~models.Q(reason="")),
        )

    def __str__(self) -> str:
        return f"freeze of round {self.round_id}"


class FreezeDecision(models.Model):
    """Another person's word: approved, the stakes return; refused, the round goes on. That it is another one is kept by trigger."""

    freeze = models.OneToOneField(
        Freeze, on_delete=models.PROTECT, primary_key=True, related_name="decision"
    )
    approved = models.BooleanField()
    by = models.ForeignKey(User, on_delete=models.PROTECT, related_name="+", db_index=False)
    reason = models.CharField(max_length=500)
    at = models.DateTimeField(default=timezone.now)

    class Meta:
        constraints = (
            models.CheckConstraint(
                name="freeze_decision_has_reason", condition=~models.Q(reason="")
            ),
        )

    def __str__(self) -> str:
        return f"freeze {self.freeze_id}: {'approved' if self.approved else 'refused'}"
