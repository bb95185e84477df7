"""Background exports: request, progress, expiry."""

import uuid
from pathlib import Path
from typing import ClassVar

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from accounts.models.users import User

_ENDED = Q(claim__isnull=True, claimed_until__isnull=True, finished_at__isnull=False)
_FILED = Q(size__isnull=False, expires_at__isnull=False) & ~Q(sha256="")
_UNFILED = Q(size__isnull=True, expires_at__isnull=True, sha256="")


class Export(models.Model):
    """A requested file. The row stays when the file is deleted."""

    class State(models.TextChoices):
        """State of an export. A worker takes a waiting one; after a crash another worker starts over."""

        WAITING = "waiting", _("queued")
        RUNNING = "running", _("being made")
        DONE = "done", _("ready")
        FAILED = "failed", _("failed")
        CANCELLED = "cancelled", _("cancelled")
        EXPIRED = "expired", _("deleted")

    public_id = models.UUIDField(default=uuid.uuid4, unique=True, editable=False)
    acting_user = models.ForeignKey(User, on_delete=models.PROTECT, related_name="+")
    source = models.CharField(max_length=40, help_text="reports.catalogue.sources")
    params = models.JSONField(default=dict, help_text="as in the address: lists of texts by name")
    language = models.CharField(max_length=5)
    format = models.CharField(max_length=4, help_text="reports.files.Format")
    state = models.CharField(max_length=9, choices=State, default=State.WAITING)
    rows = models.BigIntegerField(default=0, help_text="written so far")
    total = models.BigIntegerField(null=True, help_text="there will be; null: not known")
    pieces = models.PositiveIntegerField(default=0, help_text="of its period, to be added up first")
    pieces_done = models.PositiveIntegerField(default=0)
    attempts = models.PositiveSmallIntegerField(default=0)
    claim = models.UUIDField(null=True, help_text="of the one worker that makes it")
    claimed_until = models.DateTimeField(null=True, help_text="then its worker is taken for dead")
    size = models.BigIntegerField(null=True, help_text="bytes")
    sha256 = models.CharField(max_length=64, blank=True)
    error = models.TextField(blank=True)
    asked_at = models.DateTimeField()
    finished_at = models.DateTimeField(null=True)
    expires_at = models.DateTimeField(null=True)

    class Meta:
        constraints: ClassVar = [
            models.CheckConstraint(
                name="export_is_what_its_state_says",
                condition=Q(state="waiting", claim__isnull=True, finished_at__isnull=True)
                & _UNFILED
                | Q(state="running", claim__isnull=False, finished_at__isnull=True)
                & (Q(claimed_until__isnull=False) & _UNFILED)
                | Q(state__in=["done", "expired"]) & _ENDED & _FILED
                | Q(state="cancelled") & _ENDED & _UNFILED
                | Q(state="failed") & (~Q(error="") & _ENDED & _UNFILED),
            ),
        ]
        indexes: ClassVar = [
            models.Index(
                fields=["asked_at"],
                name="export_unfinished",
                condition=Q(state__in=["waiting", "running"]),
            ),
            models.Index(fields=["expires_at"], name="export_expires", condition=Q(state="done")),
            models.Index(fields=["acting_user", "-id"], name="export_of_person"),
        ]

    def __str__(self) -> str:
        return f"{self.source} {self.public_id}"

    @property
    def unfinished(self) -> bool:
        return self.state in {self.State.WAITING, self.State.RUNNING}

    @property
    def is_adding_up(self) -> bool:
        """True while open parts of the period are summed, before any row is written."""
        return self.pieces_done < self.pieces

    @property
    def percent(self) -> int | None:
        """Progress: pieces summed, then rows written; None if the total is unknown."""
        if self.is_adding_up:
            return 100 * self.pieces_done // self.pieces
        return min(100 * self.rows // self.total, 99) if self.total else None

    @property
    def path(self) -> Path:
        """Path of the finished file."""
        return Path(settings.EXPORTS) / f"{self.public_id}.{self.format}"

    @property
    def part(self) -> Path:
        """Path of the file while it is written."""
        return Path(settings.EXPORTS) / f"{self.public_id}.{self.claim}.part"


class Piece(models.Model):
    """Stored result for one open part of a period while an export is made."""

    export = models.ForeignKey(Export, on_delete=models.CASCADE, related_name="answered")
    fact = models.CharField(max_length=20, help_text="reports.selectors.fact_tables")
    since = models.DateTimeField()
    until = models.DateTimeField()
    answers = models.JSONField(help_text="rows of the table that a closed day keeps them in")

    class Meta:
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["export", "fact", "since"], name="piece_once"),
        ]

    def __str__(self) -> str:
        return f"{self.fact} {self.since}"
