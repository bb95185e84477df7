"""Audit of what staff looked at, and whose data they saw."""

from typing import ClassVar

from django.db import models
from django.utils.translation import gettext_lazy as _

from accounts.models.users import User


class Look(models.Model):
    """A view by a member of staff: one row per person, object and hour (`accounts.audit.services`)."""

    class Kind(models.TextChoices):
        PLAYER = "player", _("player")
        ROUND = "round", _("round")
        SHOE = "shoe", _("shoe")
        CASE = "case", _("case of voids")
        DISPUTE = "dispute", _("dispute")
        DOCUMENT = "document", _("document of a player")

    staff = models.ForeignKey(User, on_delete=models.PROTECT, related_name="+", db_index=False)
    kind = models.CharField(max_length=8, choices=Kind)
    object = models.CharField(max_length=36)  # its number or public id
    hour = models.DateTimeField()  # the UTC hour in which it was first looked at
    at = models.DateTimeField()  # the first time in it

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
    """A member of staff saw a player's data on a day: one row and one event (`accounts.audit.services`)."""

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
