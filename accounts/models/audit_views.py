"""Audit log of staff views: objects, and players whose data were seen."""

from typing import ClassVar

from django.db import models
from django.utils.translation import gettext_lazy as _

from accounts.models.users import User


class Look(models.Model):
    """View by a staff user: one row per user, object and hour (`accounts.audit.services`)."""

    class Kind(models.TextChoices):
        PLAYER = "player", _("player")
        ROUND = "round", _("round")
        SHOE = "shoe", _("shoe")
        CASE = "case", _("case of voids")
        DISPUTE = "dispute", _("dispute")
        DOCUMENT = "document", _("document of a player")
        CASEWORK = "casework", _("case of fraud, money laundering or protection")

    staff = models.ForeignKey(User, on_delete=models.PROTECT, related_name="+", db_index=False)
    kind = models.CharField(max_length=8, choices=Kind)
    object = models.CharField(max_length=36)  # id or public id
    hour = models.DateTimeField()  # UTC hour of the view
    at = models.DateTimeField()  # first view in that hour

    class Meta:
        constraints: ClassVar = [
            models.UniqueConstraint(
                name="look_once_an_hour", fields=["kind", "object", "hour", "staff"]
            ),
        ]
        indexes: ClassVar = [models.Index(fields=["staff", "-id"], name="look_of_staff")]

    def __str__(self) -> str:
        return f"{self.staff_id} looked at {self.kind} {self.object} at {self.at}"


class DataSeen(models.Model):
    """View of a player's data by a staff user: one row and one event per day (`accounts.audit.services`)."""

    staff = models.ForeignKey(User, on_delete=models.PROTECT, related_name="+", db_index=False)
    player = models.ForeignKey(User, on_delete=models.PROTECT, related_name="+", db_index=False)
    day = models.DateField()

    class Meta:
        db_table = "accounts_seen"
        constraints: ClassVar = [
            models.UniqueConstraint(name="seen_once_a_day", fields=["player", "day", "staff"]),
        ]

    def __str__(self) -> str:
        return f"{self.staff_id} saw {self.player_id} on {self.day}"
