"""The back office's page that reopens a place whose shoe was stopped."""

from http import HTTPStatus
from uuid import UUID

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from accounts.audit.services import record_views
from accounts.models.audit_views import Look
from accounts.roles.values import Right
from accounts.staff.views.back_office import render_staff, staff_of, staff_page
from casino.incidents.forms import ReopenPlaceForm
from casino.incidents.selectors.stopped_places import stopped_places
from casino.incidents.services.reopening import reopen_place
from journal.refusals import NotFound, Refusal
from pages.answers import see_other
from pages.refused import explain


@staff_page(Right.CANCEL_ROUNDS)
@require_http_methods(["GET", "HEAD", "POST"])
def reopen(request: HttpRequest, shoe_id: UUID) -> HttpResponse:
    """Say what reopening does, ask why, and do it."""
    form = ReopenPlaceForm(request.POST or None)
    if request.method != "POST":
        return _ask(request, shoe_id, form, HTTPStatus.OK)
    if not form.is_valid():
        return _ask(request, shoe_id, form, HTTPStatus.UNPROCESSABLE_ENTITY)
    given = form.cleaned_data
    try:
        reopen_place(shoe_id, staff_of(request), given["reason"], without_seed=given["give_up"])
    except NotFound as error:
        raise Http404 from error
    except Refusal as refusal:
        return _ask(request, shoe_id, form, explain(form, refusal))
    messages.success(request, _("The place is open again, with new shoes."))
    return see_other("rounds:list")


def _ask(
    request: HttpRequest, shoe_id: UUID, form: ReopenPlaceForm, status: HTTPStatus
) -> HttpResponse:
    found = stopped_places(shoe_id)
    people = (one.player_id for one in found)
    record_views(staff_of(request), people, "shoe", (Look.Kind.SHOE, shoe_id))
    context = {
        "title": _("Reopen a place"),
        "form": form,
        "place": found[0] if found else None,
    }
    return render_staff(request, "casino/staff/reopen.html", context, status=status)
