"""Significant events, one row each."""

from typing import ClassVar

from django.db import models
from django.db.models.functions import Now

from journal.models.personal import PersonalDataField
from journal.values.kinds import Severity
from journal.values.transaction_ids import CurrentTransaction, TransactionIdField


class Event(models.Model):
    """One significant event. PostgreSQL refuses to change, delete or truncate it."""

    id = models.BigAutoField(primary_key=True)
    at = models.DateTimeField(db_default=Now(), editable=False)
    xact = TransactionIdField(db_default=CurrentTransaction(), editable=False)
    kind = models.CharField(max_length=40)
    severity = models.CharField(max_length=10)
    actor_id = models.BigIntegerField(null=True)
    subject = models.CharField(max_length=200, blank=True)
    data = PersonalDataField(default=dict)
    # unique per kind and subject (`journal.services.recording.record_once`)
    once = models.CharField(max_length=64, null=True, editable=False)  # noqa: DJ001  # null: not limited to once

    class Meta:
        """Indexes: newest first by kind, subject, actor, time, and alarms; unchained records. Search index: sql/search.sql."""

        constraints: ClassVar = [
            models.UniqueConstraint(
                fields=["kind", "subject", "once"],
                condition=models.Q(once__isnull=False),
                name="journal_event_once",
            )
        ]

        indexes: ClassVar = [
            models.Index(fields=["kind", "-id"], name="journal_event_kind"),
            models.Index(fields=["subject", "-id"], name="journal_event_subject"),
            models.Index(fields=["actor_id", "-id"], name="journal_event_actor"),
            models.Index(fields=["at", "id"], name="journal_event_at"),
            models.Index(fields=["xact", "id"], name="journal_event_xact"),
            models.Index(
                fields=["-id"],
                condition=models.Q(severity=Severity.ALARM.value),
                name="journal_event_alarms",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.kind} #{self.pk}"
