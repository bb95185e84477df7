"""Visit of a session: begin, end, idleness."""

import time
from typing import Final

from allauth.account.adapter import get_adapter
from allauth.account.authentication import get_authentication_records
from django.http import HttpRequest

from accounts.models.users import User
from accounts.models.visits import LAST_SEEN_INTERVAL, Visit
from accounts.visits.services import visits
from accounts.visits.words import APP_KEY, APP_SIGN
from internals.allauth_flows import STATE_SESSION_KEY

SEEN: Final = "player_seen_at"


VISIT: Final = "visit"


def is_idle(request: HttpRequest) -> bool:
    """Return whether the session was idle for so long that it needs reauthentication."""
    last = last_action_at(request)
    country = request.user.country if isinstance(request.user, User) else ""
    longest = visits.idle_time(country).total_seconds()
    return bool(last) and time.time() - last > longest


def begin_visit(request: HttpRequest, player: User, device: str = "") -> Visit | None:
    """Begin a visit at sign-in, on the device with this digest. Return the previous one."""
    if not request.session.session_key:
        request.session.save()
    adapter = get_adapter()
    key = str(request.session.session_key)
    request.session.pop(STATE_SESSION_KEY, None)
    visit, before = visits.start_visit(
        player, key, adapter.get_client_ip(request), read_user_agent(request), device
    )
    request.session[VISIT], request.session[SEEN] = visit.pk, int(time.time())
    return before


def note_activity(request: HttpRequest, player: User) -> None:
    """Write last-seen at most once a minute; idleness is therefore judged up to a minute early."""
    if time.time() - request.session.get(SEEN, 0) < LAST_SEEN_INTERVAL.total_seconds():
        return
    number = request.session.get(VISIT)
    visit = visits.continue_visit(number, player) if number else None
    if visit is None:
        begin_visit(request, player)
        return
    request.session[VISIT], request.session[SEEN] = visit.pk, int(time.time())


def end_visit(request: HttpRequest) -> None:
    """End the visit of this session at sign-out."""
    if number := request.session.get(VISIT):
        visits.end_by_sign_out(number)


def last_action_at(request: HttpRequest) -> float:
    """Return the time of the last activity or authentication, in epoch seconds; 0 for a session without sign-in."""
    records = get_authentication_records(request, request.user)
    given = max((float(one["at"]) for one in records), default=0.0)
    return max(given, float(request.session.get(SEEN, 0))) if given else 0.0


LONGEST_AGENT: Final = 200


def read_user_agent(request: HttpRequest) -> str:
    """Return the User-Agent header without non-printable characters, up to `LONGEST_AGENT`.

    Only a registered app's agent begins with `APP_SIGN`: signals treat its rounds differently.
    """
    told = request.META.get(APP_KEY) or request.META.get("HTTP_USER_AGENT", "")
    agent = "".join(letter for letter in told if letter.isprintable())[:LONGEST_AGENT]
    if agent.startswith(APP_SIGN) and APP_KEY not in request.META:
        return agent.replace(":", "", 1)
    return agent
