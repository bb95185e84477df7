"""A player's own closed shoes."""

from uuid import UUID

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from accounts.guests.views import open_to_guests
from accounts.users.views import require_player
from casino.fairness.selectors.closed_shoes import find_own_closed_shoe
from casino.fairness.selectors.shoe_panel import closed_shoe
from casino.history.words.round_list import list_shoe_rounds
from casino.models import Shoe
from casino.views.players import player_required


@open_to_guests
@player_required
@require_safe
def shoe_page(request: HttpRequest, shoe_id: UUID) -> HttpResponse:
    """One of the player's closed shoes, with its rounds and links."""
    found: Shoe = find_own_closed_shoe(require_player(request), shoe_id)
    context = {"shoe": found, "links": closed_shoe(found), "rounds": list_shoe_rounds(found)}
    return render(request, "casino/shoe.html", context)
