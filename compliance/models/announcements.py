"""Announcements of new rules to players by message."""

from typing import ClassVar

from django.db import models

from journal.values.transaction_ids import ClockTime
from profiles.models import ProfileVersion
from tables.models import RuleSetVersion, Table, VersionStep


class RulesAnnouncement(models.Model):
    """New rules of a table: the scheduling step, and the version they replace.

    `told_to` is the checkpoint: the id of the last participant processed.
    """

    table = models.ForeignKey(Table, on_delete=models.PROTECT, related_name="+", db_index=False)
    step = models.ForeignKey(VersionStep, on_delete=models.PROTECT, related_name="+")
    before = models.ForeignKey(
        RuleSetVersion, on_delete=models.PROTECT, related_name="+", db_index=False
    )
    at = models.DateTimeField(db_default=ClockTime(), editable=False)
    told_to = models.BigIntegerField(default=0)
    done_at = models.DateTimeField(null=True)

    class Meta:
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["table", "step"], name="compliance_announcement_once"),
        ]
        indexes: ClassVar = [
            models.Index(
                fields=["id"],
                name="compliance_announcement_due",
                condition=models.Q(done_at__isnull=True),
            ),
        ]

    def __str__(self) -> str:
        return f"{self.table_id}: {self.step_id}"


class ProfileAnnouncement(models.Model):
    """A version of the profile that changes what players see, and how far they were told.

    `told_to` is the checkpoint: the id of the last player processed.
    """

    version = models.OneToOneField(
        ProfileVersion, on_delete=models.PROTECT, primary_key=True, related_name="+"
    )
    told_to = models.BigIntegerField(default=0)
    done_at = models.DateTimeField(null=True)

    def __str__(self) -> str:
        return f"profile version {self.version_id}"
