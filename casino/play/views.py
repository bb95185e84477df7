"""Origin of a request, cached in the session so that a bet or decision needs no query.

Written before the bet, in its own transaction: a rollback of the bet must not undo it.
"""

import hashlib
from typing import Final

from allauth.account.adapter import get_adapter
from django.http import HttpRequest

from accounts.users.views import require_user
from accounts.visits.views.presence import read_user_agent
from casino.play.services.origins import record_origin

_KNOWN: Final = "origin"  # session key of the origin's digest and id


def record_request_origin(request: HttpRequest) -> int | None:
    """Return the id of this request's origin.

    Two queries, and saving the session, if the session has another origin or none. None for guests: their
    origin is not stored.
    """
    if require_user(request).plays_as_guest:
        return None
    address = get_adapter(request).get_client_ip(request)
    agent = read_user_agent(request)
    digest = hashlib.sha256(f"{address}\n{agent}".encode()).hexdigest()
    known = request.session.get(_KNOWN)
    if known is not None and known[0] == digest:
        return int(known[1])
    number = record_origin(digest, address, agent)
    request.session[_KNOWN] = [digest, number]
    return number
