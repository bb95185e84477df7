"""Archive of daily reports as first made, and their review by two people."""

from django.db import models

from approvals.models import PersonDecision, Proposal
from journal.values.transaction_ids import ClockTime


class ArchivedDay(models.Model):
    """The reports of a closed day, each a file in the archive. Append-only.

    `files` maps a report's name to its rows, bytes and SHA-256.
    """

    day = models.DateField(unique=True)
    files = models.JSONField()
    written_at = models.DateTimeField(db_default=ClockTime(), editable=False)

    class Meta:
        db_table = "reports_archived_day"

    def __str__(self) -> str:
        return self.day.isoformat()


class DayReview(Proposal):
    """A person's review of a day's reports, with what they noticed; another person signs it off."""

    id = models.BigAutoField(primary_key=True)
    day = models.ForeignKey(ArchivedDay, on_delete=models.PROTECT, related_name="reviews")

    class Meta:
        db_table = "reports_day_review"

    def __str__(self) -> str:
        return f"REV-{self.pk}"

    @property
    def is_standing(self) -> bool:
        """Return whether it waits, or is signed off."""
        decision: DayReviewDecision | None = getattr(self, "decision", None)
        return decision is None or decision.approved


class DayReviewDecision(PersonDecision):
    """Another person's decision: signed off, or sent back with a reason."""

    proposal = models.OneToOneField(
        DayReview, on_delete=models.PROTECT, primary_key=True, related_name="decision"
    )

    class Meta:
        db_table = "reports_day_review_decision"
