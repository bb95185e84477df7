"""A player's visits: time, address and device, for staff who investigate access to an account."""

from django.http import HttpRequest, HttpResponse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from accounts.audit.services import record_view
from accounts.models.visits import Visit
from accounts.roles.values import Right
from accounts.staff.views.back_office import render_staff, staff_of, staff_page
from accounts.visits.selectors import open_visits
from compliance.players.views.act_page import player_of
from pages.lists import slice_of


@staff_page(Right.VIEW_PLAYERS)
@require_safe
def visits(request: HttpRequest, pk: int) -> HttpResponse:
    """Visits of a player, newest first, in two queries; the view is an event."""
    player = player_of(pk)
    record_view(staff_of(request), player, "visits")
    found = slice_of(Visit.objects.filter(player=player), request)
    shown = [one.pk for one in found.rows]
    context = {
        "title": _("Visits of %(person)s") % {"person": player.display_name},
        "player": player,
        "slice": found,
        "running": set(open_visits(player).filter(pk__in=shown).values_list("pk", flat=True)),
    }
    return render_staff(request, "compliance/players/visits.html", context)
