"""Limits of deposits and withdrawals in the back office: one proposes, another approves."""

from http import HTTPStatus

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.utils.translation import gettext_lazy as _
from django.views.decorators.http import require_http_methods

from accounts.roles.selectors import rights_of
from accounts.roles.services import require
from accounts.roles.values import Right
from accounts.staff.views.back_office import render_staff, staff_of, staff_page
from accounts.values.currencies import REAL_CURRENCIES
from approvals.views import decision_view
from journal.refusals import Refusal
from pages.answers import see_other
from pages.refused import Refused
from wallet.cash.forms.desk import CashLimitForm
from wallet.cash.models import LimitName
from wallet.cash.selectors import limit_proposals
from wallet.cash.services import limits
from wallet.cash.views.form_answers import explain_refusal
from wallet.cash.words import desk
from wallet.money.values import Money


@staff_page(Right.VIEW_LIMITS)
@require_http_methods(["GET", "HEAD", "POST"])
def overview(request: HttpRequest) -> HttpResponse:
    """Show the limits in force and those proposed; propose one."""
    form, status = CashLimitForm(request.POST or None), HTTPStatus.OK
    if request.method == "POST":
        require(staff_of(request), Right.EDIT_LIMITS)
        status = HTTPStatus.UNPROCESSABLE_ENTITY
        if form.is_valid():
            try:
                return _proposed(request, form)
            except Refusal as error:
                status = explain_refusal(form, error)
    return _page(request, form, status)


def _page(
    request: HttpRequest,
    form: CashLimitForm,
    status: HTTPStatus = HTTPStatus.OK,
    refusal: Refused | None = None,
) -> HttpResponse:
    user = staff_of(request)
    rights = rights_of(user)
    context = {
        "title": _("Limits of deposits and withdrawals"),
        "table": desk.limits_table(),
        "currencies": REAL_CURRENCIES,
        "proposals": limit_proposals.pending_limits(),
        "decided": limit_proposals.decided_limits(),
        "form": form if Right.EDIT_LIMITS in rights else None,
        "may_approve": Right.APPROVE_LIMITS in rights,
    }
    return render_staff(
        request, "wallet/staff/limits.html", context, status=status, refused=refusal
    )


def _proposed(request: HttpRequest, form: CashLimitForm) -> HttpResponse:
    cleaned = form.cleaned_data
    limits.propose(
        LimitName(cleaned["name"]),
        Money.parse(format(cleaned["amount"], "f"), cleaned["currency"]),
        acting_user=staff_of(request),
        reason=cleaned["reason"],
    )
    messages.success(request, _("The limit waits for a second person."))
    return see_other("cash:limits")


def _refused(request: HttpRequest, _pk: int, refusal: Refused) -> HttpResponse:
    return _page(request, CashLimitForm(), refusal=refusal)


decide = staff_page(Right.APPROVE_LIMITS)(
    decision_view(
        limits.decide,
        _refused,
        approved=_("The limit is in force."),
        refused=_("The limit is refused."),
        back="cash:limits",
    )
)
