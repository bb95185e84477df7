"""The back office's page of what staff looked at: of a thing, and of a person."""

from django.http import HttpRequest, HttpResponse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from accounts.models.audit_views import Look
from accounts.roles.selectors import rights_of
from accounts.roles.values import Right
from accounts.staff.views.back_office import render_staff, staff_of, staff_page
from compliance.looks.forms import LooksForm
from compliance.looks.selectors import address_of, looks
from pages.lists import slice_of


@staff_page(Right.VIEW_EVENTS)
@require_safe
def list_looks(request: HttpRequest) -> HttpResponse:
    """Looks by thing, person and time, the newest first."""
    form = LooksForm(request.GET)
    found = looks(form.cleaned_data) if form.is_valid() else Look.objects.none()
    piece = slice_of(found, request)
    rights = rights_of(staff_of(request))
    context = {
        "title": _("Who looked at what"),
        "form": form,
        "slice": piece,
        "lines": [(row, address_of(row, rights)) for row in piece.rows],
        "chosen": any(request.GET.get(name) for name in form.fields),
    }
    return render_staff(request, "compliance/looks/list.html", context)
