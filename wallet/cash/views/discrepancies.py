"""The ledger's check in the back office: what it found last, and accepting what cannot be undone."""

from http import HTTPStatus

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.utils.translation import gettext, gettext_lazy as _
from django.views.decorators.http import require_http_methods

from accounts.roles.selectors import rights_of
from accounts.roles.services import require
from accounts.roles.values import Right
from accounts.staff.views.back_office import render_staff, staff_of, staff_page
from approvals.views import decision_view
from journal.refusals import Refusal
from pages.answers import see_other
from pages.refused import Refused, explain
from wallet.cash.forms.desk import AcceptForm
from wallet.cash.selectors import withdrawal_stop
from wallet.cash.selectors.discrepancies import (
    Discrepancy,
    decided_acceptances,
    latest_discrepancies,
    pending_acceptances,
)
from wallet.cash.services import discrepancies
from wallet.ledger.selectors import check_runs


@staff_page(Right.VIEW_CASH)
@require_http_methods(["GET", "HEAD", "POST"])
def overview(request: HttpRequest) -> HttpResponse:
    """Show what the latest check found and what was accepted; propose to accept a finding."""
    found = latest_discrepancies()
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
    found: list[Discrepancy],
    form: AcceptForm,
    status: HTTPStatus = HTTPStatus.OK,
    refusal: Refused | None = None,
) -> HttpResponse:
    user = staff_of(request)
    rights = rights_of(user)
    context = {
        "title": _("The ledger's check"),
        "check": check_runs.latest_check(),
        "closed": withdrawal_stop.stop_reason(),
        "players_closed": withdrawal_stop.count_stopped_players(),
        "findings": found,
        "form": form if form.has_rows and Right.DO_CASH in rights else None,
        "proposed": pending_acceptances(),
        "decided": decided_acceptances(),
        "may_decide": Right.APPROVE_CASH in rights,
    }
    return render_staff(
        request, "wallet/staff/findings.html", context, status=status, refused=refusal
    )


def _proposed(request: HttpRequest, form: AcceptForm) -> HttpResponse:
    line, row = form.chosen
    made = discrepancies.propose(
        line, row, acting_user=staff_of(request), reason=form.cleaned_data["reason"]
    )
    messages.warning(request, gettext("%(number)s waits for a second person.") % {"number": made})
    return see_other("cash:findings")


def _refused(request: HttpRequest, _pk: int, refusal: Refused) -> HttpResponse:
    found = latest_discrepancies()
    return _page(request, found, AcceptForm(found), refusal=refusal)


decide = staff_page(Right.APPROVE_CASH)(
    decision_view(
        discrepancies.decide,
        _refused,
        approved=_("%(number)s is accepted: it counts from the next check on."),
        refused=_("%(number)s is refused."),
        back="cash:findings",
    )
)
