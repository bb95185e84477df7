"""A case given to the compliance manager: who may, until when, who takes it, and what the others see."""

from datetime import timedelta

import pytest
from django.utils import timezone

from cases.models import Case, CaseTopic, DiaryAction, StatusStep
from cases.refusals import CaseEscalated, CaseLocked, CaseStepNotPossible, NoCaseWaiting
from cases.selectors.queue import case_queues
from cases.services import work
from cases.services.returning import return_due_cases
from journal.models import Event, EventKind
from journal.refusals import NotFound, ReasonMissing
from tests.accounts.staff import inside
from tests.cases.flagged import analyst, guardian, manager, opened, player
from tests.wallet.ledger import refused

pytestmark = pytest.mark.database


def taken() -> Case:
    nora = analyst()
    case = opened(player(), "CC1")
    return work.assign_case(case.public_id, assignee=nora.pk, acting_user=nora)


def escalated(case: Case | None = None) -> Case:
    given = case or taken()
    return work.escalate_case(given.public_id, acting_user=analyst(), reason="above my rights")


def waiting() -> int:
    return next(one.rows.count() for one in case_queues() if one.key == "escalated_cases")


def test_a_case_is_given_to_the_manager_with_a_reason_and_a_due_time() -> None:
    case = taken()
    with refused(ReasonMissing):
        work.escalate_case(case.public_id, acting_user=analyst(), reason=" ")
    with refused(CaseLocked):
        work.escalate_case(case.public_id, acting_user=analyst("noel"), reason="not mine")
    with refused(NotFound):
        work.escalate_case(case.public_id, acting_user=guardian(), reason="unseen")
    case = escalated(case)
    assert (case.status, case.assignee, case.locked_until) == ("new", None, None)
    assert case.escalated_at is not None
    assert case.due_at - timezone.now() <= timedelta(hours=24)
    step = StatusStep.objects.filter(case=case).latest("n")
    assert (step.escalates, step.acting_user, step.reason) == (True, analyst(), "above my rights")
    event = Event.objects.get(kind=EventKind.CASE_ESCALATED)
    assert (event.actor_id, event.severity) == (analyst().pk, "notice")
    with refused(CaseStepNotPossible):
        work.escalate_case(case.public_id, acting_user=analyst(), reason="again")
    assert waiting() == 1


def test_managers_alone_take_it_and_hand_it_back() -> None:
    case, noel, marta = escalated(), analyst("noel"), manager()
    with refused(NoCaseWaiting):
        work.take_next(noel)
    with refused(CaseEscalated):
        work.assign_case(case.public_id, assignee=noel.pk, acting_user=noel)
    assert work.take_next(marta) == case
    case.refresh_from_db()
    assert (case.escalated_at, waiting()) == (None, 0)
    work.assign_case(case.public_id, assignee=noel.pk, acting_user=marta, reason="propose a limit")
    case.refresh_from_db()
    assert case.assignee == noel


def test_a_case_is_not_due_later_than_before() -> None:
    case = opened(player(), "CC1", score=90)
    before = case.due_at
    nora = analyst()
    work.assign_case(case.public_id, assignee=nora.pk, acting_user=nora)
    assert work.escalate_case(case.public_id, acting_user=nora, reason="x").due_at <= before


def test_the_diary_gives_a_case_to_the_manager() -> None:
    case, until = taken(), timezone.now() + timedelta(days=2)
    work.wait_for_player(
        case.public_id,
        until=until,
        then=DiaryAction.ESCALATE,
        acting_user=analyst(),
        reason="papers",
    )
    assert return_due_cases(until) == 1
    case.refresh_from_db()
    assert (case.status, case.escalated_at is not None) == ("new", True)
    assert Event.objects.get(kind=EventKind.CASE_ESCALATED).actor_id is None


def test_the_page_and_the_filter_show_it() -> None:
    case, client = taken(), inside(analyst())
    address = f"/staff/cases/{case.public_id}/"
    assert client.post(f"{address}escalate/", {"reason": "above my rights"}).status_code == 303
    page = client.get(address).content.decode()
    assert "With the manager since" in page
    queue = client.get("/staff/cases/?status=escalated").content.decode()
    assert str(case.public_id) in queue
    other = opened(player("bea"), "CC1", kind=CaseTopic.FRAUD)
    assert str(other.public_id) not in client.get("/staff/cases/?status=escalated").content.decode()
