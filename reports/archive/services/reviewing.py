"""Review of a day's reports: one person reviews, another signs off."""

from typing import Final

from django.db import connection, transaction

from accounts.models.users import User
from accounts.roles.services import build_right_check, require
from accounts.roles.values import Right
from approvals.services import DecisionFlow, ReasonPolicy, Verdict
from journal.models import EventKind
from journal.refusals import ReasonMissing
from journal.services.recording import record
from reports.archive.refusals import OwnDay, ReviewWaits
from reports.archive.selectors.days import has_acted
from reports.archive.services.verifying import check_report
from reports.models import ArchivedDay, DayReview, DayReviewDecision

_FLOW: Final = DecisionFlow(
    DayReviewDecision, build_right_check(Right.SIGN_REPORTS), ReasonPolicy.OF_REFUSAL
)


def propose_review(day: ArchivedDay, *, acting_user: User, reason: str) -> DayReview:
    """Record that this person reviewed the day's reports, and what they noticed.

    Raises NotPermitted, ReasonMissing, OwnDay, ReviewWaits, ReportMissing, ReportAltered.
    """
    require(acting_user, Right.REVIEW_REPORTS)
    if not (reason := reason.strip()):
        raise ReasonMissing
    _require_reviewable(day, acting_user)
    return _store_review(day, acting_user, reason)


@transaction.atomic
def _store_review(day: ArchivedDay, person: User, reason: str) -> DayReview:
    with connection.cursor() as cursor:  # one review after the other
        cursor.execute("SELECT pg_advisory_xact_lock(hashtext('propose_review'))")
    if day.reviews.exclude(decision__approved=False).exists():
        raise ReviewWaits(detail=str(day))
    made = DayReview.objects.create(day=day, reason=reason, proposed_by=person)
    data = {"review": str(made), "note": reason}
    record(EventKind.DAY_REVIEWED, actor=person.pk, subject=f"day {day}", data=data)
    return made


def _require_reviewable(day: ArchivedDay, person: User) -> None:
    """Raise unless the files are as written and somebody else did what is reviewed.

    Outside a transaction, so that the alarm about a file stays.
    """
    if has_acted(person.pk, day.day):
        raise OwnDay(detail=str(day))
    for name in day.files:
        check_report(day, name)


def decide_review(
    review_id: int, *, approved: bool, acting_user: User, reason: str = ""
) -> DayReviewDecision:
    """Sign a review off, or send it back, once, as another person.

    Raises as `DecisionFlow.decide`; signing off also OwnDay, ReportMissing, ReportAltered.
    """
    verdict = _FLOW.make_verdict(approved=approved, acting_user=acting_user, reason=reason)
    review = DayReview.objects.select_related("day").get(pk=review_id)
    if approved:
        _require_reviewable(review.day, acting_user)
    return _store_decision(review, verdict)


@transaction.atomic
def _store_decision(review: DayReview, verdict: Verdict) -> DayReviewDecision:
    decision, is_new = _FLOW.decide(review, verdict)
    if is_new:
        data = {
            "review": str(review),
            "approved": verdict.approved,
            "proposed_by": review.proposed_by_id,
            "reason": decision.reason,
        }
        record(
            EventKind.DAY_SIGNED_OFF,
            actor=verdict.acting_user.pk,
            subject=f"day {review.day}",
            data=data,
        )
    return decision
