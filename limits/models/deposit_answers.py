"""What players answer before they may deposit. Append-only."""

from typing import ClassVar

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.db.models.functions import Now
from django.utils.translation import gettext_lazy as _


class DepositAnswer(models.Model):
    """A player's answer to what the profile asks before a deposit.

    `total_usd` is what the player had deposited so far, in units of 10^-4 US dollars.
    """

    class Kind(models.TextChoices):
        DEFAULT = "default", _("accepted the default limits, or none")
        NOTICE = "notice", _("acknowledged the notice about the total of deposits")

    player = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+", db_index=False
    )
    kind = models.CharField(max_length=7, choices=Kind)
    total_usd = models.BigIntegerField()
    at = models.DateTimeField(db_default=Now(), editable=False)

    class Meta:
        constraints: ClassVar = [
            models.CheckConstraint(
                name="deposit_answer_kind", condition=Q(kind__in=["default", "notice"])
            ),
        ]
        indexes: ClassVar = [
            models.Index(fields=["player", "kind", "-id"], name="deposit_answer_latest"),
        ]

    def __str__(self) -> str:
        return f"{self.kind} of player {self.player_id}"
