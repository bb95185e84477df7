"""Back-office pages of disputes: waiting ones, all, and one with its answer form."""

from collections.abc import Sequence
from functools import cached_property
from http import HTTPStatus
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from accounts.audit.services import record_list_view, record_view
from accounts.models.audit_views import Look
from accounts.roles.selectors import rights_of
from accounts.roles.values import Right
from accounts.staff.views.back_office import render_staff, staff_of, staff_page
from accounts.staff.views.pages import StaffFormPage
from compliance.disputes import selectors, services
from compliance.disputes.forms import DisputeAnswerForm, DisputesForm, ReopenDisputeForm
from compliance.models import Dispute, DisputeOutcome, DisputeReply, DisputeState
from journal.refusals import Refusal
from pages.answers import found_or_404
from pages.lists import active_filters, export_query, slice_of


@staff_page(Right.VIEW_DISPUTES)
@require_safe
def disputes(request: HttpRequest) -> HttpResponse:
    """Waiting disputes, oldest first, and all disputes, newest first."""
    form = DisputesForm(
        request.GET if request.GET.keys() & DisputesForm.base_fields.keys() else None
    )
    waiting = (
        [] if form.is_bound else list(selectors.waiting_disputes()[: selectors.MOST_WAITING + 1])
    )
    found = slice_of(selectors.find_disputes(request.GET), request)
    named = {row.player_id for row in [*waiting, *found.rows]}
    record_list_view(staff_of(request), named, active_filters(request, form))
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


class DisputePage(StaffFormPage[DisputeAnswerForm]):
    """One dispute with all replies; staff with ANSWER_DISPUTES can answer it."""

    opens = (Right.VIEW_DISPUTES,)
    sends = Right.ANSWER_DISPUTES
    template_name = "compliance/disputes/staff/dispute.html"

    @cached_property
    def found(self) -> Dispute:
        return found_or_404(selectors.dispute_of(self.kwargs["dispute_id"]))

    @cached_property
    def replies(self) -> Sequence[DisputeReply]:
        return selectors.list_replies(self.found)

    def get_form_kwargs(self) -> dict[str, Any]:
        seen = {} if self.sent else {"initial": {"seen": len(self.replies)}}
        return {**super().get_form_kwargs(), **seen, "subject": self.found.subject}

    def offers(self, _form: DisputeAnswerForm, /) -> bool:
        return True

    def act(self, form: DisputeAnswerForm) -> HttpResponse:
        data = form.cleaned_data
        outcome = DisputeOutcome(data["outcome"]) if data["outcome"] else None
        words = services.DisputeAnswer(
            data["text"], data["key"], data["seen"], outcome, data["note"]
        )
        services.answer_dispute(self.found.public_id, words, acting_user=self.user)
        done = _("It is answered and closed.") if outcome else _("It is answered.")
        told = _("The player is notified on the site and by mail.")
        return self.done(f"{done} {told}", "disputes:dispute", self.found.public_id)

    def form_refused(self, form: DisputeAnswerForm, refusal: Refusal) -> HttpResponse:
        self.found.refresh_from_db()
        if refusal.status == HTTPStatus.CONFLICT:  # the new replies are now shown
            form.data = {**self.request.POST.dict(), "seen": str(len(self.replies))}
        return super().form_refused(form, refusal)

    def get_context_data(self, **kwargs: Any) -> dict[str, Any]:
        found, last = self.found, self.replies[-1].at if self.replies else self.found.at
        record_view(self.user, found.player, "dispute", (Look.Kind.DISPUTE, found.public_id))
        closed, answers = found.state == DisputeState.CLOSED, self.sends in self.rights
        overdue = last < selectors.overdue_since(timezone.now())
        return super().get_context_data(
            title=_("Dispute %(number)s") % {"number": found.number},
            dispute=found,
            replies=self.replies,
            late=found.state == DisputeState.OPEN and overdue,
            answers=(answers and not closed) or self.sent,
            reopening=self.keep_given(ReopenDisputeForm, initial={"seen": len(self.replies)}),
            reopens=answers and (closed or self.given is not None),
            sees_looks=Right.VIEW_EVENTS in self.rights,
            sees_hands=Right.VIEW_HANDS in self.rights,
            **kwargs,
        )


@DisputePage.takes_form(ReopenDisputeForm, Right.ANSWER_DISPUTES, drawn=True)
def reopen(page: DisputePage, form: ReopenDisputeForm) -> HttpResponse:
    """Reopen a closed dispute."""
    data, number = form.cleaned_data, page.found.public_id
    words = services.DisputeAnswer(data["text"], data["key"], data["seen"], note=data["note"])
    services.reopen_dispute(number, words, acting_user=page.user)
    return page.done(_("It is open again. The player is notified."), "disputes:dispute", number)
