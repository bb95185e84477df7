"""Notes, links, contacts, requests for documents, drafts of reports. All idempotent by key or content."""

from dataclasses import dataclass
from datetime import datetime
from typing import Final
from uuid import UUID

from django.db import transaction
from django.db.models import Max
from django.utils import timezone, translation

from accounts.models.letters import Letter
from accounts.models.users import User
from accounts.roles.selectors import load_rights
from accounts.roles.services import require
from accounts.roles.values import Right
from accounts.values.reasons import require_reason
from cases.models import (
    Case,
    CaseLink,
    CaseNote,
    CasePlayer,
    CaseTopic,
    ContactChannel,
    ContactRecord,
    DocumentRequest,
    ReportDraft,
    RequestedDocument,
    SavedView,
)
from cases.models.cases import LONGEST_NOTE
from cases.models.records import LONGEST_REPORT
from cases.refusals import CaseStepNotPossible, ContactInFuture, LinkToItself, TextTooLong
from cases.services.steps import lock_case, record_case_event
from cases.services.work import keep_case
from cases.values import RESTRICTED, VIEW_RIGHTS
from journal.models import EventKind
from journal.refusals import SentBefore

MOST_VIEWS: Final = 20


@transaction.atomic
def write_note(case_id: UUID, text: str, *, key: UUID, acting_user: User) -> CaseNote:
    """Write a note in a case. Raises as `lock_case`, ReasonMissing, TextTooLong, SentBefore."""
    case = lock_case(case_id, acting_user, Right.WORK_CASES, Right.APPROVE_CASES)
    text = require_reason(text, "text")
    if len(text) > LONGEST_NOTE:
        raise TextTooLong
    if found := CaseNote.objects.filter(key=key).first():
        if (found.case_id, found.acting_user_id, found.text) != (case.pk, acting_user.pk, text):
            raise SentBefore
        return found
    made = CaseNote.objects.create(key=key, case=case, text=text, acting_user=acting_user)
    _begun(case, acting_user)
    record_case_event(EventKind.CASE_NOTED, case, acting_user)
    return made


def _begun(case: Case, acting_user: User) -> None:
    """Whoever works in a locked case keeps it."""
    if case.assignee_id == acting_user.pk:
        keep_case(case)


@transaction.atomic
def link_cases(case_id: UUID, number: int, *, acting_user: User, reason: str) -> CaseLink:
    """Link two cases, once. Raises as `lock_case`, ReasonMissing, LinkToItself for an unknown case or one they may not see."""
    case = lock_case(case_id, acting_user)
    reason = require_reason(reason)
    other = Case.objects.filter(pk=number).exclude(pk=case.pk).first()
    if other is None or VIEW_RIGHTS[other.kind_of] not in load_rights(acting_user):
        raise LinkToItself
    one, later = sorted((case, other), key=lambda row: row.pk)
    made, is_new = CaseLink.objects.get_or_create(
        one=one, other=later, defaults={"reason": reason, "acting_user": acting_user}
    )
    if is_new:
        _begun(case, acting_user)
        # Events of a fraud case name its player: with the number they would tell of the other case.
        told = {} if other.kind_of in RESTRICTED else {"version": other.number}
        record_case_event(EventKind.CASE_LINKED, case, acting_user, told)
    return made


@dataclass(frozen=True, slots=True)
class Contact:
    """A contact with the player: how, when, what was said and agreed."""

    channel: ContactChannel
    happened_at: datetime
    said: str
    agreed: str


