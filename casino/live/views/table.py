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
from django.utils import timezone, translation
from django.views.decorators.http import require_safe

from accounts.guests.views import open_to_guests
from accounts.users.views import require_user
from casino.live.selectors.own_state import OwnState, load_own_state
from casino.live.selectors.table_state import TableState, load_table, place_by_slug
from casino.live.services import seats
from casino.live.services.moving import is_due, move_table
from casino.live.services.presence import update_presence
from casino.live.services.tables import open_live_place
from casino.live.values.seating import is_sighting_due
from casino.live.words.own_part import build_own_part
from casino.live.words.own_view import OwnPart
from casino.live.words.table_view import LiveTableView, clocks_line, view_table
from casino.models import Clock, Place
from casino.play.services.play_money import refill_play_money
from casino.services.alarms import reports_alarms
from casino.table_page.views.origins import record_request_origin
from casino.table_page.words.bet_form import RefusedBetForm
from casino.table_page.words.play_money import refill_notice
from casino.views.players import player_required
from journal.refusals import NotFound, Refusal
from push.tickets import Ticket
from tables.models import Table
from tables.selectors.tables import table_by_slug
from tables.words.coming import coming_rules

_MOVES = 8  # per request: a table left alone catches up one deadline at a time

SHOWN: Final = "X-Shown"
"""Header with the version of the public fragment that the page shows."""


def find_place(slug: str) -> Place:
    """Place of a live table, created if needed. Raises `NotFound`, also for a private table."""
    place = place_by_slug(slug)
    if place is not None:
        return place
    try:
        table = table_by_slug(slug)
    except Table.DoesNotExist as error:
        raise NotFound from error
    if not table.is_live:
        raise NotFound
    return open_live_place(table)


@reports_alarms
def _look(place: Place) -> TableState:
    """Load the present state; first move a table whose deadline has passed, free unseen seats and show who is away."""
    state = load_table(place)
    for _move in range(_MOVES):
        if not is_due(state.clock, state.now) or not move_table(place.pk, state.now):
            break
        state = load_table(place)
    if state.has_unseen_seats:
        seats.free_unseen_seats(place)
        state = load_table(place)
    if state.has_unshown_presence and update_presence(place.pk):
        state = load_table(place)
    return state


@open_to_guests
@player_required
@require_safe
def table(request: HttpRequest, slug: str) -> HttpResponse:
    """Page of a live table. Signed-in users and guests may watch; staff and guests have no own part."""
    record_request_origin(request)
    return render_page(request, find_place(slug))


def render_page(request: HttpRequest, place: Place, refusal: Refusal | None = None) -> HttpResponse:
    state = _look(place)
    view = view_table(state)
    context = {
        "view": view,
        "own": _own(request, state, view, refusal),
        "stream": _stream(place, view.version),
        "clocks_line": clocks_line(place.table),
        "coming": coming_rules(place.table.slug),
    }
    status = refusal.status if refusal else 200
    return render(request, "casino/live/table.html", context, status=status)


def _own(
    request: HttpRequest,
    state: TableState,
    view: LiveTableView,
    refusal: Refusal | None = None,
    notice: str = "",
) -> OwnPart | None:
    """The reader's own part; None for staff and guests, who only watch."""
    player = require_user(request)
    if player.is_staff or player.plays_as_guest:
        return None
    own = load_own_state(player, state)
    if _refills(own, state):
        own, notice = load_own_state(player, state), notice or refill_notice()
    if is_sighting_due(own.participant.seen_at, state.now):
        seats.mark_player_seen(player, state.place)
        if state.is_shown_away(own.participant):
            update_presence(state.place.pk)
    typed = {name: str(value) for name, value in request.POST.items()} if refusal else {}
    sent = RefusedBetForm(typed, refusal.field if refusal else "")
    asked = request.POST.get("currency") or request.GET.get("currency", "")
    part = build_own_part(own, state, view, asked, sent)
    part.notice = notice
    if refusal is not None:
        part.refusal = str(refusal.message)
    return part


def _refills(own: OwnState, state: TableState) -> bool:
    """Refill play money between two deals. Returns whether the player got any."""
    if state.is_played or not state.place.table.is_play_money:
        return False
    return refill_play_money(own.player, own.money, timezone.now())


def _stream(place: Place, version: int) -> dict[str, object]:
    """Parameters with which a page opens its stream."""
    ticket = Ticket(place.pk, translation.get_language() or "en").sign()
    return {"path": settings.STREAMS_PATH, "ticket": ticket, "since": version}


@open_to_guests
@player_required
@require_safe
def felt(request: HttpRequest, slug: str) -> HttpResponse:
    """Public fragment, for pages without a stream; the request also marks the player as seen."""
    place = find_place(slug)
    seats.mark_player_seen(require_user(request), place)
    view = view_table(_look(place))
    return render(request, "casino/live/_felt.html", {"view": view})


@open_to_guests
@player_required
@require_safe
def own_part(request: HttpRequest, slug: str) -> HttpResponse:
    """The reader's own part of the present state, with the public one if the page shows another version."""
    return render_parts(request, find_place(slug))


@open_to_guests
@player_required
@require_safe
def stream(request: HttpRequest, slug: str) -> HttpResponse:
    """Element that opens a stream, with a fresh ticket."""
    place = find_place(slug)
    version = Clock.objects.values_list("version", flat=True).get(place=place)
    context = {"stream": _stream(place, version)}
    return render(request, "casino/live/_stream.html", context)


def render_parts(
    request: HttpRequest, place: Place, refusal: Refusal | None = None, notice: str = ""
) -> HttpResponse:
    state = _look(place)
    view = view_table(state)
    context = {
        "view": view,
        "own": _own(request, state, view, refusal, notice),
        "is_shown": request.headers.get(SHOWN) == str(view.version),
    }
    status = refusal.status if refusal else 200
    return render(request, "casino/live/_parts.html", context, status=status)
