"""The guest of a browser, and the views that guests may use."""

from collections.abc import Callable
from typing import Any, Final, TypeVar

from django.conf import settings
from django.http import HttpRequest

from accounts.guests.selectors import find_guest
from accounts.guests.values import KEPT_FOR
from accounts.models.users import User

OPEN: Final = "open_to_guests"
"""An attribute of views: given the address's arguments, whether guests may use it."""

_GUEST: Final = "guest"  # of the session

View = TypeVar("View", bound=Callable[..., Any])


def open_to_guests(view: View) -> View:
    """Decorator: guests may use this view."""
    setattr(view, OPEN, lambda _names: True)
    return view


def open_to_guests_at_their_table(view: View) -> View:
    """Decorator: guests may use this view of a table, at the table that takes guests."""
    setattr(view, OPEN, lambda names: takes_guests(names["slug"]))
    return view


def takes_guests(slug: str) -> bool:
    """Whether this table takes guests."""
    return bool(slug) and slug == settings.GUEST_TABLE


def guest_of(request: HttpRequest) -> User | None:
    """The player that this browser plays as without a sign-in. One query, none without one."""
    known = request.session.get(_GUEST)
    return None if known is None else find_guest(known)


def remember_guest(request: HttpRequest, player: User) -> None:
    """From now on this browser plays as this player, for a day."""
    request.session[_GUEST] = player.pk
    request.session.set_expiry(int(KEPT_FOR.total_seconds()))


def forget_guest(request: HttpRequest) -> None:
    """Somebody has signed in."""
    if request.session.pop(_GUEST, None) is not None:
        request.session.set_expiry(None)
