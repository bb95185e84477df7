"""The guest of a browser, and the decorators for views that guests may use."""

from collections.abc import Callable
from typing import Any, Final, TypeVar

from django.conf import settings
from django.http import HttpRequest

from accounts.guests.refusals import GuestsFull
from accounts.guests.selectors import find_guest
from accounts.guests.services import open_guest, reserve_guest_slot, restart_day
from accounts.guests.values import KEPT_FOR
from accounts.models.users import User

OPEN: Final = "open_to_guests"
"""View attribute: a function of the address's arguments that says whether guests may use the view."""

_GUEST: Final = "guest"  # of the session
_HAS_SIGNED_UP: Final = "guest_has_signed_up"

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
    """Return whether this table takes guests."""
    return bool(slug) and slug == settings.GUEST_TABLE


def load_guest(request: HttpRequest) -> User | None:
    """Return the guest of this browser, marked as such; None without one. One query, none without a guest's session."""
    known = request.session.get(_GUEST)
    guest = None if known is None else find_guest(known)
    if guest is not None:
        guest.plays_as_guest = True
        guest.has_signed_up = bool(request.session.get(_HAS_SIGNED_UP))
    return guest


def find_guest_to_sign_up(request: HttpRequest) -> User | None:
    """Return the guest that becomes an account by signing up in this browser; None after a sign-up."""
    guest = load_guest(request)
    return None if guest is None or guest.has_signed_up else guest


def remember_guest(request: HttpRequest, player: User) -> None:
    """Let this browser play as this player for a day, under a new session key."""
    player.plays_as_guest = True
    request.session.cycle_key()
    request.session.pop(_HAS_SIGNED_UP, None)
    request.session[_GUEST] = player.pk
    request.session.set_expiry(int(KEPT_FOR.total_seconds()))


def play_after_sign_up(request: HttpRequest, opened: User | None, address: str) -> None:
    """Let the browser play until the address is confirmed.

    It plays as the opened account, or as a guest if the address has an account already. Both look the same on
    every page, so a sign-up does not reveal whose address has an account. Does nothing without a guest table.
    """
    if not settings.GUEST_TABLE:
        return
    guest = find_guest_to_sign_up(request)
    if guest is not None:
        restart_day(guest)
    else:
        try:
            with reserve_guest_slot(address):
                player = opened or open_guest(request.LANGUAGE_CODE)
        except GuestsFull:
            forget_guest(request)
            return
        remember_guest(request, player)
    request.session[_HAS_SIGNED_UP] = True


def forget_guest(request: HttpRequest) -> None:
    """Remove the guest from this browser's session after a sign-in."""
    request.session.pop(_HAS_SIGNED_UP, None)
    if request.session.pop(_GUEST, None) is not None:
        request.session.set_expiry(0)
