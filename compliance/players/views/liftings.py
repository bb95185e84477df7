"""Proposals to lift restrictions: what waits, and the word of another person."""

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from accounts import restrictions
from accounts.player_models import Lifting
from accounts.roles import Right, may
from accounts.seen import saw_list
from accounts.staff import approves, render_staff, staff_of, staff_page
from compliance.players.selectors.profile import waiting_liftings
from journal.refusals import ReasonMissing, Refusal
from pages.answers import see_other
from pages.refused import Refused, refused

SHOWN = 100
LONGEST = 500


@staff_page(Right.VIEW_PLAYERS)
@require_safe
def waiting(request: HttpRequest) -> HttpResponse:
    """Show what waits, the oldest first."""
    return _page(request)


def _page(request: HttpRequest, refusal: Refused | None = None) -> HttpResponse:
    user = staff_of(request)
    rows = list(waiting_liftings()[:SHOWN])
    saw_list(user, (row.restriction.player_id for row in rows), ())
    context = {
        "title": _("Restrictions to be lifted"),
        "rows": [
            (row, user.pk in {row.proposed_by_id, row.restriction.imposed_by_id}) for row in rows
        ],
        "longest": LONGEST,
        "may_approve": may(user, Right.APPROVE_PLAYERS),
    }
    return render_staff(request, "compliance/players/liftings.html", context, refused=refusal)


@staff_page(Right.APPROVE_PLAYERS)
@require_POST
def decide(request: HttpRequest, pk: int) -> HttpResponse:
    """Lift a restriction, or keep it."""
    lifting = get_object_or_404(Lifting.objects.select_related("restriction"), pk=pk)
    approved, note = approves(request), request.POST.get("reason", "")
    if len(note) > LONGEST:
        return _page(
            request, refused(request, ReasonMissing(_("Say why, in at most 500 letters.")))
        )
    try:
        restrictions.decide_lifting(lifting.pk, approved=approved, by=staff_of(request), note=note)
    except Refusal as error:
        return _page(request, refused(request, error))
    done = _("The restriction is lifted.") if approved else _("The restriction stays.")
    messages.success(request, done)
    return see_other("players:liftings")
