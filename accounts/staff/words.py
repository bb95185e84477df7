"""Texts about staff: list, history, proposed changes."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Final

from django.utils.functional import Promise
from django.utils.translation import gettext, gettext_lazy as _

from accounts.models.staff import StaffChange
from accounts.models.users import State, User
from accounts.roles.values import MATRIX, Right, Role
from accounts.roles.words import RIGHTS
from accounts.staff.selectors.account_events import latest_events, load_other_actor_names
from accounts.staff.selectors.staff_accounts import list_administrator_names, list_roles
from journal.models import Event, EventKind
from journal.words.events import WORDS
from pages.lists import Column

SHOWN: Final = 30
_NAMED: Final = 3  # administrators named


_KINDS: Final = frozenset(kind.value for kind in EventKind)


def _roles(user: User) -> str:
    return ", ".join(str(role.label) for role in list_roles(user))


def _seen(user: User, name: str) -> Any:
    return getattr(getattr(user, "access", None), name, None)


COLUMNS: Final[tuple[Column[User], ...]] = (
    Column("name", _("Name"), lambda user: user.full_name),
    Column("email", _("Email address"), lambda user: user.email),
    Column("roles", _("Roles"), _roles),
    Column("state", _("State"), lambda user: user.get_state_display()),
    Column("second_factor", _("Second factor since"), lambda user: user.factor_at),  # type: ignore[attr-defined]  # annotation
    Column("created", _("Created"), lambda user: user.created_at),
    Column("seen_at", _("Last seen"), lambda user: _seen(user, "seen_at")),
    Column("seen_from", _("From"), lambda user: _seen(user, "seen_from")),
    Column("password_set", _("Password set"), lambda user: user.password_set_at),
    Column("closed", _("Closed"), lambda user: user.closed_at),  # type: ignore[attr-defined]  # annotation
)


@dataclass(frozen=True, slots=True)
class EventLine:
    """Event of an account, as texts."""

    event: Event
    what: str | Promise
    acting_user: str
    before: str
    after: str


def describe_events(user: User) -> list[EventLine]:
    """Return the latest events of this account, newest first. Two queries."""
    events = latest_events(user, SHOWN)
    names = load_other_actor_names(user, events)
    return [
        EventLine(
            event,
            WORDS[EventKind(event.kind)] if event.kind in _KINDS else event.kind,
            names.get(event.actor_id or 0, ""),
            _roles_or_state(event.data.get("before", event.data.get("from"))),
            _roles_or_state(event.data.get("after", event.data.get("to"))),
        )
        for event in events
    ]


def _roles_or_state(value: Any) -> str:
    if isinstance(value, dict) and isinstance(value.get("roles"), list):
        return ", ".join(str(Role(name).label) for name in value["roles"] if name in Role.values)
    return str(State(value).label) if isinstance(value, str) and value in State.values else ""


def explain_missing_right(rights: Sequence[Right]) -> tuple[str, ...]:
    """Return sentences about a missing right: which one, the roles that have it, who can assign them. One query."""
    roles = [role for role in Role if not MATRIX[role].isdisjoint(rights)]
    names = " · ".join(list_administrator_names(_NAMED))
    either = gettext(" or ")
    facts = [
        gettext("You need the right to %(right)s.")
        % {"right": either.join(str(RIGHTS[one]) for one in rights)},
        gettext("Roles that have it: %(roles)s.")
        % {"roles": ", ".join(str(role.label) for role in roles)},
    ]
    if names:
        facts.append(
            gettext("An administrator can give you such a role: %(names)s.") % {"names": names}
        )
    return tuple(facts)


def describe_change(change: StaffChange) -> list[str]:
    """Return the effect of a proposal, as texts."""
    data = change.data
    if change.kind == StaffChange.Kind.CREATE:
        return [data["full_name"], data["email"], _roles_or_state(data)]
    if change.kind == StaffChange.Kind.ROLES:
        return [f"{_roles_or_state({'roles': data['before']})} → {_roles_or_state(data)}"]
    if change.kind == StaffChange.Kind.STATE:
        return [_roles_or_state(data["state"])]
    return [data["email"]] if change.kind == StaffChange.Kind.ADDRESS else []
