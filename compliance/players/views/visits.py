"""A player's visits: time, address and device, for staff who investigate access to an account."""

from django.http import HttpRequest, HttpResponse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from accounts.audit.services import record_player_view
from accounts.models.visits import Visit
from accounts.roles.values import Right
from accounts.staff.views.back_office import render_staff, require_staff_user, staff_page
from accounts.visits.selectors import open_visits
from compliance.players.views.act_page import get_player_or_404
from pages.lists import load_slice


@staff_page(Right.VIEW_PLAYERS)
@require_safe
def list_visits(request: HttpRequest, pk: int) -> HttpResponse:
    """Visits of a player, newest first, in two queries; the view is an event."""
    player = get_player_or_404(pk)
    record_player_view(require_staff_user(request), player, "visits")
    found = load_slice(Visit.objects.filter(player=player), request)
    shown = [one.pk for one in found.rows]
    context = {
        "title": _("Visits of %(person)s") % {"person": player.display_name},
        "player": player,
        "slice": found,
        "running": set(open_visits(player).filter(pk__in=shown).values_list("pk", flat=True)),
    }
    return render_staff(request, "compliance/players/visits.html", context)
