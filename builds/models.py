"""Builds that were found, their acceptance by two people, and where each was last seen."""

from typing import ClassVar

from django.db import models
from django.db.models import Q

from approvals.models import PersonDecision, Proposal
from journal.values.transaction_ids import ClockTime


class BuildManifest(models.Model):
    """Everything that makes up a build: digests by kind and name. Append-only.

    `digest` is the SHA-256 over all entries. `release_file` says whether the release's own manifest agrees.
    """

    class ReleaseFile(models.TextChoices):
        NONE = "none"
        EQUAL = "equal"
        DIFFERENT = "different"

    digest = models.CharField(max_length=64, unique=True)
    version = models.CharField(max_length=20)
    entries = models.JSONField()
    release_file = models.CharField(max_length=9, choices=ReleaseFile, default=ReleaseFile.NONE)
    found_at = models.DateTimeField(db_default=ClockTime(), editable=False)

    def __str__(self) -> str:
        return f"{self.version} {self.digest[:8]}"


class BuildSighting(models.Model):
    """A build that was found at one installation. The newest of an installation counts. Append-only.

    `closes`: play stays closed until two people accept the build. `own`: the profile accepts whatever is found.
    """

    installation = models.CharField(max_length=300)  # host and folder
    manifest = models.ForeignKey(BuildManifest, on_delete=models.PROTECT, related_name="sightings")
    closes = models.BooleanField()
    own = models.BooleanField(default=False, db_default=False)
    at = models.DateTimeField(db_default=ClockTime(), editable=False)

    class Meta:
        """Index: the sightings that close play, normally none, for a question at every bet."""

        indexes: ClassVar = [
            models.Index(fields=["installation", "-id"], name="builds_sighting_newest"),
            models.Index(fields=["id"], condition=Q(closes=True), name="builds_sighting_closing"),
        ]

    def __str__(self) -> str:
        return f"{self.installation}: build {self.manifest_id}"


class BuildAcceptance(Proposal):
    """A proposal to accept a build. Append-only."""

    manifest = models.ForeignKey(
        BuildManifest, on_delete=models.PROTECT, related_name="acceptances"
    )

    class Meta:
        constraints = (
            models.CheckConstraint(name="build_acceptance_has_reason", condition=~Q(reason="")),
        )

    def __str__(self) -> str:
        return f"acceptance of build {self.manifest_id}"


class BuildAcceptanceDecision(PersonDecision):
    """The second person's decision. Approved: the build is in force, and play opens where only it was closed."""

    proposal = models.OneToOneField(
        BuildAcceptance, on_delete=models.PROTECT, primary_key=True, related_name="decision"
    )
