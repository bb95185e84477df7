"""Questions about staff: who they are, what each may do, when each was last here."""

import hashlib
import json
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any, Final

from allauth.mfa.models import Authenticator
from django.db.models import OuterRef, QuerySet, Subquery
from django.http import QueryDict
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from accounts.models import State, StateChange, User
from accounts.roles import Role
from accounts.staff_models import RightsReview, StaffChange
from journal.models import Event, Kind
from journal.words.events import WORDS
from pages.lists import Column

REVIEW_EVERY: Final = timedelta(days=90)
SHOWN: Final = 30
_KINDS: Final = frozenset(kind.value for kind in Kind)


def roles_of(user: User) -> list[Role]:
    """The roles of somebody whose groups are loaded, in the order of the matrix."""
    held = {group.name for group in user.groups.all()}
    return [role for role in Role if role in held]


def _roles(user: User) -> str:
    return ", ".join(str(role.label) for role in roles_of(user))


def _seen(user: User, name: str) -> Any:
    return getattr(getattr(user, "access", None), name, None)


COLUMNS: Final[tuple[Column[User], ...]] = (
    Column("name", _("Name"), lambda user: user.full_name),
    Column("email", _("E-mail address"), lambda user: user.email),
    Column("roles", _("Roles"), _roles),
    Column("state", _("State"), lambda user: user.get_state_display()),
    Column("second_factor", _("Second factor since"), lambda user: user.factor_at),  # type: ignore[attr-defined]  # of `filtered`
    Column("created", _("Created"), lambda user: user.created_at),
    Column("seen_at", _("Last here"), lambda user: _seen(user, "seen_at")),
    Column("seen_from", _("From"), lambda user: _seen(user, "seen_from")),
    Column("password_set", _("Password set"), lambda user: user.password_set_at),
    Column("closed", _("Closed"), lambda user: user.closed_at),  # type: ignore[attr-defined]  # of `filtered`
)


def filtered(params: QueryDict) -> QuerySet[User]:
    """Everybody of staff, with all that a line shows; `left` brings those whose account is closed too."""
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
    return people if params.get("left") else people.exclude(state="closed")


def person(pk: int) -> User | None:
    """One of them, whatever the state."""
    return filtered(QueryDict("left=1")).filter(pk=pk).first()


@dataclass(frozen=True, slots=True)
class EventLine:
    """Something that happened to an account, as a person reads it."""

    event: Event
    what: str | Promise
    by: str
    before: str
    after: str


def events_of(user: User) -> list[EventLine]:
    """The last of what happened to this account, newest first. Two queries."""
    events = list(Event.objects.filter(subject=f"user {user.pk}").order_by("-id")[:SHOWN])
    actors = {event.actor_id for event in events if event.actor_id not in (None, user.pk)}
    names = dict(User.objects.filter(pk__in=actors).values_list("pk", "full_name"))
    return [
        EventLine(
            event,
            WORDS[Kind(event.kind)] if event.kind in _KINDS else event.kind,
            names.get(event.actor_id or 0, ""),
            _told(event.data.get("before", event.data.get("from"))),
            _told(event.data.get("after", event.data.get("to"))),
        )
        for event in events
    ]


def _told(value: Any) -> str:
    """Roles or a state in words; "" for anything else."""
    if isinstance(value, dict) and isinstance(value.get("roles"), list):
        return ", ".join(str(Role(name).label) for name in value["roles"] if name in Role.values)
    return str(State(value).label) if isinstance(value, str) and value in State.values else ""


def changes_waiting() -> QuerySet[StaffChange]:
    """What was proposed about administrators and managers and waits for another person, oldest first."""
    rows = StaffChange.objects.filter(decision=None).select_related("person", "proposed_by")
    return rows.order_by("pk")


def change_told(change: StaffChange) -> list[str]:
    """What a proposal would do, in words."""
    data = change.data
    if change.kind == StaffChange.Kind.CREATE:
        return [data["full_name"], data["email"], _told(data)]
    if change.kind == StaffChange.Kind.ROLES:
        return [f"{_told({'roles': data['before']})} → {_told(data)}"]
    if change.kind == StaffChange.Kind.STATE:
        return [_told(data["state"])]
    return [data["email"]] if change.kind == StaffChange.Kind.ADDRESS else []


def last_review() -> RightsReview | None:
    """The newest."""
    return RightsReview.objects.select_related("by").order_by("-id").first()


def review_due(last: RightsReview | None, now: datetime) -> bool:
    """Whether it is time to look again."""
    return last is None or now - last.at > REVIEW_EVERY


def reviewed() -> list[User]:
    """Whose rights a review looks over: everybody with an account that is not closed, by name."""
    return list(filtered(QueryDict()).order_by("full_name", "pk"))


def as_reviewed(people: list[User]) -> list[dict[str, Any]]:
    """What a review looks at, person by person."""
    return [
        {"user": user.pk, "state": user.state, "roles": [role.value for role in roles_of(user)]}
        for user in sorted(people, key=lambda user: user.pk)
    ]


def digest(people: list[User]) -> str:
    """What tells whether it is still so."""
    written = json.dumps(as_reviewed(people), sort_keys=True)
    return hashlib.sha256(written.encode()).hexdigest()
