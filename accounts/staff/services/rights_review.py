"""Reviews of staff rights."""

from django.db import transaction

from accounts.models.staff import RightsReview
from accounts.models.users import User
from accounts.roles.services import require
from accounts.roles.values import Right
from accounts.staff.refusals import ReviewOutdated
from accounts.staff.selectors import staff_accounts
from accounts.staff.services.account_acts import lock_staff_changes
from accounts.values.reasons import require_reason
from journal.models import EventKind
from journal.services.recording import record


@transaction.atomic
def record_review(seen: str, *, note: str, acting_user: User) -> RightsReview:
    """Record a review; `seen` is the digest of the displayed data. Raises NotPermitted, ReasonMissing, ReviewOutdated."""
    require(acting_user, Right.EDIT_STAFF)
    note = require_reason(note)
    lock_staff_changes()
    people = staff_accounts.accounts_to_review()
    if staff_accounts.review_digest(people) != seen:
        raise ReviewOutdated
    made = RightsReview.objects.create(
        acting_user=acting_user, note=note, people=staff_accounts.build_review_data(people)
    )
    record(
        EventKind.STAFF_REVIEWED,
        actor=acting_user.pk,
        subject=f"review {made.pk}",
        data={"people": len(people), "note": note},
    )
    return made
