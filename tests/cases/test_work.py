"""Work on cases: next, hand over, wait, decide, close, reopen, notes, contacts, documents, links."""

from datetime import timedelta
from uuid import uuid4

import pytest
from django.utils import timezone

from accounts.models.letters import Letter
from accounts.roles.refusals import NotPermitted
from accounts.roles.values import Role
from cases.models import (
    Case,
    CaseNote,
    CaseOutcome,
    CaseTopic,
    ContactChannel,
    DiaryAction,
    RequestedDocument,
    StatusStep,
)
from cases.refusals import (
    CaseLocked,
    CaseOpenAlready,
    CaseStepNotPossible,
    ContactInFuture,
    DiaryInPast,
    LinkToItself,
    NoCaseWaiting,
    UnknownAssignee,
)
from cases.services import records, work
from cases.services.records import Contact
from cases.services.returning import return_due_cases
from cases.values import LOCK
from journal.models import Event, EventKind
from journal.refusals import NotFound, ReasonMissing, SentBefore
from tests.accounts.staff import staff
from tests.cases.flagged import analyst, guardian, manager, officer, opened, player
from tests.wallet.ledger import refused

pytestmark = pytest.mark.database


def taken(by: object = None) -> Case:
    """Return a case of Ana's that the analyst works on."""
    nora = analyst()
    case = opened(player(), "CC1")
    return work.assign_case(case.public_id, assignee=nora.pk, acting_user=nora)


def test_next_takes_the_most_urgent_visible_case_and_locks_it() -> None:
    first, second = opened(player(), "CC1", score=60), opened(player("bea"), "CC1", score=90)
    opened(player("cid"), "AML1", kind=CaseTopic.LAUNDERING, score=100)
    nora, noel = analyst(), analyst("noel")
    case = work.take_next(nora)
    assert case.pk == second.pk
    assert case.assignee == nora
    assert case.locked_until is not None
    assert case.locked_until - timezone.now() <= LOCK
    assert work.take_next(nora).pk == second.pk  # pressed twice
    assert work.take_next(noel).pk == first.pk
    with refused(NoCaseWaiting):
        work.take_next(analyst("nino"))
    for role in (Role.OPERATOR, Role.CASHIER, Role.AUDITOR, Role.ADMINISTRATOR):
        with pytest.raises(NotPermitted):
            work.take_next(staff(role))


def test_a_lock_that_ran_out_returns_the_case_but_work_keeps_it() -> None:
    nora, noel = analyst(), analyst("noel")
    opened(player(), "CC1")
    case = work.take_next(nora)
    with refused(CaseLocked):
        work.assign_case(case.public_id, assignee=noel.pk, acting_user=noel)
    later = timezone.now() + LOCK + timedelta(seconds=1)
    assert return_due_cases(timezone.now()) == 0
    assert return_due_cases(later) == 1
    assert return_due_cases(later) == 0
    case.refresh_from_db()
    assert (case.status, case.assignee, case.locked_until) == ("new", None, None)
    case = work.take_next(noel)
    records.write_note(case.public_id, "begun", key=uuid4(), acting_user=noel)
    assert return_due_cases(later) == 0
    case.refresh_from_db()
    assert (case.status, case.assignee) == ("assigned", noel)


def test_a_case_is_handed_over_to_somebody_who_may_see_it() -> None:
    case, noel = taken(), analyst("noel")
    for stranger in (staff(Role.CASHIER), guardian(), player("bea")):
        with refused(UnknownAssignee):
            work.assign_case(case.public_id, assignee=stranger.pk, acting_user=analyst())
    work.assign_case(case.public_id, assignee=noel.pk, acting_user=analyst(), reason="holiday")
    with refused(CaseLocked):
        work.decide_case(
            case.public_id, outcome=CaseOutcome.CLEARED, acting_user=analyst(), reason="mine"
        )


def test_waiting_for_the_player_ends_on_its_date() -> None:
    case, nora, now = taken(), analyst(), timezone.now()
    for until in (now - timedelta(days=1), now + timedelta(days=91)):
        with refused(DiaryInPast):
            work.wait_for_player(
                case.public_id, until=until, then=DiaryAction.REMIND, acting_user=nora, reason="x"
            )
    for then, status, assignee in (
        (DiaryAction.REMIND, "assigned", nora),
        (DiaryAction.ESCALATE, "new", None),
    ):
        until = timezone.now() + timedelta(days=3)
        work.wait_for_player(
            case.public_id, until=until, then=then, acting_user=nora, reason="passport asked for"
        )
        assert return_due_cases(timezone.now()) == 0
        assert return_due_cases(until) == 1
        case.refresh_from_db()
        assert (case.status, case.assignee, case.diary_at) == (status, assignee, None)


