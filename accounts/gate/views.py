"""Asking of due checks by requests of players; the session remembers until when they hold."""

import time
from ipaddress import ip_address
from typing import Final

from allauth.account.adapter import get_adapter
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest

from accounts.gate.selectors.terms import load_terms
from accounts.gate.services.asking import LOCATION, ask_check, list_asked
from accounts.gate.values.terms import GateTerms, LocationMoment
from accounts.models.users import User

_ASKED: Final = "gate"  # session key: address, and the end of each answer in epoch seconds
_READING: Final = ("GET", "HEAD", "OPTIONS")


def read_address(request: HttpRequest) -> str:
    """Return the request's network address; "" if it has none, which has no location."""
    try:
        found = ip_address(get_adapter().get_client_ip(request) or "")
    except (PermissionDenied, ValueError):
        return ""
    return str(getattr(found, "ipv4_mapped", None) or found)


def ask_due_checks(request: HttpRequest, player: User) -> None:
    """Ask the checks whose answers are missing, over, or of another network. No query while all hold."""
    terms = load_terms(player.country)
    checks = [] if player.is_staff or player.is_guest else list_asked(terms)
    if not checks:
        return
    address, kept = read_address(request), request.session.get(_ASKED, {})
    for check in checks:
        key = f"{check} {address}" if check == LOCATION else check
        if kept.get(key, 0) > time.time() or _waits_for_action(check, terms, request):
            continue
        until = ask_check(check, player, address, terms)
        kept = {**_without_location(kept, check), key: until.timestamp()}
        request.session[_ASKED] = kept


def _waits_for_action(check: str, terms: GateTerms, request: HttpRequest) -> bool:
    """Return whether the location is asked by the next form only, because the profile does not ask at sign-in."""
    is_reading = request.method in _READING
    return check == LOCATION and LocationMoment.SIGN_IN not in terms.location_when and is_reading


def _without_location(kept: dict[str, float], check: str) -> dict[str, float]:
    """The session keeps one location: that of its present network."""
    if check != LOCATION:
        return kept
    return {key: until for key, until in kept.items() if not key.startswith(LOCATION)}
