"""Abstract models for proposals and decisions; each app has its own tables with real foreign keys.

A concrete decision has a one-to-one key `proposal` with the related name `decision`, and the
trigger from `approvals.operations`. The `Site` variants allow the site itself as the author.
"""

from typing import TYPE_CHECKING, Final

from django.conf import settings
from django.db import models

from journal.values.transaction_ids import ClockTime

REASON_LENGTH: Final = 500


class _Proposal(models.Model):
    reason = models.CharField(max_length=REASON_LENGTH)
    proposed_at = models.DateTimeField(db_default=ClockTime(), editable=False)

    if TYPE_CHECKING:

        @property
        def proposed_by_id(self) -> int | None: ...

    class Meta:
        abstract = True

    @property
    def excluded_deciders(self) -> frozenset[int | None]:
        """Ids of the people who may not decide: the proposer. Subclasses may add the people it concerns."""
        return frozenset({self.proposed_by_id})


class Proposal(_Proposal):
    """A change that takes effect once another person approves it. Append-only."""

    proposed_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+", db_index=False
    )

    class Meta:
        abstract = True


class SiteProposal(_Proposal):
    """A proposal by a person, or by the site itself (null)."""

    proposed_by = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        on_delete=models.PROTECT,
        null=True,
        related_name="+",
        db_index=False,
    )

    class Meta:
        abstract = True


class _Decision(models.Model):
    approved = models.BooleanField()
    reason = models.CharField(max_length=REASON_LENGTH, blank=True, default="", db_default="")
    decided_at = models.DateTimeField(db_default=ClockTime(), editable=False)

    class Meta:
        abstract = True

    def __str__(self) -> str:
        return f"{self.pk}: {'approved' if self.approved else 'refused'}"


class PersonDecision(_Decision):
    """Another person's decision on a proposal: at most one, append-only."""

    decided_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+", db_index=False
    )

    class Meta:
        abstract = True


class SiteDecision(_Decision):
    """A decision by a person, or by the site itself (null)."""

    decided_by = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        on_delete=models.PROTECT,
        null=True,
        related_name="+",
        db_index=False,
    )

    class Meta:
        abstract = True
