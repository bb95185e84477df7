"""Back-office pages of disputes: waiting ones, all, and one with its answer form."""

from collections.abc import Sequence
from functools import cached_property
from http import HTTPStatus
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from accounts.audit.services import record_list_view, record_player_view
from accounts.models.audit_views import Look
from accounts.roles.selectors import load_rights
from accounts.roles.values import Right
from accounts.staff.views.back_office import render_staff, require_staff_user, staff_page
from accounts.staff.views.pages import StaffFormPage
from compliance.disputes import selectors, services
from compliance.disputes.forms import DisputeAnswerForm, DisputesForm, ReopenDisputeForm
from compliance.models import Dispute, DisputeOutcome, DisputeReply, DisputeState
from journal.refusals import Refusal
from pages.answers import require_found
from pages.lists import active_filters, export_query, load_slice


@staff_page(Right.VIEW_DISPUTES)
@require_safe
def list_disputes(request: HttpRequest) -> HttpResponse:
    """Waiting disputes, oldest first, and all disputes, newest first."""
    form = DisputesForm(
        request.GET if request.GET.keys() & DisputesForm.base_fields.keys() else None
    )
    waiting = (
        [] if form.is_bound else list(selectors.waiting_disputes()[: selectors.MOST_WAITING + 1])
    )
    found = load_slice(selectors.find_disputes(request.GET), request)
    named = {row.player_id for row in [*waiting, *found.rows]}
    record_list_view(require_staff_user(request), named, active_filters(request, form))
    context = {
        "title": _("Disputes"),
        "form": form,
        "waiting": waiting[: selectors.MOST_WAITING],
        "more": len(waiting) > selectors.MOST_WAITING,
        "promised": selectors.overdue_cutoff(timezone.now()),
        "slice": found,
        "export": export_query(request),
        "may_export": Right.VIEW_REPORTS in load_rights(require_staff_user(request)),
    }
    return render_staff(request, "compliance/disputes/staff/list.html", context)


class DisputePage(StaffFormPage[DisputeAnswerForm]):
    """One dispute with all replies; staff with ANSWER_DISPUTES can answer it."""

    opens = (Right.VIEW_DISPUTES,)
    sends = Right.ANSWER_DISPUTES
    template_name = "compliance/disputes/staff/dispute.html"

    @cached_property
    def dispute(self) -> Dispute:
        return require_found(selectors.find_dispute(self.kwargs["dispute_id"]))

    @cached_property
    def replies(self) -> Sequence[DisputeReply]:
        return selectors.list_replies(self.dispute)

    def get_form_kwargs(self) -> dict[str, Any]:
        seen = {} if self.sent else {"initial": {"seen": len(self.replies)}}
        return {**super().get_form_kwargs(), **seen, "subject": self.dispute.subject}

    def offers_form(self, _form: DisputeAnswerForm, /) -> bool:
        return True

    def process_form(self, form: DisputeAnswerForm) -> HttpResponse:
        data = form.cleaned_data
        outcome = DisputeOutcome(data["outcome"]) if data["outcome"] else None
        words = services.DisputeAnswer(
            data["text"], data["key"], data["seen"], outcome, data["note"]
        )
        services.answer_dispute(self.dispute.public_id, words, acting_user=self.user)
        done = _("It is answered and closed.") if outcome else _("It is answered.")
        told = _("The player is notified on the site and by email.")
        return self.redirect_with_message(
            f"{done} {told}", "disputes:dispute", self.dispute.public_id
        )

    def form_refused(self, form: DisputeAnswerForm, refusal: Refusal) -> HttpResponse:
        self.dispute.refresh_from_db()
        if refusal.status == HTTPStatus.CONFLICT:  # the new replies are now shown
            form.data = {**self.request.POST.dict(), "seen": str(len(self.replies))}
        return super().form_refused(form, refusal)

    def get_context_data(self, **kwargs: Any) -> dict[str, Any]:
        found, last = self.dispute, self.replies[-1].at if self.replies else self.dispute.at
        record_player_view(self.user, found.player, "dispute", (Look.Kind.DISPUTE, found.public_id))
        closed, answers = found.state == DisputeState.CLOSED, self.sends in self.rights
        overdue = last < selectors.overdue_cutoff(timezone.now())
        return super().get_context_data(
            title=_("Dispute %(number)s") % {"number": found.number},
            dispute=found,
            replies=self.replies,
            late=found.state == DisputeState.OPEN and overdue,
            answers=(answers and not closed) or self.sent,
            reopening=self.refused_or_new_form(
                ReopenDisputeForm, initial={"seen": len(self.replies)}
            ),
            reopens=answers and (closed or self.given is not None),
            sees_looks=Right.VIEW_EVENTS in self.rights,
            sees_hands=Right.VIEW_HANDS in self.rights,
            works_on_cases={Right.WORK_CASES, Right.VIEW_CASES} <= self.rights,
            **kwargs,
        )


@DisputePage.form_view(ReopenDisputeForm, Right.ANSWER_DISPUTES, drawn=True)
def reopen_dispute(page: DisputePage, form: ReopenDisputeForm) -> HttpResponse:
    """Reopen a closed dispute."""
    data, number = form.cleaned_data, page.dispute.public_id
    words = services.DisputeAnswer(data["text"], data["key"], data["seen"], note=data["note"])
    services.reopen_dispute(number, words, acting_user=page.user)
    return page.redirect_with_message(
        _("It is open again. We notify the player."), "disputes:dispute", number
    )
