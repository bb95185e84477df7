"""Back-office pages of void cases: list, proposal, case with its decision."""

from functools import cached_property
from http import HTTPStatus
from typing import Any, TypeVar
from uuid import UUID, uuid4

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from accounts.audit.services import record_views, round_things
from accounts.models.audit_views import Look
from accounts.roles.selectors import rights_of
from accounts.roles.values import Right
from accounts.staff.views.back_office import render_staff, staff_of, staff_page
from accounts.staff.views.pages import StaffFormPage, StaffPage
from compliance.models import CaseKind, CaseReason, CaseState, VoidCase
from compliance.voids.forms import (
    CaseDecisionForm,
    CaseNoteForm,
    CasesForm,
    FollowForm,
    ProposeForm,
)
from compliance.voids.selectors.cases import (
    MOST_WAITING,
    case_of,
    count_progress,
    find_cases,
    open_cases,
)
from compliance.voids.services import approval
from compliance.voids.services.approval import VoidProposal
from compliance.voids.views import case_page
from journal.refusals import Refusal, SentBefore
from pages.answers import found_or_404
from pages.lists import export_query, slice_of
from pages.refused import explain

F = TypeVar("F", bound=ProposeForm | FollowForm)


@staff_page(Right.VIEW_VOIDS)
@require_safe
def cases(request: HttpRequest) -> HttpResponse:
    """Open cases, oldest first, and all cases, newest first."""
    form = CasesForm(request.GET if request.GET.keys() & CasesForm.base_fields.keys() else None)
    waiting = [] if form.is_bound else open_cases()
    user = staff_of(request)
    context = {
        "title": _("Voids"),
        "form": form,
        "waiting": [case_page.line_of(case, user) for case in waiting[:MOST_WAITING]],
        "more": len(waiting) > MOST_WAITING,
        "slice": (found := slice_of(find_cases(request.GET), request)),
        "cases": [case_page.line_of(case, user) for case in found.rows],
        "may_propose": Right.PROPOSE_VOIDS in rights_of(user),
        "export": export_query(request),
    }
    return render_staff(request, "compliance/voids/list.html", context)


class _Propose(StaffFormPage[F]):
    opens = (Right.PROPOSE_VOIDS,)
    template_name = "compliance/voids/propose.html"

    @property
    def of(self) -> VoidCase | None:
        return None

    @property
    def kind(self) -> CaseKind:
        return CaseKind.VOID

    def act(self, form: F) -> HttpResponse:
        """Show the effect of a valid form; propose it once it was shown."""
        if self.request.POST.get("step") != "propose":
            return self.draw(form=form)
        given, of = form.cleaned_data, self.of
        asked = VoidProposal(
            kind=self.kind,
            reason=CaseReason(of.reason if of else given["reason"]),
            evidence=given["evidence"],
            choice=form.choice,
            seen=given["seen"],
            key=case_page.key_of(form, self.user),
            of=of,
        )
        made = approval.propose_case(asked, self.user)
        text = _("%(number)s waits for another person's approval. Nothing has moved yet.")
        told = text % {"number": made.number}
        return self.done(told, "voids:case", made.public_id, level=messages.WARNING)

    def form_refused(self, form: F, refusal: Refusal) -> HttpResponse:
        if isinstance(refusal, SentBefore):  # sent again, it is a new proposal
            case_page.fill(form, "key", str(uuid4()))
        return super().form_refused(form, refusal)

    def draw(self, status: HTTPStatus = HTTPStatus.OK, **context: Any) -> HttpResponse:
        """Render the form with the hands it finds and the effect on them."""
        form: F = context.pop("form", None) or self.get_form()
        try:
            preview = case_page.preview(form, self.kind, self.of)
        except Refusal as refusal:
            preview, status = None, explain(form, refusal)
        if preview:
            rounds = round_things(line.round.public_id for line in preview.lines)
            record_views(self.user, preview.people, "void", *rounds)
        return super().draw(
            status,
            title=case_page.title_of_proposal(self.kind, self.of),
            form=form,
            kind=self.kind,
            of=self.of,
            preview=preview,
            seen=bool(preview and preview.figures and not preview.figures.idle),
        )


class NewCase(_Propose[ProposeForm]):
    """Propose a void: choose hands and reason, preview the effect."""

    def get_initial(self) -> dict[str, Any]:
        return {} if self.sent else case_page.asked_for(self.request.GET)


class Follow(_Propose[FollowForm]):
    """Propose a follow-up (undo, release, collect) after a preview of its effect."""

    @cached_property
    def of(self) -> VoidCase:
        of = found_or_404(case_of(self.kwargs["case_id"]))
        if not case_page.may_be_followed(of):
            raise Http404
        return of

    @property
    def kind(self) -> CaseKind:
        return found_or_404(case_page.following(self.kwargs["kind"]))


class CasePage(StaffPage):
    """One case: evidence, hands, postings, history, and the actions open to this person."""

    opens = (Right.VIEW_VOIDS,)
    template_name = "compliance/voids/case.html"

    @cached_property
    def one(self) -> VoidCase:
        return found_or_404(case_of(self.kwargs["case_id"]))

    def get_context_data(self, **kwargs: Any) -> dict[str, Any]:
        shown = case_page.case_page(self.one, self.user, self.rights, self.request.GET)
        rounds = round_things(line.round.public_id for line in shown["lines"])
        case = (Look.Kind.CASE, self.one.public_id)
        record_views(self.user, shown["people"], "void", case, *rounds)
        return super().get_context_data(**shown, form=self.keep_given(CaseNoteForm), **kwargs)

    def told(self, text: str) -> HttpResponse:
        """Redirect to the case with a message."""
        return self.done(text % {"number": self.one.number}, "voids:case", self.one.public_id)


@staff_page(Right.VIEW_VOIDS)
@require_safe
def progress(request: HttpRequest, case_id: UUID) -> HttpResponse:
    """Fragment with the progress of a case; refreshes the page when the case ends."""
    one = found_or_404(case_of(case_id))
    context = {"case": one, "progress": count_progress(one)}
    answer = render(request, "compliance/voids/_progress.html", context)
    if one.state != CaseState.APPROVED:
        answer["HX-Refresh"] = "true"
    return answer


@CasePage.takes_form(CaseDecisionForm, Right.APPROVE_VOIDS, drawn=True)
def decide(page: CasePage, form: CaseDecisionForm) -> HttpResponse:
    """Approve or refuse a case as shown."""
    pk, seen, note = page.one.pk, form.cleaned_data["seen"], form.cleaned_data["note"]
    if form.approved:
        approval.approve_case(pk, seen=seen, acting_user=page.user, note=note)
        return page.told(_("%(number)s is approved."))
    approval.refuse_case(pk, acting_user=page.user, note=note)
    return page.told(_("%(number)s is refused."))


@CasePage.takes_form(CaseNoteForm, Right.PROPOSE_VOIDS, drawn=True)
def withdraw(page: CasePage, form: CaseNoteForm) -> HttpResponse:
    """Withdraw one's own proposal."""
    approval.withdraw_case(page.one.pk, acting_user=page.user, note=form.cleaned_data["note"])
    return page.told(_("%(number)s is withdrawn."))
