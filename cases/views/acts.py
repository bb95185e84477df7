"""What staff do in a case, each a form that is posted to its own address."""

from typing import Any
from uuid import UUID

from django.contrib import messages
from django.http import HttpResponse, HttpResponseBase
from django.utils.translation import gettext as _, gettext_lazy

from accounts.roles.values import Right
from cases.forms import (
    AssignForm,
    CaseReasonForm,
    ContactForm,
    DecideForm,
    DocumentsForm,
    DraftForm,
    LinkForm,
    NoteForm,
    RestrictPlayForm,
    WaitForm,
)
from cases.models import CaseOutcome, ContactChannel, DiaryAction, RequestedDocument
from cases.selectors.case_page import find_case
from cases.services import holds, records, restrictions, voids, work
from cases.services.records import Contact
from cases.views.case_page import CaseworkPage
from compliance.models import CaseReason
from compliance.voids.forms import ProposeVoidForm
from compliance.voids.services.approval import VoidProposal
from compliance.voids.views import case_page as void_page
from compliance.voids.views.cases import NewCasePage
from pages.answers import require_found

_WORK = Right.WORK_CASES


def _done(page: CaseworkPage, words: str) -> HttpResponse:
    return page.redirect_with_message(words, "cases:case", page.kwargs["case_id"])


@CaseworkPage.form_view(AssignForm, _WORK, Right.APPROVE_CASES, unread=None)
def assign(page: CaseworkPage, form: AssignForm) -> HttpResponse:
    """Assign the case, or hand it over."""
    data = form.cleaned_data
    work.assign_case(
        page.kwargs["case_id"],
        assignee=data["assignee"],
        acting_user=page.user,
        reason=data["reason"],
    )
    return _done(page, _("The case is assigned."))


@CaseworkPage.form_view(WaitForm, _WORK, drawn=True)
def wait(page: CaseworkPage, form: WaitForm) -> HttpResponse:
    """Let the case wait for the player."""
    data = form.cleaned_data
    work.wait_for_player(
        page.kwargs["case_id"],
        until=data["diary_at"],
        then=DiaryAction(data["then"]),
        acting_user=page.user,
        reason=data["reason"],
    )
    return _done(page, _("The case waits for the player."))


@CaseworkPage.form_view(DecideForm, _WORK, drawn=True)
def decide(page: CaseworkPage, form: DecideForm) -> HttpResponse:
    """Decide the case."""
    data = form.cleaned_data
    work.decide_case(
        page.kwargs["case_id"],
        outcome=CaseOutcome(data["outcome"]),
        acting_user=page.user,
        reason=data["reason"],
    )
    return _done(page, _("The case is decided. Close it once nothing is left to do."))


@CaseworkPage.form_view(CaseReasonForm, _WORK)
def close(page: CaseworkPage, form: CaseReasonForm) -> HttpResponse:
    """Close the decided case."""
    work.close_case(
        page.kwargs["case_id"], acting_user=page.user, reason=form.cleaned_data["reason"]
    )
    return _done(page, _("The case is closed."))


@CaseworkPage.form_view(CaseReasonForm, _WORK)
def reopen(page: CaseworkPage, form: CaseReasonForm) -> HttpResponse:
    """Reopen the closed case."""
    work.reopen_case(
        page.kwargs["case_id"], acting_user=page.user, reason=form.cleaned_data["reason"]
    )
    return _done(page, _("The case is open again."))


@CaseworkPage.form_view(NoteForm, _WORK, Right.APPROVE_CASES, drawn=True)
def write_note(page: CaseworkPage, form: NoteForm) -> HttpResponse:
    """Write a note."""
    records.write_note(
        page.kwargs["case_id"],
        form.cleaned_data["text"],
        key=form.idempotency_key,
        acting_user=page.user,
    )
    return _done(page, _("The note is saved."))


@CaseworkPage.form_view(LinkForm, _WORK, drawn=True)
def link(page: CaseworkPage, form: LinkForm) -> HttpResponse:
    """Link the case to another one."""
    data = form.cleaned_data
    records.link_cases(
        page.kwargs["case_id"], data["number"], acting_user=page.user, reason=data["reason"]
    )
    return _done(page, _("The cases are linked."))


@CaseworkPage.form_view(ContactForm, _WORK, drawn=True)
def record_contact(page: CaseworkPage, form: ContactForm) -> HttpResponse:
    """Record a contact with the player."""
    data = form.cleaned_data
    contact = Contact(
        ContactChannel(data["channel"]), data["happened_at"], data["said"], data["agreed"]
    )
    records.record_contact(
        page.kwargs["case_id"], contact, key=form.idempotency_key, acting_user=page.user
    )
    return _done(page, _("The contact is recorded."))


