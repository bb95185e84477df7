"""A player's own rounds and figures."""

from uuid import UUID

from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.views.decorators.http import require_safe

from casino.dealing import plays, record_of, unshown_card
from casino.models import Round, Shoe
from casino.selectors.fairness import closed_shoe
from casino.selectors.history import (
    decision_lines,
    finished_rounds,
    round_lines,
    statistics_of,
    void_lines_of,
)
from casino.selectors.places import own_round
from casino.selectors.played import can_be_replayed
from casino.selectors.round_money import money_of, points_of
from casino.selectors.round_view import round_view
from casino.services import absence, notices
from casino.services.guard import guarded
from casino.views.players import player_of, player_required
from casino.void_words import dispute

PER_PAGE = 25


@player_required
@require_safe
def history(request: HttpRequest) -> HttpResponse:
    """Finished rounds, the newest first."""
    page = Paginator(finished_rounds(player_of(request)), PER_PAGE).get_page(
        request.GET.get("page")
    )
    lines = round_lines(page.object_list)
    return render(request, "casino/history.html", {"rounds": lines, "pages": page})


@player_required
@require_safe
@guarded
def round_(request: HttpRequest, round_id: UUID) -> HttpResponse:
    """One round: its facts, and how it is verified, now or when its shoe closes."""
    player = player_of(request)
    absence.asked_for_round(player, round_id, timezone.now())
    found = own_round(player, round_id)
    links = closed_shoe(found.shoe) if found.server_seed else None
    running = found.status == Round.Status.IN_PROGRESS
    states = plays(found, record_of(found)) if running else []
    view = round_view(found, states)
    void_lines = void_lines_of(found)
    if view.told or void_lines:
        notices.seen(found.player_id, found.public_id, timezone.now(), whole=True)
    context = {
        "round": view,
        "record": found,
        "links": links,
        "lost": found.shoe.status == Shoe.Status.LOST,
        "decisions": decision_lines(found),
        "money": money_of(found),
        "points": points_of(found),
        "replayable": can_be_replayed(found),
        "unshown": unshown_card(found),
        "voids": void_lines,
        "dispute": dispute(found) if void_lines else "",
    }
    return render(request, "casino/round.html", context)


@player_required
@require_safe
def statistics(request: HttpRequest) -> HttpResponse:
    """What a player's rounds come to."""
    return render(
        request,
        "casino/statistics.html",
        {"statistics": statistics_of(player_of(request))},
    )
