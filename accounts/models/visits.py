"""Visits: one row per sign-in."""

from datetime import timedelta
from typing import ClassVar, Final

from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from accounts.models.users import User
from profiles.models import ProfileVersion

LAST_SEEN_INTERVAL: Final = timedelta(minutes=1)
"""Minimum interval between two updates of a visit's last-seen time."""


class Visit(models.Model):
    """A player's session in one browser; `seen_at` is to the minute.

    It holds the session key while active, to allow ending it from another device. Address and browser are
    personal data.
    """

    class End(models.TextChoices):
        SIGNED_OUT = "signed_out", _("signed out")
        ELSEWHERE = "elsewhere", _("ended from another device")
        IDLE = "idle", _("nothing was done for too long")
        GONE = "gone", _("over")
        HOUSE = "house", _("ended by the house")

    player = models.ForeignKey(
        User, on_delete=models.PROTECT, related_name="visits", db_index=False
    )
    session_key = models.CharField(max_length=40, unique=True, null=True)  # noqa: DJ001 - null once it has ended
    begun_at = models.DateTimeField()
    seen_at = models.DateTimeField()
    ended_at = models.DateTimeField(null=True)
    ended = models.CharField(max_length=10, choices=End, blank=True)
    address = models.GenericIPAddressField(null=True)
    agent = models.CharField(max_length=200, blank=True)
    # Digest of the browser's mark (`accounts.sign_in.views.devices`); country of the network, "" if unknown.
    device = models.CharField(max_length=64, blank=True, default="", db_default="")
    country = models.CharField(max_length=2, blank=True, default="", db_default="")
    # Versions of the profile that judged the visit: of the licence and, if it has one, of the country of residence.
    # No foreign key in the database: signing in must not lock those rows, which are never deleted.
    profile = models.ForeignKey(
        ProfileVersion,
        on_delete=models.DO_NOTHING,
        null=True,
        related_name="+",
        db_constraint=False,
        db_index=False,
    )
    country_profile = models.ForeignKey(
        ProfileVersion,
        on_delete=models.DO_NOTHING,
        null=True,
        related_name="+",
        db_constraint=False,
        db_index=False,
    )

    class Meta:
        constraints: ClassVar = [
            models.CheckConstraint(
                name="visit_times",
                condition=Q(seen_at__gte=models.F("begun_at"))
                & (Q(ended_at__isnull=True) | Q(ended_at__gte=models.F("begun_at"))),
            ),
            models.CheckConstraint(
                name="visit_ended",
                condition=Q(ended_at__isnull=True, ended="", session_key__isnull=False)
                | (Q(ended_at__isnull=False, session_key__isnull=True) & ~Q(ended="")),
            ),
        ]
        indexes: ClassVar = [
            models.Index(fields=["player", "-begun_at"], name="visit_of_player"),
            models.Index(fields=["address"], name="visit_from_address"),
            models.Index(
                name="visit_with_agent", fields=["agent"], opclasses=["varchar_pattern_ops"]
            ),
            models.Index(
                fields=["ended_at"], name="visit_to_forget", condition=Q(ended_at__isnull=False)
            ),
        ]

    def __str__(self) -> str:
        return f"visit {self.pk} of player {self.player_id}"
