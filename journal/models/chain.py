"""The hash chain over events and history, the results of its checks, and acknowledged alarms."""

from typing import ClassVar

from django.db import models
from django.db.models.functions import Now
from django.utils.translation import gettext_lazy as _

from journal.values.transaction_ids import ClockTime, TransactionIdField


class Link(models.Model):
    """A record's place in the chain: number, hash of the previous link, and own hash over that and the record.

    Written by `journal_chain_records()` (sql/chain.sql); the application can only read it. `head` marks the last link of a run, whose
    hash is also written outside the database.
    """

    class Source(models.TextChoices):
        EVENT = "event"
        ALTERATION = "alteration"

    n = models.BigIntegerField(primary_key=True)
    source = models.CharField(max_length=10, choices=Source)
    row_id = models.BigIntegerField()
    xact = TransactionIdField()
    previous = models.BinaryField()
    hash = models.BinaryField()
    head = models.BooleanField(default=False)
    at = models.DateTimeField(db_default=ClockTime())

    class Meta:
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["source", "row_id"], name="journal_link_once"),
            models.CheckConstraint(condition=models.Q(n__gte=1), name="journal_link_from_one"),
        ]
        indexes: ClassVar = [
            models.Index(fields=["n"], condition=models.Q(head=True), name="journal_link_heads")
        ]

    def __str__(self) -> str:
        return f"{self.n} {bytes(self.hash).hex()}"


class Check(models.Model):
    """The result of verifying the chain, the configured rows or the build. Append-only."""

    class Kind(models.TextChoices):
        CHAIN = "chain", _("events and history")
        ROWS = "rows", _("configured rows")
        BUILD = "build", _("code and rules")

    class Occasion(models.TextChoices):
        START = "start", _("at start")
        SCHEDULE = "schedule", _("by schedule")
        DEMAND = "demand", _("asked for")

    id = models.BigAutoField(primary_key=True)
    kind = models.CharField(max_length=5, choices=Kind)
    occasion = models.CharField(max_length=8, choices=Occasion)
    at = models.DateTimeField(db_default=Now())
    by_id = models.BigIntegerField(null=True)
    passed = models.BooleanField()
    findings = models.JSONField(default=list)
    details = models.JSONField(default=dict)

    class Meta:
        indexes: ClassVar = [models.Index(fields=["kind", "-id"], name="journal_check_latest")]
        constraints: ClassVar = [
            models.CheckConstraint(
                condition=models.Q(passed=True, findings=[])
                | models.Q(passed=False) & ~models.Q(findings=[]),
                name="journal_check_says_why",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.kind} {self.at}: {'passed' if self.passed else 'failed'}"


class Seen(models.Model):
    """An alarm acknowledged by a person, with their note. Append-only."""

    event = models.OneToOneField(
        "journal.Event", on_delete=models.PROTECT, primary_key=True, related_name="seen"
    )
    by_id = models.BigIntegerField()
    word = models.CharField(max_length=500)
    at = models.DateTimeField(db_default=Now())

    class Meta:
        constraints: ClassVar = [
            models.CheckConstraint(condition=~models.Q(word=""), name="journal_seen_says_something")
        ]

    def __str__(self) -> str:
        return f"event {self.event_id} seen by {self.by_id}"


class Heartbeat(models.Model):
    """The last heartbeat of a queue's worker on a machine, by the database's clock, the machine's clock and its monotonic clock.

    `queue` is "beat" for the scheduler, and empty for the task that compares the clocks.
    """

    host = models.CharField(max_length=100)
    queue = models.CharField(max_length=100, blank=True, default="")
    at = models.DateTimeField()
    wall = models.FloatField(help_text="seconds since 1970 by the machine's clock")
    monotonic = models.FloatField(help_text="seconds since the machine started")
    boot = models.CharField(max_length=36)

    class Meta:
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["host", "queue"], name="journal_heartbeat_once"),
        ]

    def __str__(self) -> str:
        return f"{self.host} {self.queue} {self.at}"
