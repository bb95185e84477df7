"""The back office's pages about cases that void hands: the list, a proposal, a case and what is decided about it."""

from http import HTTPStatus
from uuid import UUID, uuid4

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from accounts.audit.services import record_views, round_things
from accounts.models.audit_views import Look
from accounts.roles.selectors import rights_of
from accounts.roles.values import Right
from accounts.staff.views.back_office import read_verdict, render_staff, staff_of, staff_page
from compliance.models import CaseKind, CaseReason, CaseState, VoidCase
from compliance.voids.forms import CaseNoteForm, CasesForm, FollowForm, ProposeForm
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
from pages.answers import see_other
from pages.lists import export_query, slice_of
from pages.refused import explain

READ_OR_SENT = ["GET", "HEAD", "POST"]
_UNREADABLE = HTTPStatus.UNPROCESSABLE_ENTITY


@staff_page(Right.VIEW_VOIDS)
@require_safe
def cases(request: HttpRequest) -> HttpResponse:
    """What is open, and all cases, the newest first."""
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


@staff_page(Right.PROPOSE_VOIDS)
@require_http_methods(READ_OR_SENT)
def new(request: HttpRequest) -> HttpResponse:
    """Choose hands and a reason, look at what it would do, and propose it."""
    if request.method != "POST":
        return _ask(request, ProposeForm(initial=case_page.asked_for(request.GET)), CaseKind.VOID)
    form = ProposeForm(request.POST)
    if not form.is_valid():
        return _ask(request, form, CaseKind.VOID, status=_UNREADABLE)
    return _looked_at(request, form, CaseKind.VOID)


@staff_page(Right.PROPOSE_VOIDS)
@require_http_methods(READ_OR_SENT)
def follow(request: HttpRequest, case_id: UUID, kind: str) -> HttpResponse:
    """Look at what undoing, releasing or collecting would do, and propose it."""
    of, what = _case(case_id), case_page.following(kind)
    if what is None or not case_page.may_be_followed(of):
        raise Http404
    if request.method != "POST":
        return _ask(request, FollowForm(), what, of)
    form = FollowForm(request.POST)
    if not form.is_valid():
        return _ask(request, form, what, of, status=_UNREADABLE)
    return _looked_at(request, form, what, of)


def _looked_at(
    request: HttpRequest, form: ProposeForm | FollowForm, kind: CaseKind, of: VoidCase | None = None
) -> HttpResponse:
    """Show what a valid form would do; where it was looked at already, propose it."""
    if request.POST.get("step") != "propose":
        return _ask(request, form, kind, of)
    reason = CaseReason(of.reason if of else form.cleaned_data["reason"])
    asked = VoidProposal(
        kind=kind,
        reason=reason,
        evidence=form.cleaned_data["evidence"],
        choice=form.choice,
        seen=form.cleaned_data["seen"],
        key=case_page.key_of(form, staff_of(request)),
        of=of,
    )
    try:
        made = approval.propose_case(asked, staff_of(request))
    except Refusal as refusal:
        explain(form, refusal)
        if isinstance(refusal, SentBefore):  # sent again it is a proposal of its own
            case_page.fill(form, "key", str(uuid4()))
        return _ask(request, form, kind, of, status=refusal.status)
    told = _("%(number)s waits for another person's approval. Nothing has moved yet.")
    messages.warning(request, told % {"number": made.number})
    return see_other("voids:case", made.public_id)


def _ask(
    request: HttpRequest,
    form: ProposeForm | FollowForm,
    kind: CaseKind,
    of: VoidCase | None = None,
    *,
    status: HTTPStatus = HTTPStatus.OK,
) -> HttpResponse:
    """Draw the form with the hands that it finds, and what would be done with them."""
    try:
        preview = case_page.preview(form, kind, of)
    except Refusal as refusal:
        preview, status = None, explain(form, refusal)
    if preview:
        rounds = round_things(line.round.public_id for line in preview.lines)
        record_views(staff_of(request), preview.people, "void", *rounds)
    context = {
        "title": case_page.title_of_proposal(kind, of),
        "form": form,
        "kind": kind,
        "of": of,
        "preview": preview,
        "seen": bool(preview and preview.figures and not preview.figures.idle),
    }
    return render_staff(request, "compliance/voids/propose.html", context, status=status)


@staff_page(Right.VIEW_VOIDS)
@require_safe
def case(request: HttpRequest, case_id: UUID) -> HttpResponse:
    """One case: what shows it, its hands, every posting, its history, and what this person may do."""
    return _draw(request, _case(case_id))


def _draw(
    request: HttpRequest,
    one: VoidCase,
    form: CaseNoteForm | None = None,
    *,
    status: HTTPStatus = HTTPStatus.OK,
) -> HttpResponse:
    user = staff_of(request)
    context = case_page.case_page(one, user, rights_of(user), request.GET)
    context["form"] = form or CaseNoteForm()
    rounds = round_things(line.round.public_id for line in context["lines"])
    record_views(user, context["people"], "void", (Look.Kind.CASE, one.public_id), *rounds)
    return render_staff(request, "compliance/voids/case.html", context, status=status)


@staff_page(Right.VIEW_VOIDS)
@require_safe
def progress(request: HttpRequest, case_id: UUID) -> HttpResponse:
    """How far a case is carried out; when it is, the page is fetched anew."""
    one = _case(case_id)
    context = {"case": one, "progress": count_progress(one)}
    answer = render(request, "compliance/voids/_progress.html", context)
    if one.state != CaseState.APPROVED:
        answer["HX-Refresh"] = "true"
    return answer


@staff_page(Right.APPROVE_VOIDS)
@require_POST
def decide(request: HttpRequest, case_id: UUID) -> HttpResponse:
    """Approve or refuse a case as it was shown."""
    one, form = _case(case_id), CaseNoteForm(request.POST)
    approved = read_verdict(request)
    if not form.is_valid():
        return _draw(request, one, form, status=_UNREADABLE)
    seen, note = form.cleaned_data["seen"], form.cleaned_data["note"]
    acting_user = staff_of(request)
    try:
        if approved:
            approval.approve_case(one.pk, seen=seen, acting_user=acting_user, note=note)
        else:
            approval.refuse_case(one.pk, acting_user=acting_user, note=note)
    except Refusal as refusal:
        return _refused(request, one, form, refusal)
    told = _("%(number)s is approved.") if approved else _("%(number)s is refused.")
    messages.success(request, told % {"number": one.number})
    return see_other("voids:case", one.public_id)


@staff_page(Right.PROPOSE_VOIDS)
@require_POST
def withdraw(request: HttpRequest, case_id: UUID) -> HttpResponse:
    """Take one's own proposal back."""
    one, form = _case(case_id), CaseNoteForm(request.POST)
    if not form.is_valid():
        return _draw(request, one, form, status=_UNREADABLE)
    try:
        approval.withdraw_case(
            one.pk, acting_user=staff_of(request), note=form.cleaned_data["note"]
        )
    except Refusal as refusal:
        return _refused(request, one, form, refusal)
    messages.success(request, _("%(number)s is withdrawn.") % {"number": one.number})
    return see_other("voids:case", one.public_id)


def _refused(
    request: HttpRequest, one: VoidCase, form: CaseNoteForm, refusal: Refusal
) -> HttpResponse:
    """The case as it stands now, and why nothing was done."""
    return _draw(request, _case(one.public_id), form, status=explain(form, refusal))


def _case(case_id: UUID) -> VoidCase:
    found = case_of(case_id)
    if found is None:
        raise Http404
    return found
