"""Work queues of daily reports: days to review, and reviews to sign off."""

from django.db.models import Exists, OuterRef, Q

from accounts.roles.values import Right
from approvals.selectors import Queue, undecided_proposals
from profiles.selectors.in_force import profile_in_force
from reports.models import ArchivedDay, DayReview


def day_queues() -> tuple[Queue, ...]:
    """Return the queues; days are not waited for if the profile asks for no sign-off."""
    standing = DayReview.objects.filter(
        Q(decision=None) | Q(decision__approved=True), day=OuterRef("pk")
    )
    unreviewed = ArchivedDay.objects.filter(~Exists(standing))
    if profile_in_force().report_sign_off == "none":
        unreviewed = unreviewed.none()
    page = "reports:archive"
    return (
        Queue("days_to_review", Right.REVIEW_REPORTS, unreviewed, page),
        Queue("day_reviews", Right.SIGN_REPORTS, undecided_proposals(DayReview), page),
    )
