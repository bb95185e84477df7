"""Servers that held the database, restores that were found, and their release by two people."""

import uuid

from django.db import models
from django.db.models.functions import Now
from django.utils.translation import gettext_lazy as _

from approvals.models import PersonDecision, Proposal
from journal.values.transaction_ids import ClockTime


class Server(models.Model):
    """A PostgreSQL server and timeline on which the database was confirmed to be complete. The newest row counts."""

    system = models.CharField(max_length=20)  # `pg_control_system().system_identifier`
    timeline = models.IntegerField()
    at = models.DateTimeField(db_default=Now(), editable=False)

    def __str__(self) -> str:
        return f"{self.system} {self.timeline}"


class ServerHeartbeat(models.Model):
    """Number that one process writes here, and after the commit into its marker outside the database."""

    writer = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    number = models.BigIntegerField(default=0)
    at = models.DateTimeField()

    def __str__(self) -> str:
        return f"{self.writer}: {self.number}"


class ServerSighting(models.Model):
    """When a process first found the database on a server and timeline that were not confirmed. Append-only."""

    system = models.CharField(max_length=20)
    timeline = models.IntegerField()
    at = models.DateTimeField(db_default=ClockTime(), editable=False)

    class Meta:
        constraints = (
            models.UniqueConstraint(fields=("system", "timeline"), name="sighting_once"),
        )

    def __str__(self) -> str:
        return f"{self.system} {self.timeline}"


class Restore(models.Model):
    """A restore, or a failover that lost writes: the installation is closed until it, or a later one, is released.

    `generation` is higher than that of every restore in the database and of every marker that was seen when it was found.
    """

    class Cause(models.TextChoices):
        OTHER_SERVER = "other_server", _("the database is on another server")
        OTHER_TIMELINE = "other_timeline", _("the server was restored or promoted")
        WRITES_LOST = "writes_lost", _("writes are missing that the marker knows")
        MARKER_OLD = "marker_old", _("the marker is older than the database")
        BY_COMMAND = "by_command", _("closed by hand")

    cause = models.CharField(max_length=14, choices=Cause)
    details = models.JSONField(default=dict)
    generation = models.BigIntegerField(default=0, db_default=0)
    found_at = models.DateTimeField(db_default=Now(), editable=False)

    def __str__(self) -> str:
        return f"{self.pk}: {self.cause}"


class Preparation(models.Model):
    """What `after_restore` did for a restore, and on which server. Valid on that server only. Append-only."""

    restore = models.OneToOneField(
        Restore, on_delete=models.PROTECT, primary_key=True, related_name="preparation"
    )
    rounds = models.PositiveIntegerField()
    wagers = models.PositiveIntegerField()
    shoes = models.PositiveIntegerField()
    system = models.CharField(max_length=20, default="", db_default="")
    timeline = models.IntegerField(default=0, db_default=0)
    at = models.DateTimeField(db_default=Now(), editable=False)

    def __str__(self) -> str:
        return f"{self.restore_id}: {self.rounds} rounds, {self.shoes} shoes"


class OutsideComparison(models.Model):
    """What one run of `after_restore` learnt outside the database. The newest one of a restore counts. Append-only."""

    restore = models.ForeignKey(Restore, on_delete=models.PROTECT, related_name="comparisons")
    since = models.DateTimeField()
    payments = models.JSONField(default=list)
    unanswered = models.JSONField(default=list)
    """Providers without a statement, each with the reason's code."""
    log_number = models.BigIntegerField(null=True)
    log_hash = models.CharField(max_length=64, blank=True)
    at = models.DateTimeField(db_default=ClockTime(), editable=False)

    def __str__(self) -> str:
        return f"{self.restore_id}: {len(self.payments)} payments since {self.since}"


class Release(Proposal):
    """A proposal to open the installation again. Append-only."""

    restore = models.ForeignKey(Restore, on_delete=models.PROTECT, related_name="releases")

    class Meta:
        constraints = (
            models.CheckConstraint(name="release_has_reason", condition=~models.Q(reason="")),
        )

    def __str__(self) -> str:
        return f"release of restore {self.restore_id}"


class ReleaseDecision(PersonDecision):
    """The second person's decision. Approved: the installation opens. Refused: it stays closed."""

    proposal = models.OneToOneField(
        Release, on_delete=models.PROTECT, primary_key=True, related_name="decision"
    )
