"""Back-office page of the audit log of views."""

from collections.abc import Mapping
from typing import Final

from django.http import HttpRequest, HttpResponse
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from accounts.models.audit_views import Look
from accounts.roles.selectors import load_rights
from accounts.roles.values import Right
from accounts.staff.views.back_office import render_staff, require_staff_user, staff_page
from compliance.looks.forms import LooksForm
from compliance.looks.selectors import filter_looks, leave_out_hidden
from pages.lists import load_slice


@staff_page(Right.VIEW_EVENTS)
@require_safe
def list_looks(request: HttpRequest) -> HttpResponse:
    """Views by object, person and time, newest first."""
    form = LooksForm(request.GET)
    rights = load_rights(require_staff_user(request))
    found = filter_looks(form.cleaned_data) if form.is_valid() else Look.objects.none()
    piece = load_slice(leave_out_hidden(found, rights), request)
    context = {
        "title": _("Access log"),
        "form": form,
        "slice": piece,
        "lines": [(row, look_url(row, rights)) for row in piece.rows],
        "chosen": any(request.GET.get(name) for name in form.fields),
    }
    return render_staff(request, "compliance/looks/list.html", context)


_PAGES: Final[Mapping[str, tuple[str, Right]]] = {
    Look.Kind.PLAYER: ("players:player", Right.VIEW_PLAYERS),
    Look.Kind.ROUND: ("hands:hand", Right.VIEW_HANDS),
    Look.Kind.SHOE: ("shoes:shoe", Right.VIEW_HANDS),
    Look.Kind.CASE: ("voids:case", Right.VIEW_VOIDS),
    Look.Kind.CASEWORK: ("cases:case", Right.WORK_CASES),
    Look.Kind.DISPUTE: ("disputes:dispute", Right.VIEW_DISPUTES),
}


def look_url(look: Look, rights: frozenset[Right]) -> str:
    """Return the URL of the viewed object; "" if there is none or the reader may not open it."""
    name, right = _PAGES.get(look.kind, ("", None))
    return reverse(name, args=[look.object]) if right in rights else ""