def test_a_case_is_decided_closed_and_reopened_with_reasons() -> None:
    case, nora = taken(), analyst()
    with refused(ReasonMissing):
        work.decide_case(case.public_id, outcome=CaseOutcome.CLEARED, acting_user=nora, reason="")
    with refused(CaseStepNotPossible):
        work.close_case(case.public_id, acting_user=nora)
    work.decide_case(case.public_id, outcome=CaseOutcome.JUSTIFIED, acting_user=nora, reason="luck")
    case = work.close_case(case.public_id, acting_user=nora)
    assert (case.status, case.outcome, case.players.get().is_open) == ("closed", "justified", False)
    case = work.reopen_case(case.public_id, acting_user=nora, reason="new facts")
    assert (case.status, case.outcome, case.players.get().is_open) == ("reopened", "", True)
    steps = StatusStep.objects.filter(case=case).order_by("n").values_list("to_status", flat=True)
    assert list(steps) == ["new", "assigned", "decided", "closed", "reopened"]
    kinds = Event.objects.filter(subject=f"case {case.public_id}").order_by("pk")
    assert [one.kind for one in kinds] == [
        *(EventKind.CASE_OPENED, EventKind.CASE_ASSIGNED, EventKind.CASE_DECIDED),
        *(EventKind.CASE_CLOSED, EventKind.CASE_REOPENED),
    ]


def test_a_closed_case_is_not_reopened_beside_an_open_one() -> None:
    case, nora = taken(), analyst()
    work.decide_case(case.public_id, outcome=CaseOutcome.CLEARED, acting_user=nora, reason="luck")
    work.close_case(case.public_id, acting_user=nora)
    opened(case.players.get().player, "BOT1")
    with refused(CaseOpenAlready):
        work.reopen_case(case.public_id, acting_user=nora, reason="again")


def test_only_those_who_see_a_kind_work_on_it() -> None:
    case = opened(player(), "AML1", kind=CaseTopic.LAUNDERING)
    for stranger in (analyst(), guardian()):
        with refused(NotFound):
            records.write_note(case.public_id, "x", key=uuid4(), acting_user=stranger)
    for known in (officer(), manager()):
        records.write_note(case.public_id, "seen", key=uuid4(), acting_user=known)
    assert CaseNote.objects.count() == 2


def test_a_note_sent_twice_is_one_note() -> None:
    case, key = taken(), uuid4()
    for _time in range(2):
        records.write_note(case.public_id, "once", key=key, acting_user=analyst())
    assert CaseNote.objects.count() == 1
    with refused(SentBefore):
        records.write_note(case.public_id, "other", key=key, acting_user=analyst())


def test_contacts_are_recorded_in_protection_cases() -> None:
    pia = guardian()
    case = opened(player(), "HARM1", kind=CaseTopic.PROTECTION)
    contact = Contact(ContactChannel.PHONE, timezone.now(), "plays to forget", "a limit of 50")
    made = records.record_contact(case.public_id, contact, key=uuid4(), acting_user=pia)
    assert (made.said, made.agreed, made.acting_user) == ("plays to forget", "a limit of 50", pia)
    soon = Contact(ContactChannel.PHONE, timezone.now() + timedelta(hours=1), "x", "y")
    with refused(ContactInFuture):
        records.record_contact(case.public_id, soon, key=uuid4(), acting_user=pia)
    other = taken()
    with refused(CaseStepNotPossible):
        records.record_contact(other.public_id, contact, key=uuid4(), acting_user=analyst())


def test_documents_are_asked_for_by_letter_with_the_same_words_in_every_case() -> None:
    nora, lena, key = analyst(), officer(), uuid4()
    case = taken()
    for _time in range(2):
        records.request_documents(
            case.public_id, RequestedDocument.FUNDS, key=key, acting_user=nora
        )
    laundering = opened(player("bea"), "AML1", kind=CaseTopic.LAUNDERING)
    records.request_documents(
        laundering.public_id, RequestedDocument.FUNDS, key=uuid4(), acting_user=lena
    )
    one, other = Letter.objects.filter(kind=Letter.Kind.DOCUMENTS).order_by("pk")
    assert (one.kind, one.words, one.about) == (other.kind, other.words, other.about)


def test_cases_are_linked_once() -> None:
    case, nora = taken(), analyst()
    other = opened(player("bea"), "CC1")
    hidden = opened(player("cid"), "AML1", kind=CaseTopic.LAUNDERING)
    for number in (case.pk, 999_999, hidden.pk):
        with refused(LinkToItself):
            records.link_cases(case.public_id, number, acting_user=nora, reason="same street")
    one = records.link_cases(case.public_id, other.pk, acting_user=nora, reason="same street")
    assert records.link_cases(other.public_id, case.pk, acting_user=nora, reason="again") == one


def test_a_draft_of_a_report_keeps_its_versions() -> None:
    lena = officer()
    case = opened(player(), "AML1", kind=CaseTopic.LAUNDERING)
    records.draft_report(case.public_id, "first", seen=0, acting_user=lena)
    records.draft_report(case.public_id, "second", seen=1, acting_user=lena)
    with refused(SentBefore):
        records.draft_report(case.public_id, "third", seen=1, acting_user=lena)
    assert list(case.drafts.order_by("n").values_list("n", "text")) == [(1, "first"), (2, "second")]


def test_saved_views_are_ones_own_and_at_most_twenty() -> None:
    nora, noel = analyst(), analyst("noel")
    for number in range(22):
        view = records.save_view(f"view {number}", "status=late", acting_user=nora)
    records.delete_view(view.pk, acting_user=noel)
    assert type(view).objects.filter(owner=nora).count() == 20
    records.delete_view(view.pk, acting_user=nora)
    assert type(view).objects.filter(owner=nora).count() == 19
