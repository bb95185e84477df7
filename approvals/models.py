"""Abstract proposal and decision; each app has its own tables with real foreign keys.

A concrete decision has a `proposal`, a one-to-one key with the related name `decision`, and the trigger of
`approvals.sql.triggers`. The `Site` variants are for values that the site itself sets.
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
    def may_not_decide(self) -> frozenset[int | None]:
        """People who may not decide: the proposer, and people it concerns."""
        return frozenset({self.proposed_by_id})


class Proposal(_Proposal):
    """Something that takes effect once another person approves it. Never changed."""

    proposed_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+", db_index=False
    )

    class Meta:
        abstract = True


class SiteProposal(_Proposal):
    """A proposal of a person, or of the site itself (null)."""

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
    """Another person's decision on a proposal: at most one, never changed."""

    decided_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+", db_index=False
    )

    class Meta:
        abstract = True


class SiteDecision(_Decision):
    """A decision of a person, or of the site itself (null)."""

    decided_by = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        on_delete=models.PROTECT,
        null=True,
        related_name="+",
        db_index=False,
    )

    class Meta:
        abstract = True
