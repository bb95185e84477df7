"""Proposals to lift restrictions: what waits, and the word of another person."""

from django.http import HttpRequest, HttpResponse
from django.utils.translation import gettext as _, gettext_lazy
from django.views.decorators.http import require_safe

from accounts.audit.services import record_list_view
from accounts.restrictions.services import restrictions
from accounts.roles.selectors import may
from accounts.roles.values import Right
from accounts.staff.views.back_office import render_staff, staff_of, staff_page
from approvals.views import decision_view
from compliance.players.selectors.profile import waiting_liftings
from pages.refused import Refused

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
    record_list_view(user, (row.restriction.player_id for row in rows), ())
    context = {
        "title": _("Restrictions to be lifted"),
        "rows": rows,
        "longest": LONGEST,
        "may_approve": may(user, Right.APPROVE_PLAYERS),
    }
    return render_staff(request, "compliance/players/liftings.html", context, refused=refusal)


def _refused(request: HttpRequest, _pk: int, refusal: Refused) -> HttpResponse:
    return _page(request, refusal)


decide = staff_page(Right.APPROVE_PLAYERS)(
    decision_view(
        restrictions.decide_lifting,
        _refused,
        approved=gettext_lazy("The restriction is lifted."),
        refused=gettext_lazy("The restriction stays."),
        back="players:liftings",
    )
)
