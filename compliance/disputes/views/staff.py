"""The back office's pages about disputes: what waits, all of them, and one with its answer."""

from http import HTTPStatus
from uuid import UUID

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from accounts.audit.services import record_list_view, record_view
from accounts.models.audit_views import Look
from accounts.roles.selectors import rights_of
from accounts.roles.services import require
from accounts.roles.values import Right
from accounts.staff.views.back_office import render_staff, staff_of, staff_page
from compliance.disputes import selectors, services
from compliance.disputes.forms import DisputeAnswerForm, DisputesForm, ReopenDisputeForm
from compliance.models import Dispute, DisputeOutcome, DisputeState
from journal.refusals import Refusal
from pages.answers import see_other
from pages.lists import export_query, filled, slice_of
from pages.refused import explain


@staff_page(Right.VIEW_DISPUTES)
@require_safe
def disputes(request: HttpRequest) -> HttpResponse:
    """What waits, the oldest first, and all disputes, the newest first."""
    form = DisputesForm(
        request.GET if request.GET.keys() & DisputesForm.base_fields.keys() else None
    )
    waiting = (
        [] if form.is_bound else list(selectors.waiting_disputes()[: selectors.MOST_WAITING + 1])
    )
    found = slice_of(selectors.find_disputes(request.GET), request)
    named = {row.player_id for row in [*waiting, *found.rows]}
    record_list_view(staff_of(request), named, filled(request, form))
    context = {
        "title": _("Disputes"),
        "form": form,
        "waiting": waiting[: selectors.MOST_WAITING],
        "more": len(waiting) > selectors.MOST_WAITING,
        "promised": selectors.overdue_since(timezone.now()),
        "slice": found,
        "export": export_query(request),
        "may_export": Right.VIEW_REPORTS in rights_of(staff_of(request)),
    }
    return render_staff(request, "compliance/disputes/staff/list.html", context)


@staff_page(Right.VIEW_DISPUTES)
@require_http_methods(["GET", "HEAD", "POST"])
def dispute(request: HttpRequest, dispute_id: UUID) -> HttpResponse:
    """One dispute with everything that was said; who may answers it."""
    if request.method == "POST":
        require(staff_of(request), Right.ANSWER_DISPUTES)
    found = selectors.dispute_of(dispute_id)
    if found is None:
        raise Http404
    if request.method != "POST":
        return _page(request, found, None)
    form = DisputeAnswerForm(request.POST, subject=found.subject)
    if not form.is_valid():
        return _page(request, found, form, HTTPStatus.UNPROCESSABLE_ENTITY)
    return _answer(request, found, form)


def _answer(request: HttpRequest, found: Dispute, form: DisputeAnswerForm) -> HttpResponse:
    data = form.cleaned_data
    outcome = DisputeOutcome(data["outcome"]) if data["outcome"] else None
    words = services.DisputeAnswer(data["text"], data["key"], data["seen"], outcome, data["note"])
    try:
        services.answer_dispute(found.public_id, words, acting_user=staff_of(request))
    except Refusal as refusal:
        explain(form, refusal)
        found.refresh_from_db()
        return _page(request, found, form, refusal.status)
    done = _("It is answered and closed.") if outcome else _("It is answered.")
    told = _("The player is told on the site and by mail.")
    messages.success(request, f"{done} {told}")
    return see_other("disputes:dispute", found.public_id)


@staff_page(Right.ANSWER_DISPUTES)
@require_POST
def reopen(request: HttpRequest, dispute_id: UUID) -> HttpResponse:
    """Let a closed dispute go on."""
    found = selectors.dispute_of(dispute_id)
    if found is None:
        raise Http404
    form = ReopenDisputeForm(request.POST)
    if not form.is_valid():
        return _page(request, found, None, HTTPStatus.UNPROCESSABLE_ENTITY, reopening=form)
    data = form.cleaned_data
    words = services.DisputeAnswer(data["text"], data["key"], data["seen"], note=data["note"])
    try:
        services.reopen_dispute(found.public_id, words, acting_user=staff_of(request))
    except Refusal as refusal:
        explain(form, refusal)
        found.refresh_from_db()
        return _page(request, found, None, refusal.status, reopening=form)
    messages.success(request, _("It is open again, and the player is told."))
    return see_other("disputes:dispute", found.public_id)


def _page(
    request: HttpRequest,
    found: Dispute,
    form: DisputeAnswerForm | None,
    status: HTTPStatus = HTTPStatus.OK,
    *,
    reopening: ReopenDisputeForm | None = None,
) -> HttpResponse:
    user, replies = staff_of(request), selectors.list_replies(found)
    rights = rights_of(user)
    record_view(user, found.player, "dispute", (Look.Kind.DISPUTE, found.public_id))
    going_on = found.state != DisputeState.CLOSED and Right.ANSWER_DISPUTES in rights
    context = {
        "title": _("Dispute %(number)s") % {"number": found.number},
        "dispute": found,
        "replies": replies,
        "late": found.state == DisputeState.OPEN
        and (replies[-1].at if replies else found.at) < selectors.overdue_since(timezone.now()),
        "form": form or DisputeAnswerForm(initial={"seen": len(replies)}, subject=found.subject),
        "answers": going_on or (form is not None and bool(form.errors)),
        "reopening": reopening or ReopenDisputeForm(initial={"seen": len(replies)}),
        "reopens": (found.state == DisputeState.CLOSED or reopening is not None)
        and Right.ANSWER_DISPUTES in rights,
        "sees_looks": Right.VIEW_EVENTS in rights,
        "sees_hands": Right.VIEW_HANDS in rights,
    }
    if form is not None and status == HTTPStatus.CONFLICT:
        form.data = {
            **request.POST.dict(),
            "seen": str(len(replies)),
        }  # who sends it again has read
    return render_staff(request, "compliance/disputes/staff/dispute.html", context, status=status)
