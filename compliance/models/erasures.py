"""Ends of people's data: proposed by one person and decided by another, or due by the profile's years."""

from typing import ClassVar

from django.db import models
from django.db.models import Q
from django.db.models.functions import Now

from accounts.models.users import User
from approvals.models import PersonDecision, Proposal
from compliance.models.disputes import Dispute


class Erasure(Proposal):
    """Proposal to erase the person of a closed account, as they asked in a `dispute`. Append-only."""

    player = models.ForeignKey(User, on_delete=models.PROTECT, related_name="erasures")
    dispute = models.ForeignKey(Dispute, on_delete=models.PROTECT, related_name="+")

    class Meta:
        constraints: ClassVar = [
            models.CheckConstraint(name="compliance_erasure_reason", condition=~Q(reason="")),
        ]

    def __str__(self) -> str:
        return f"erasure of player {self.player_id}"

    @property
    def excluded_deciders(self) -> frozenset[int | None]:
        """Ids of the people who may not decide: the proposer and the player."""
        return super().excluded_deciders | {self.player_id}


class ErasureDecision(PersonDecision):
    """Decision on an erasure, by another person. Approved: the person is erased in the same transaction."""

    proposal = models.OneToOneField(
        Erasure, on_delete=models.PROTECT, primary_key=True, related_name="decision"
    )


class ErasedPerson(models.Model):
    """A person whose data ended, by an approved erasure, the profile's years or, after a restore, a line of the list. Append-only.

    The key outside the database is destroyed after the commit (`compliance.erasure.services.destroying`).
    """

    player = models.OneToOneField(
        User, on_delete=models.PROTECT, primary_key=True, related_name="erased"
    )
    erasure = models.OneToOneField(Erasure, on_delete=models.PROTECT, null=True, related_name="+")
    decision = models.CharField(max_length=40)  # what decided it, as in the list of destroyed keys
    at = models.DateTimeField(db_default=Now())

    def __str__(self) -> str:
        return f"person {self.player_id}"
