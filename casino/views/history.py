"""A player's own rounds and figures."""

from uuid import UUID

from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from casino.dealing import actions_of, plays
from casino.models import Round
from casino.selectors.fairness import closed_shoe
from casino.selectors.history import finished_rounds, round_line, statistics_of
from casino.selectors.places import own_round
from casino.selectors.round_view import round_view
from casino.services.guard import guarded
from casino.views.players import player_of, player_required

PER_PAGE = 25


@player_required
@require_safe
def history(request: HttpRequest) -> HttpResponse:
    """Finished rounds, the newest first."""
    page = Paginator(finished_rounds(player_of(request)), PER_PAGE).get_page(
        request.GET.get("page")
    )
    lines = [round_line(found) for found in page.object_list]
    return render(request, "casino/history.html", {"rounds": lines, "pages": page})


@player_required
@require_safe
@guarded
def round_(request: HttpRequest, round_id: UUID) -> HttpResponse:
    """One round: its facts, and how it is verified, now or when its shoe closes."""
    found = own_round(player_of(request), round_id)
    links = closed_shoe(found.shoe) if found.server_seed else None
    running = found.status == Round.Status.IN_PROGRESS
    states = plays(found, actions_of(found)) if running else []
    context = {"round": round_view(found, states), "record": found, "links": links}
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
