"""Withdrawals held in a case, and the end of a hold by two people: release, or refusal of the withdrawal."""

from typing import ClassVar

from django.conf import settings
from django.db import models
from django.db.models import F, Q
from django.utils.translation import pgettext_lazy

from approvals.models import PersonDecision, Proposal
from cases.models.cases import MOST_SCORE, Case
from journal.values.transaction_ids import ClockTime
from wallet.cash.models import Withdrawal


class CaseHold(models.Model):
    """A withdrawal held in a case: by the site, whose score reached 80, or by a person.

    `signals` are the ids that made the score. After `due_at` it goes to the manager (`escalated_at`, once). Two people end it
    (`HoldRelease`); so does the reversal of a deposit that its money pays for, which two people decide too.
    """

    case = models.ForeignKey(Case, on_delete=models.PROTECT, related_name="holds")
    withdrawal = models.ForeignKey(
        Withdrawal, on_delete=models.PROTECT, related_name="case_holds", db_index=False
    )
    signals = models.JSONField(default=list)
    score = models.PositiveSmallIntegerField()
    acting_user = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, null=True, related_name="+"
    )
    reason = models.CharField(max_length=500, blank=True)
    at = models.DateTimeField(db_default=ClockTime(), editable=False)
    due_at = models.DateTimeField()
    escalated_at = models.DateTimeField(null=True)

    class Meta:
        constraints: ClassVar = [
            models.CheckConstraint(
                name="cases_hold_by",
                condition=Q(acting_user__isnull=True, score__gte=80, score__lte=MOST_SCORE)
                | (Q(acting_user__isnull=False) & ~Q(reason="")),
            ),
            models.CheckConstraint(name="cases_hold_due", condition=Q(due_at__gt=F("at"))),
        ]
        indexes: ClassVar = [
            models.Index(name="cases_hold_of", fields=["withdrawal", "-id"]),
            models.Index(
                name="cases_hold_late", fields=["due_at"], condition=Q(escalated_at__isnull=True)
            ),
        ]

    def __str__(self) -> str:
        return f"hold of {self.withdrawal_id} in {self.case_id}"


class HoldEnd(models.TextChoices):
    """How a hold ends: the withdrawal goes on as before, or its money returns to the balance."""

    RELEASE = "release", pgettext_lazy("end of a hold", "release")
    REFUSAL = "refusal", pgettext_lazy("end of a hold", "refusal of the withdrawal")


class HoldRelease(Proposal):
    """A proposal to end the hold of a withdrawal. A refusal needs a case decided as confirmed. Append-only."""

    hold = models.ForeignKey(CaseHold, on_delete=models.PROTECT, related_name="releases")
    ends_by = models.CharField(
        max_length=7, choices=HoldEnd, default=HoldEnd.RELEASE, db_default=HoldEnd.RELEASE.value
    )

    class Meta:
        constraints: ClassVar = [
            models.CheckConstraint(name="cases_release_reason", condition=~Q(reason="")),
            models.CheckConstraint(
                name="cases_release_end", condition=Q(ends_by__in=HoldEnd.values)
            ),
        ]

    def __str__(self) -> str:
        return f"{self.ends_by} of hold {self.hold_id}"


class HoldReleaseDecision(PersonDecision):
    """The second person's decision. Refused: the withdrawal stays held."""

    proposal = models.OneToOneField(
        HoldRelease, on_delete=models.PROTECT, primary_key=True, related_name="decision"
    )
