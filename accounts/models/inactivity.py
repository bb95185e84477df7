"""Spells of inactivity of players."""

from typing import ClassVar

from django.db import models
from django.db.models import F, Q

from accounts.models.users import User


class InactiveSpell(models.Model):
    """Time in which a player did not sign in: announced by letter, then inactive, over with the next sign-in.

    A spell without `inactive_at` was announced only. `active_at` is the last sign-in before it, `due_at` when the account
    becomes inactive, as announced.
    """

    player = models.ForeignKey(User, on_delete=models.PROTECT, related_name="inactive_spells")
    active_at = models.DateTimeField()
    announced_at = models.DateTimeField()
    due_at = models.DateTimeField()
    inactive_at = models.DateTimeField(null=True)
    ended_at = models.DateTimeField(null=True)

    class Meta:
        constraints: ClassVar = [
            models.UniqueConstraint(
                name="inactive_spell_one_open",
                fields=["player"],
                condition=Q(ended_at__isnull=True),
            ),
            models.CheckConstraint(
                name="inactive_spell_order",
                condition=Q(announced_at__gt=F("active_at"))
                & Q(due_at__gt=F("announced_at"))
                & (Q(inactive_at__isnull=True) | Q(inactive_at__gte=F("due_at")))
                & (Q(ended_at__isnull=True) | Q(ended_at__gte=F("announced_at"))),
            ),
        ]
        indexes: ClassVar = [
            models.Index(
                fields=["due_at"],
                name="inactive_spell_open",
                condition=Q(ended_at__isnull=True),
            ),
        ]

    def __str__(self) -> str:
        return f"player {self.player_id} since {self.active_at:%Y-%m-%d}"