@transaction.atomic
def record_contact(
    case_id: UUID, contact: Contact, *, key: UUID, acting_user: User
) -> ContactRecord:
    """Record a contact in a protection case. Raises as `lock_case`, ReasonMissing, ContactInFuture, CaseStepNotPossible, SentBefore."""
    case = lock_case(case_id, acting_user)
    if case.kind != CaseTopic.PROTECTION:
        raise CaseStepNotPossible(detail=case.kind)
    said, agreed = require_reason(contact.said, "said"), require_reason(contact.agreed, "agreed")
    if contact.happened_at > timezone.now():
        raise ContactInFuture
    if found := ContactRecord.objects.filter(key=key).first():
        if (found.case_id, found.acting_user_id, found.said) != (case.pk, acting_user.pk, said):
            raise SentBefore
        return found
    made = ContactRecord.objects.create(
        key=key,
        case=case,
        channel=contact.channel,
        said=said,
        agreed=agreed,
        happened_at=contact.happened_at,
        acting_user=acting_user,
    )
    _begun(case, acting_user)
    record_case_event(EventKind.CASE_CONTACT_RECORDED, case, acting_user)
    return made


@transaction.atomic
def request_documents(
    case_id: UUID, what: RequestedDocument, *, key: UUID, acting_user: User
) -> DocumentRequest:
    """Ask the leading player for a document, with the same letter in every case. Raises as `lock_case`, CaseStepNotPossible, SentBefore."""
    case = lock_case(case_id, acting_user)
    if not case.is_open:
        raise CaseStepNotPossible(detail=case.status)
    if found := DocumentRequest.objects.filter(key=key).first():
        if (found.case_id, found.what) != (case.pk, what):
            raise SentBefore
        return found
    players = CasePlayer.objects.filter(case=case, is_lead=True).select_related("player")
    lead = players.first()
    if lead is None:
        raise CaseStepNotPossible(detail="no player")
    with translation.override(lead.player.language):
        words = str(what.label)
    letter = Letter.objects.create(player=lead.player, kind=Letter.Kind.DOCUMENTS, words=words)
    made = DocumentRequest.objects.create(
        key=key, case=case, letter=letter, what=what, acting_user=acting_user
    )
    _begun(case, acting_user)
    record_case_event(EventKind.CASE_DOCUMENTS_ASKED, case, acting_user)
    return made


@transaction.atomic
def draft_report(case_id: UUID, text: str, *, seen: int, acting_user: User) -> ReportDraft:
    """Save the next version of the draft of a suspicious-activity report; `seen` is the last version shown.

    Raises as `lock_case`, ReasonMissing, TextTooLong, SentBefore if another version came first.
    """
    case = lock_case(case_id, acting_user)
    text = require_reason(text, "text")
    if len(text) > LONGEST_REPORT:
        raise TextTooLong
    last = ReportDraft.objects.filter(case=case).order_by("-n").first()
    if last and last.text == text:
        return last
    if (last.n if last else 0) != seen:
        raise SentBefore
    made = ReportDraft.objects.create(case=case, n=seen + 1, text=text, acting_user=acting_user)
    _begun(case, acting_user)
    record_case_event(EventKind.CASE_REPORT_DRAFTED, case, acting_user)
    return made


def save_view(name: str, query: str, *, acting_user: User) -> SavedView:
    """Save filters of the queue under a name of one's own; the same name is replaced. The oldest of more than 20 goes."""
    require(acting_user, *VIEW_RIGHTS.values())
    name = require_reason(name, "name")
    made, _new = SavedView.objects.update_or_create(
        owner=acting_user, name=name, defaults={"query": query}
    )
    mine = SavedView.objects.filter(owner=acting_user)
    kept = mine.order_by("-pk").values_list("pk", flat=True)[:MOST_VIEWS]
    mine.exclude(pk__in=list(kept)).delete()
    return made


def delete_view(pk: int, *, acting_user: User) -> None:
    """Delete a saved view of one's own."""
    require(acting_user, *VIEW_RIGHTS.values())
    SavedView.objects.filter(pk=pk, owner=acting_user).delete()


def next_draft_number(case: Case) -> int:
    """Return the number of the last version of the draft; 0 without one."""
    return ReportDraft.objects.filter(case=case).aggregate(last=Max("n"))["last"] or 0
