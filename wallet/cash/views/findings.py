"""The ledger's check in the back office: what it found last, and accepting what cannot be undone."""

from http import HTTPStatus

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST

from accounts.roles import Right, require, rights_of
from accounts.staff import approves, render_staff, staff_of, staff_page
from journal.refusals import Refusal
from pages.answers import see_other
from pages.refused import Refused, explain, refused
from wallet.cash import findings, selectors
from wallet.cash.forms import AcceptForm
from wallet.cash.models import Acceptance
from wallet.cash.services import findings as service


@staff_page(Right.VIEW_CASH)
@require_http_methods(["GET", "HEAD", "POST"])
def overview(request: HttpRequest) -> HttpResponse:
    """Show what the latest check found and what was accepted; propose to accept a finding."""
    found = findings.latest()
    form, status = AcceptForm(found, request.POST or None), HTTPStatus.OK
    if request.method == "POST":
        require(staff_of(request), Right.DO_CASH)
        status = HTTPStatus.UNPROCESSABLE_ENTITY
        if form.is_valid():
            try:
                return _proposed(request, form)
            except Refusal as error:
                status = explain(form, error)
    return _page(request, found, form, status)


def _page(
    request: HttpRequest,
    found: list[findings.Finding],
    form: AcceptForm,
    status: HTTPStatus = HTTPStatus.OK,
    refusal: Refused | None = None,
) -> HttpResponse:
    user = staff_of(request)
    rights = rights_of(user)
    context = {
        "title": _("The ledger's check"),
        "check": selectors.latest_check(),
        "closed": selectors.closed(),
        "players_closed": selectors.players_closed(),
        "findings": found,
        "form": form if form.has_rows and Right.DO_CASH in rights else None,
        "proposed": [(row, row.proposed_by_id == user.pk) for row in findings.proposed()],
        "decided": findings.decided(),
        "may_decide": Right.APPROVE_CASH in rights,
    }
    return render_staff(
        request, "wallet/staff/findings.html", context, status=status, refused=refusal
    )


def _proposed(request: HttpRequest, form: AcceptForm) -> HttpResponse:
    line, row = form.chosen
    made = service.propose(
        line, row, acting_user=staff_of(request), reason=form.cleaned_data["reason"]
    )
    messages.warning(request, _("%(number)s waits for a second person.") % {"number": made})
    return see_other("cash:findings")


@staff_page(Right.APPROVE_CASH)
@require_POST
def decide(request: HttpRequest, pk: int) -> HttpResponse:
    """Accept a finding, or not."""
    row = get_object_or_404(Acceptance, pk=pk)
    approved = approves(request)
    try:
        service.decide(row.pk, approved=approved, acting_user=staff_of(request))
    except Refusal as error:
        found, refusal = findings.latest(), refused(request, error)
        return _page(request, found, AcceptForm(found), refusal=refusal)
    accepted = _("%(number)s is accepted: it counts from the next check on.")
    told = accepted if approved else _("%(number)s is refused.")
    messages.success(request, told % {"number": row})
    return see_other("cash:findings")
