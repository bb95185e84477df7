"""Who has done nothing for too long signs in again before anything is done; what was typed waits meanwhile.

Every form of a player is stopped so, unless it is named here as open: a new one needs no thought. Pages can still be read, and say
it; what a page asks by itself (`X-Poll`) is nothing that somebody does. No form is sent by itself, whatever it says of that.
"""

import json
import time
from collections.abc import Callable
from http import HTTPStatus
from typing import Any, Final
from urllib.parse import urlencode, urlsplit

from allauth.account.adapter import get_adapter
from allauth.account.authentication import get_authentication_records
from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils.http import url_has_allowed_host_and_scheme

from accounts.identity.sealing import Unsealable, seal, unseal
from accounts.models import User
from accounts.visit_models import SEEN_EVERY, Visit
from accounts.visiting import services
from accounts.visiting.agents import agent_of
from internals.allauth_flows import STATE_SESSION_KEY

SEEN: Final = "player_seen_at"
VISIT: Final = "visit"
KEPT: Final = "kept_form"
POLL: Final = "X-Poll"
_ACCOUNT: Final = "/account/"
_OPEN: Final = (
    _ACCOUNT,
    "/i18n/",
    "/static/",
    "/responsible/time-out/",
    "/responsible/exclusion/",
)
_READS: Final = frozenset({"GET", "HEAD", "OPTIONS"})
# what a form says of its page, not of its player
_OF_THE_PAGE: Final = frozenset(
    {"csrfmiddlewaretoken", "key", "password", "shoe", "nonce", "salt", "round", "step", "action"}
)
_MOST_KEPT: Final = 4000  # characters


class PresenceMiddleware:
    """Notes what players do, and stops those who come back to a page after too long."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        """A session of a player is looked at; whoever has none is not looked up."""
        if settings.SESSION_COOKIE_NAME not in request.COOKIES:
            return self.get_response(request)
        if request.path.startswith(_OPEN):
            _forget_where_idle(request)
            return self.get_response(request)
        user = request.user
        if not isinstance(user, User) or user.is_staff:
            return self.get_response(request)
        if is_idle(request):
            if request.method not in _READS:
                return _stopped(request)
            request.player_idle = True  # type: ignore[attr-defined]  # for the notice of base.html
        elif request.method not in _READS or not request.headers.get(POLL):
            _note(request, user)
        return self.get_response(request)


def is_idle(request: HttpRequest) -> bool:
    """Whether nothing was done in this session for so long that it needs the password again."""
    last = _last(request)
    return bool(last) and time.time() - last > settings.PLAYER_IDLE_SECONDS


def come_in(request: HttpRequest, player: User) -> Visit | None:
    """A sign-in begins a visit. Returns the one before it."""
    if not request.session.session_key:
        request.session.save()
    adapter = get_adapter()
    key = str(request.session.session_key)
    request.session.pop(STATE_SESSION_KEY, None)
    visit, before = services.begin(player, key, adapter.get_client_ip(request), agent_of(request))
    request.session[VISIT], request.session[SEEN] = visit.pk, int(time.time())
    return before


def leave(request: HttpRequest) -> None:
    """A sign-out ends it."""
    if number := request.session.get(VISIT):
        services.sign_out(number)


def keep(request: HttpRequest, page: str) -> None:
    """Keep what was typed for its page, encrypted: a session lies in the database, and a form may hold bank details.

    The page fills its form in again and never sends it by itself, so the form's key is not kept.
    """
    fields = {name: str(value) for name, value in request.POST.items() if name not in _OF_THE_PAGE}
    if sum(len(name) + len(value) for name, value in fields.items()) <= _MOST_KEPT:
        token = seal(_owner_of_form(request, page), json.dumps(fields).encode())
        request.session[KEPT] = {"page": page, "fields": token.decode("ascii")}


def kept(request: HttpRequest) -> dict[str, str]:
    """Return what was typed into this page's form before its player had to sign in again: once, and on that page alone.

    What cannot be decrypted for this player and page counts as nothing.
    """
    held: dict[str, Any] | None = request.session.get(KEPT)
    if held is None or request.method not in _READS or held["page"] != request.path:
        return {}
    if is_idle(request):
        return {}
    del request.session[KEPT]
    try:
        content = unseal(_owner_of_form(request, held["page"]), str(held["fields"]).encode())
    except Unsealable:
        return {}
    fields: dict[str, str] = json.loads(content)
    return fields


def _owner_of_form(request: HttpRequest, page: str) -> str:
    return f"form of user {request.user.pk} at {page}"


def _last(request: HttpRequest) -> float:
    """When something was last done: a page asked for, or the password given. Zero for a session that nobody signed in to."""
    records = get_authentication_records(request, request.user)
    given = max((float(one["at"]) for one in records), default=0.0)
    return max(given, float(request.session.get(SEEN, 0))) if given else 0.0


def _note(request: HttpRequest, player: User) -> None:
    """A minute's first request says that its player is here; the others cost nothing. So much sooner, at most, somebody is taken for idle."""
    if (
        not _last(request)
        or time.time() - request.session.get(SEEN, 0) < SEEN_EVERY.total_seconds()
    ):
        return
    number = request.session.get(VISIT)
    visit = services.go_on(number, player) if number else None
    if visit is None:
        come_in(request, player)
        return
    request.session[VISIT], request.session[SEEN] = visit.pk, int(time.time())


def _forget_where_idle(request: HttpRequest) -> None:
    """What allauth has put off until the password or the factor is given is not done for whoever comes back to it after too long."""
    if not request.path.startswith(_ACCOUNT) or STATE_SESSION_KEY not in request.session:
        return
    if isinstance(request.user, User) and not request.user.is_staff and is_idle(request):
        del request.session[STATE_SESSION_KEY]


def _stopped(request: HttpRequest) -> HttpResponse:
    """Nothing was done. After the password the page is there again, with what was typed."""
    page = _page_of(request)
    keep(request, page)
    door = f"{reverse('account_reauthenticate')}?{urlencode({'next': page})}"
    if request.headers.get("HX-Request"):
        answer = HttpResponse(status=HTTPStatus.UNAUTHORIZED)
        answer["HX-Redirect"] = door
        return answer
    answer = redirect(door)
    answer.status_code = HTTPStatus.SEE_OTHER
    return answer


def _page_of(request: HttpRequest) -> str:
    """The page that a form was sent from, of this site alone."""
    told = request.headers.get("HX-Current-URL") or request.headers.get("Referer") or ""
    hosts = {request.get_host()}
    if told and url_has_allowed_host_and_scheme(told, hosts, require_https=request.is_secure()):
        return urlsplit(told).path or "/"
    return "/"
