"""Public log of shoes."""

from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _


class LogLine(models.Model):
    """A line of the public append-only log of shoes. `n`, `previous` and `hash` are set once by the chaining task."""

    class Kind(models.TextChoices):
        ANNOUNCED = "announced", _("announced")
        OPENED = "opened", _("opened")
        CLOSED = "closed", _("closed")
        LOST = "lost", _("given up: its seed cannot be revealed")
        RETIRED = "retired", _("retired: the records were restored from a backup")

    n = models.BigIntegerField(null=True, unique=True)
    at = models.DateTimeField()
    kind = models.CharField(max_length=10, choices=Kind)
    shoe = models.UUIDField()
    commitment = models.CharField(max_length=64)
    rules_hash = models.CharField(max_length=64, null=True)  # noqa: DJ001 - only an opening fixes the rules
    nonce = models.PositiveIntegerField(null=True)  # the last known one of a retired shoe
    previous = models.CharField(max_length=64, null=True)  # noqa: DJ001 - null until chained
    hash = models.CharField(max_length=64, null=True)  # noqa: DJ001 - null until chained

    class Meta:
        constraints = (
            models.UniqueConstraint(
                fields=["shoe", "kind"], name="log_line_once_per_shoe_and_kind"
            ),
        )
        indexes = (
            models.Index(fields=["id"], name="log_line_unchained", condition=Q(n__isnull=True)),
        )

    def __str__(self) -> str:
        return f"{self.kind} {self.shoe}"
