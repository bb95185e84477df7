"""Staff: accounts, rights, last access."""

import hashlib
import json
from datetime import datetime, timedelta
from typing import Any, Final

from allauth.mfa.models import Authenticator
from django.db.models import Count, OuterRef, QuerySet, Subquery

from accounts.models.staff import RightsReview, StaffChange
from accounts.models.users import State, StateChange, User
from accounts.roles.values import Role

REVIEW_EVERY: Final = timedelta(days=90)


def list_roles(user: User) -> list[Role]:
    """Return the roles of a user whose groups are prefetched, in the order of `Role`."""
    held = {group.name for group in user.groups.all()}
    return [role for role in Role if role in held]


def staff_accounts(*, include_closed: bool = False) -> QuerySet[User]:
    """Staff accounts, with everything that a row of the list shows."""
    factor = Authenticator.objects.filter(user=OuterRef("pk"), type=Authenticator.Type.TOTP)
    closing = StateChange.objects.filter(user=OuterRef("pk"), to_state="closed")
    people = (
        User.objects.filter(is_staff=True)
        .select_related("access")
        .prefetch_related("groups")
        .annotate(
            factor_at=Subquery(factor.values("created_at")[:1]),
            closed_at=Subquery(closing.values("at")[:1]),
        )
    )
    return people if include_closed else people.exclude(state="closed")


def find_staff_account(pk: int) -> User | None:
    """Return a staff account in any state; None if there is none."""
    return staff_accounts(include_closed=True).filter(pk=pk).first()


def undecided_changes() -> QuerySet[StaffChange]:
    """Undecided proposals about administrators and managers, oldest first."""
    rows = StaffChange.objects.filter(decision=None).select_related("person", "proposed_by")
    return rows.order_by("pk")


def find_last_review() -> RightsReview | None:
    """Return the latest review of rights; None before the first."""
    return RightsReview.objects.select_related("acting_user").order_by("-id").first()


def is_review_due(last: RightsReview | None, now: datetime) -> bool:
    return last is None or now - last.at > REVIEW_EVERY


def accounts_to_review() -> list[User]:
    """Return the accounts under review: all that are not closed, by name."""
    return list(staff_accounts().order_by("full_name", "pk"))


def build_review_data(people: list[User]) -> list[dict[str, Any]]:
    """Return the reviewed data of each user, by id."""
    return [
        {"user": user.pk, "state": user.state, "roles": [role.value for role in list_roles(user)]}
        for user in sorted(people, key=lambda user: user.pk)
    ]


def review_digest(people: list[User]) -> str:
    """Return a digest of the reviewed data."""
    written = json.dumps(build_review_data(people), sort_keys=True)
    return hashlib.sha256(written.encode()).hexdigest()


def count_by_role() -> dict[str, int]:
    """Return the number of active staff per role. One query."""
    people = User.objects.filter(is_staff=True, state=State.ACTIVE, groups__name__in=Role.values)
    return dict(people.values_list("groups__name").annotate(people=Count("pk")).order_by())


def list_administrator_names(most: int) -> list[str]:
    """Return the names of active administrators, at most `most`. One query."""
    people = User.objects.filter(
        is_staff=True, state=State.ACTIVE, groups__name=Role.ADMINISTRATOR.value
    )
    return list(people.order_by("full_name", "pk").values_list("full_name", flat=True)[:most])
