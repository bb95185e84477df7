"""The visit of a session: its beginning, its end, and idleness."""

import time
from typing import Final

from allauth.account.adapter import get_adapter
from allauth.account.authentication import get_authentication_records
from django.conf import settings
from django.http import HttpRequest

from accounts.models.users import User
from accounts.models.visits import Visit
from accounts.visits.services import visits
from internals.allauth_flows import STATE_SESSION_KEY

SEEN: Final = "player_seen_at"


VISIT: Final = "visit"


def is_idle(request: HttpRequest) -> bool:
    """Whether nothing was done in this session for so long that it needs the password again."""
    last = last_action_at(request)
    return bool(last) and time.time() - last > settings.PLAYER_IDLE_SECONDS


def begin_visit(request: HttpRequest, player: User) -> Visit | None:
    """A sign-in begins a visit. Returns the one before it."""
    if not request.session.session_key:
        request.session.save()
    adapter = get_adapter()
    key = str(request.session.session_key)
    request.session.pop(STATE_SESSION_KEY, None)
    visit, before = visits.begin(
        player, key, adapter.get_client_ip(request), read_user_agent(request)
    )
    request.session[VISIT], request.session[SEEN] = visit.pk, int(time.time())
    return before


def end_visit(request: HttpRequest) -> None:
    """A sign-out ends it."""
    if number := request.session.get(VISIT):
        visits.sign_out(number)


def last_action_at(request: HttpRequest) -> float:
    """When something was last done: a page asked for, or the password given. Zero for a session that nobody signed in to."""
    records = get_authentication_records(request, request.user)
    given = max((float(one["at"]) for one in records), default=0.0)
    return max(given, float(request.session.get(SEEN, 0))) if given else 0.0


LONGEST_AGENT: Final = 200


def read_user_agent(request: HttpRequest) -> str:
    """The browser's own words in one printable line that is not too long."""
    told = request.headers.get("User-Agent", "")
    return "".join(letter for letter in told if letter.isprintable())[:LONGEST_AGENT]
