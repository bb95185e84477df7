"""Versions of a profile: proposed by one person, decided by another, in force from a moment on. Append-only."""

from typing import ClassVar

from django.db import models
from django.db.models import Q

from approvals.models import SiteDecision, SiteProposal


class ProfileVersion(SiteProposal):
    """All values of a profile: the licence's (`country` is empty) or that of a country of residence.

    The first one comes with the installation and has no proposer.
    """

    country = models.CharField(max_length=2, blank=True, default="", db_default="")
    name = models.CharField(max_length=40)
    title = models.CharField(max_length=200, blank=True, default="", db_default="")
    values = models.JSONField()  # profiles.values.stated
    digest = models.CharField(max_length=64)  # profiles.values.digests
    effective_at = models.DateTimeField()

    class Meta:
        constraints: ClassVar = [
            models.CheckConstraint(name="profile_reason", condition=~Q(reason="")),
            models.CheckConstraint(
                name="profile_country", condition=Q(country="") | Q(country__regex=r"^[A-Z]{2}$")
            ),
        ]
        indexes: ClassVar = [models.Index(fields=["country", "-id"], name="profile_of_country")]

    def __str__(self) -> str:
        return f"{self.name} {self.pk}"


class ProfileDecision(SiteDecision):
    """The second person's decision. `in_force_from` is set by the database: never less than a minute ahead."""

    proposal = models.OneToOneField(
        ProfileVersion, on_delete=models.PROTECT, primary_key=True, related_name="decision"
    )
    in_force_from = models.DateTimeField(null=True, editable=False)

    class Meta:
        constraints: ClassVar = [
            models.CheckConstraint(
                name="profile_refusal_reason", condition=Q(approved=True) | ~Q(reason="")
            ),
        ]
