"""Page of a live table.

The public fragment `#felt`, with its version, is the same for everybody; the fragment `#own` is one player's.
The response to a form has both. Streams send the public one, and the page then requests its own part if that
is affected. Any request that finds a deadline passed moves the table, and one that finds a player away or back
shows it, so that both also happen without a dealer.
"""

from typing import Final

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import translation
from django.views.decorators.http import require_safe

from accounts.guests.views import open_to_guests
from accounts.users.views import require_user
from casino.live.selectors.table_state import TableState
from casino.live.services import seats
from casino.live.services.looking import (
    load_player_state,
    load_present_table,
    load_present_table_at,
)
from casino.live.services.tables import find_live_place
from casino.live.words.own_part import build_own_part
from casino.live.words.own_view import OwnPart
from casino.live.words.table_view import clocks_line, view_table
from casino.models import Clock, Place
from casino.play.views import record_request_origin
from casino.table_page.words.bet_form import RefusedBetForm
from casino.table_page.words.play_money import refill_notice
from casino.views.players import player_required
from journal.refusals import Refusal
from push.tickets import Ticket
from tables.words.coming import coming_rules

SHOWN: Final = "X-Shown"
"""Header with the version of the public fragment that the page shows."""


@open_to_guests
@player_required
@require_safe
def table(request: HttpRequest, slug: str) -> HttpResponse:
    """Page of a live table. Signed-in users and guests may watch; staff and guests have no own part."""
    record_request_origin(request)
    return render_page(request, find_live_place(slug))


def render_page(request: HttpRequest, place: Place, refusal: Refusal | None = None) -> HttpResponse:
    state = load_present_table(place)
    view = view_table(state)
    context = {
        "view": view,
        "own": _own(request, state, refusal),
        "stream": _stream(place, view.version),
        "clocks_line": clocks_line(place.table),
        "coming": coming_rules(place.table.slug),
    }
    status = refusal.status if refusal else 200
    return render(request, "casino/live/table.html", context, status=status)


def _own(
    request: HttpRequest,
    state: TableState,
    refusal: Refusal | None = None,
    notice: str = "",
) -> OwnPart | None:
    """The reader's own part; None for staff and guests, who only watch."""
    player = require_user(request)
    if player.is_staff or player.plays_as_guest:
        return None
    own, is_refilled = load_player_state(player, state)
    if is_refilled:
        notice = notice or refill_notice()
    typed = {name: str(value) for name, value in request.POST.items()} if refusal else {}
    sent = RefusedBetForm(typed, refusal.field if refusal else "")
    asked = request.POST.get("currency") or request.GET.get("currency", "")
    part = build_own_part(own, state, asked, sent)
    part.notice = notice
    if refusal is not None:
        part.refusal = str(refusal.message)
    return part


def _stream(place: Place, version: int) -> dict[str, object]:
    """Parameters with which a page opens its stream."""
    ticket = Ticket(place.pk, translation.get_language() or "en").sign()
    return {"path": settings.STREAMS_PATH, "ticket": ticket, "since": version}


@open_to_guests
@player_required
@require_safe
def felt(request: HttpRequest, slug: str) -> HttpResponse:
    """Public fragment, for pages without a stream; the request also marks the player as seen.

    No content if the page shows the present version already.
    """
    place = find_live_place(slug)
    seats.mark_player_seen(require_user(request), place)
    state = load_present_table(place)
    if _is_shown(request, state):
        return HttpResponse(status=204)
    return render(request, "casino/live/_felt.html", {"view": view_table(state)})


@open_to_guests
@player_required
@require_safe
def own_part(request: HttpRequest, slug: str) -> HttpResponse:
    """The reader's own part of the present state, with the public one if the page shows another version."""
    return _render_parts(request, load_present_table_at(slug))


@open_to_guests
@player_required
@require_safe
def stream(request: HttpRequest, slug: str) -> HttpResponse:
    """Element that opens a stream, with a fresh ticket."""
    place = find_live_place(slug)
    version = Clock.objects.values_list("version", flat=True).get(place=place)
    context = {"stream": _stream(place, version)}
    return render(request, "casino/live/_stream.html", context)


def render_parts(
    request: HttpRequest, place: Place, refusal: Refusal | None = None, notice: str = ""
) -> HttpResponse:
    return _render_parts(request, load_present_table(place), refusal, notice)


def _render_parts(
    request: HttpRequest, state: TableState, refusal: Refusal | None = None, notice: str = ""
) -> HttpResponse:
    context = {
        "view": None if _is_shown(request, state) else view_table(state),
        "own": _own(request, state, refusal, notice),
    }
    status = refusal.status if refusal else 200
    return render(request, "casino/live/_parts.html", context, status=status)


def _is_shown(request: HttpRequest, state: TableState) -> bool:
    """Return whether the page shows the public fragment of this state."""
    return request.headers.get(SHOWN) == str(state.clock.version)