@CaseworkPage.form_view(DocumentsForm, _WORK, drawn=True)
def request_documents(page: CaseworkPage, form: DocumentsForm) -> HttpResponse:
    """Ask the player for a document."""
    what = RequestedDocument(form.cleaned_data["what"])
    records.request_documents(
        page.kwargs["case_id"], what, key=form.idempotency_key, acting_user=page.user
    )
    return _done(page, _("The player gets a letter, on the site and by email."))


@CaseworkPage.form_view(DraftForm, _WORK, drawn=True)
def draft_report(page: CaseworkPage, form: DraftForm) -> HttpResponse:
    """Save the draft of a suspicious-activity report."""
    data = form.cleaned_data
    records.draft_report(
        page.kwargs["case_id"], data["text"], seen=data["seen"], acting_user=page.user
    )
    return _done(page, _("The draft is saved."))


@CaseworkPage.form_view(CaseReasonForm, Right.HOLD_CASH)
def place_hold(page: CaseworkPage, form: CaseReasonForm) -> HttpResponse:
    """Hold the withdrawals of the case's players."""
    holds.place_hold(
        page.kwargs["case_id"], acting_user=page.user, reason=form.cleaned_data["reason"]
    )
    return _done(page, _("The withdrawals are held. Two people release them."))


@CaseworkPage.form_view(CaseReasonForm, _WORK)
def escalate(page: CaseworkPage, form: CaseReasonForm) -> HttpResponse:
    """Give the case to the compliance manager."""
    work.escalate_case(
        page.kwargs["case_id"], acting_user=page.user, reason=form.cleaned_data["reason"]
    )
    return _done(page, _("The case waits for the compliance manager."))


@CaseworkPage.form_view(RestrictPlayForm, Right.LIMIT_PLAYERS, Right.SWITCH_PLAYERS, drawn=True)
def restrict(page: CaseworkPage, form: RestrictPlayForm) -> HttpResponse:
    """Restrict a player of the case."""
    made = restrictions.restrict_player(
        page.kwargs["case_id"],
        form.restriction,
        key=form.idempotency_key,
        acting_user=page.user,
        reason=form.cleaned_data["reason"],
    )
    if made.limits is None:
        return _done(page, _("The player cannot bet at any table now."))
    return _done(page, _("The highest bet is proposed. Another person has to approve it."))


@CaseworkPage.form_view(CaseReasonForm, Right.LIMIT_PLAYERS, Right.SWITCH_PLAYERS)
def end_restriction(page: CaseworkPage, form: CaseReasonForm) -> HttpResponse:
    """End a restriction of the case."""
    made = restrictions.end_restriction(
        page.kwargs["pk"], acting_user=page.user, reason=form.cleaned_data["reason"]
    )
    if made.limits is None:
        return _done(page, _("The restriction is ended."))
    return _done(page, _("The former highest bet is proposed. Another person has to approve it."))


class CaseVoidPage(NewCasePage):
    """Propose a void of rounds of a case; another person approves it with the other voids."""

    title = gettext_lazy("Propose a void")

    def dispatch(self, *args: Any, **kwargs: Any) -> HttpResponseBase:
        """Raise Http404 for an unknown case, and for one that the reader may not see."""
        require_found(find_case(self.kwargs["case_id"], self.rights))
        return super().dispatch(*args, **kwargs)

    def process_form(self, form: ProposeVoidForm) -> HttpResponse:
        """Show the effect of a valid form; propose it once it was shown."""
        case_id: UUID = self.kwargs["case_id"]
        voids.require_voidable(case_id, form.choice, acting_user=self.user)
        if self.request.POST.get("step") != "propose":
            return self.render_page(form=form)
        data: dict[str, Any] = form.cleaned_data
        proposal = VoidProposal(
            kind=self.kind,
            reason=CaseReason(data["reason"]),
            evidence=data["evidence"],
            choice=form.choice,
            seen=data["seen"],
            key=void_page.derive_case_key(form, self.user),
        )
        made = voids.propose_void(case_id, proposal, acting_user=self.user)
        text = _("%(number)s needs another person's approval. Nothing has moved yet.")
        return self.redirect_with_message(
            text % {"number": made.number}, "cases:case", case_id, level=messages.WARNING
        )
