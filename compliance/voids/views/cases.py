"""Back-office pages of void cases: list, proposal, case with its decision."""

from functools import cached_property
from http import HTTPStatus
from typing import Any, TypeVar
from uuid import UUID, uuid4

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext as _, gettext_lazy
from django.views.decorators.http import require_safe

from accounts.audit.services import list_viewed_rounds, record_player_views
from accounts.models.audit_views import Look
from accounts.models.users import User
from accounts.roles.selectors import load_rights
from accounts.roles.values import Right
from accounts.staff.views.back_office import render_staff, require_staff_user, staff_page
from accounts.staff.views.pages import StaffFormPage, StaffPage
from compliance.models import CaseKind, CaseReason, CaseState, VoidCase
from compliance.voids.forms import (
    CaseNoteForm,
    CasesForm,
    FollowUpForm,
    ProposeVoidForm,
)
from compliance.voids.selectors.cases import (
    MOST_WAITING,
    count_progress,
    find_case,
    find_cases,
    open_cases,
)
from compliance.voids.services import approval
from compliance.voids.services.approval import VoidProposal
from compliance.voids.views import case_page
from journal.refusals import Refusal, SentBefore
from pages.answers import require_found
from pages.lists import export_query, load_slice
from pages.refused import add_refusal_to_form

F = TypeVar("F", bound=ProposeVoidForm | FollowUpForm)


@staff_page(Right.VIEW_VOIDS)
@require_safe
def list_cases(request: HttpRequest) -> HttpResponse:
    """Open cases, oldest first, and all cases, newest first."""
    form = CasesForm(request.GET if request.GET.keys() & CasesForm.base_fields.keys() else None)
    waiting = [] if form.is_bound else open_cases()
    user = require_staff_user(request)
    context = {
        "title": _("Voids"),
        "form": form,
        "waiting": [case_page.build_case_line(case, user) for case in waiting[:MOST_WAITING]],
        "more": len(waiting) > MOST_WAITING,
        "slice": (found := load_slice(find_cases(request.GET), request)),
        "cases": [case_page.build_case_line(case, user) for case in found.rows],
        "may_propose": Right.PROPOSE_VOIDS in load_rights(user),
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

    def process_form(self, form: F) -> HttpResponse:
        """Show the effect of a valid form; propose it once it was shown."""
        if self.request.POST.get("step") != "propose":
            return self.render_page(form=form)
        given, of = form.cleaned_data, self.of
        asked = VoidProposal(
            kind=self.kind,
            reason=CaseReason(of.reason if of else given["reason"]),
            evidence=given["evidence"],
            choice=form.choice,
            seen=given["seen"],
            key=case_page.derive_case_key(form, self.user),
            of=of,
        )
        made = approval.propose_case(asked, self.user)
        text = _("%(number)s needs another person's approval. Nothing has moved yet.")
        told = text % {"number": made.number}
        return self.redirect_with_message(
            told, "voids:case", made.public_id, level=messages.WARNING
        )

    def form_refused(self, form: F, refusal: Refusal) -> HttpResponse:
        if isinstance(refusal, SentBefore):  # sent again, it is a new proposal
            case_page.replace_field_value(form, "key", str(uuid4()))
        return super().form_refused(form, refusal)

    def render_page(self, status: HTTPStatus = HTTPStatus.OK, **context: Any) -> HttpResponse:
        """Render the form with the hands it finds and the effect on them."""
        form: F = context.pop("form", None) or self.get_form()
        try:
            preview = case_page.build_preview(form, self.kind, self.of)
        except Refusal as refusal:
            preview, status = None, add_refusal_to_form(form, refusal)
        if preview:
            rounds = list_viewed_rounds(line.round.public_id for line in preview.lines)
            record_player_views(self.user, preview.people, "void", *rounds)
        return super().render_page(
            status,
            title=case_page.proposal_title(self.kind, self.of),
            form=form,
            kind=self.kind,
            of=self.of,
            preview=preview,
            seen=bool(preview and preview.figures and not preview.figures.has_no_effect),
        )


class NewCasePage(_Propose[ProposeVoidForm]):
    """Propose a void: choose hands and reason, preview the effect."""

    def get_initial(self) -> dict[str, Any]:
        return {} if self.sent else case_page.read_initial_values(self.request.GET)


class FollowUpPage(_Propose[FollowUpForm]):
    """Propose a follow-up (undo, release, collect) after a preview of its effect."""

    @cached_property
    def of(self) -> VoidCase:
        of = require_found(find_case(self.kwargs["case_id"]))
        if not of.may_be_followed:
            raise Http404
        return of

    @property
    def kind(self) -> CaseKind:
        return require_found(case_page.parse_follow_up_kind(self.kwargs["kind"]))


class CasePage(StaffPage):
    """One case: evidence, hands, postings, history, and the actions open to this person."""

    opens = (Right.VIEW_VOIDS,)
    template_name = "compliance/voids/case.html"

    @cached_property
    def case(self) -> VoidCase:
        return require_found(find_case(self.kwargs["case_id"]))

    def get_context_data(self, **kwargs: Any) -> dict[str, Any]:
        shown = case_page.build_case_context(self.case, self.user, self.rights, self.request.GET)
        rounds = list_viewed_rounds(line.round.public_id for line in shown["lines"])
        case = (Look.Kind.CASE, self.case.public_id)
        record_player_views(self.user, shown["people"], "void", case, *rounds)
        return super().get_context_data(
            **shown, form=self.refused_or_new_form(CaseNoteForm), **kwargs
        )


@staff_page(Right.VIEW_VOIDS)
@require_safe
def show_progress(request: HttpRequest, case_id: UUID) -> HttpResponse:
    """Fragment with the progress of a case; refreshes the page when the case ends."""
    one = require_found(find_case(case_id))
    context = {"case": one, "progress": count_progress(one)}
    answer = render(request, "compliance/voids/_progress.html", context)
    if one.state != CaseState.APPROVED:
        answer["HX-Refresh"] = "true"
    return answer


def _decide_case(
    case_id: UUID, *, approved: bool, reason: str, acting_user: User, seen: str
) -> VoidCase:
    pk = require_found(find_case(case_id)).pk
    if approved:
        return approval.approve_case(pk, seen=seen, acting_user=acting_user, note=reason)
    return approval.refuse_case(pk, acting_user=acting_user, note=reason)


decide = CasePage.decision_view(
    Right.APPROVE_VOIDS,
    _decide_case,
    lambda case_id: {"case_id": case_id},
    approved=gettext_lazy("The case is approved."),
    refused=gettext_lazy("The proposal is refused."),
    back=lambda case: reverse("voids:case", args=[case.public_id]),
    fields=("seen",),
)


@CasePage.form_view(CaseNoteForm, Right.PROPOSE_VOIDS, drawn=True)
def withdraw(page: CasePage, form: CaseNoteForm) -> HttpResponse:
    """Withdraw one's own proposal."""
    approval.withdraw_case(page.case.pk, acting_user=page.user, note=form.cleaned_data["note"])
    told = _("%(number)s is withdrawn.") % {"number": page.case.number}
    return page.redirect_with_message(told, "voids:case", page.case.public_id)
