"""Service keys: how the operator's other systems sign in to the API."""

from datetime import datetime
from typing import ClassVar

from django.contrib.postgres.fields import ArrayField
from django.db import models
from django.db.models import F, Q
from django.utils.translation import gettext_lazy as _

from accounts.models.users import User
from journal.values.transaction_ids import ClockTime


class ServiceKey(models.Model):
    """A key of another system. Of its text only the hash is stored.

    `owner` is responsible for what the key does: it acts in this person's name and never has more rights. The
    administrator `made_by` is somebody else. Triggers keep everything but the last use, an earlier expiry and
    the revocation. Without `networks` every network is allowed.
    """

    class State(models.TextChoices):
        ACTIVE = "active", _("active")
        EXPIRED = "expired", _("expired")
        REVOKED = "revoked", _("revoked")

    name = models.CharField(_("name"), max_length=60)
    hint = models.CharField(_("beginning of the key"), max_length=20)
    key_hash = models.CharField(_("hash of the key"), max_length=64, unique=True)
    scopes = ArrayField(models.CharField(max_length=30), verbose_name=_("scopes"))
    networks = ArrayField(
        models.CharField(max_length=43), default=list, verbose_name=_("allowed networks")
    )
    owner = models.ForeignKey(
        User, on_delete=models.PROTECT, related_name="+", verbose_name=_("responsible person")
    )
    made_by = models.ForeignKey(
        User, on_delete=models.PROTECT, related_name="+", verbose_name=_("made by")
    )
    made_at = models.DateTimeField(_("made"), db_default=ClockTime(), editable=False)
    expires_at = models.DateTimeField(_("expires"))
    replaces = models.OneToOneField(
        "self",
        on_delete=models.PROTECT,
        null=True,
        related_name="replacement",
        verbose_name=_("replaces the key"),
    )
    series = models.UUIDField(_("series"), editable=False)
    """The same for a key and those that replace it: idempotency keys belong to the series."""
    last_used_at = models.DateTimeField(null=True)
    last_used_from = models.GenericIPAddressField(null=True)
    revoked_at = models.DateTimeField(_("revoked"), null=True)
    revoked_by = models.ForeignKey(
        User, on_delete=models.PROTECT, null=True, related_name="+", verbose_name=_("revoked by")
    )

    class Meta:
        constraints: ClassVar = [
            models.CheckConstraint(name="servicekey_scopes", condition=Q(scopes__len__gt=0)),
            models.CheckConstraint(name="servicekey_name", condition=~Q(name="")),
            models.CheckConstraint(name="servicekey_two_people", condition=~Q(owner=F("made_by"))),
            models.CheckConstraint(
                name="servicekey_revoked",
                condition=Q(revoked_at__isnull=True, revoked_by__isnull=True)
                | Q(revoked_at__isnull=False, revoked_by__isnull=False),
            ),
        ]

    def __str__(self) -> str:
        return f"{self.name} ({self.hint}…)"

    def state_at(self, now: datetime) -> State:
        if self.revoked_at is not None:
            return self.State.REVOKED
        return self.State.ACTIVE if now < self.expires_at else self.State.EXPIRED
