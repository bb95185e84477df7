"""Restrictions from a case: a highest bet by two people, stopped play at once; ended by hand or by the outcome."""

from typing import Any
from uuid import UUID, uuid4

import pytest

from accounts.models.users import User
from accounts.roles.refusals import NotPermitted
from accounts.values.reasons import OwnReason
from cases.models import Case, CaseOutcome, CaseRestriction, CaseTopic, RestrictedPlay
from cases.refusals import (
    CaseStepNotPossible,
    DecideFirst,
    NotInCase,
    RestrictedAlreadySo,
    RestrictionEnded,
    RestrictionUndecided,
)
from cases.selectors.restrictions import list_restrictions
from cases.services import restrictions, work
from cases.services.restrictions import PlayRestriction
from journal.models import Event, EventKind
from journal.refusals import NotFound, SentBefore
from limits.models import LimitSet
from limits.selectors.sets import load_limit_set
from tables.models import Switching
from tables.refusals import Misconfigured
from tables.services.limit_sets import decide_limits
from tests.accounts.staff import inside
from tests.cases.flagged import analyst, guardian, manager, officer, opened, player
from tests.cases.papers import text_of_file
from tests.wallet.ledger import refused

pytestmark = pytest.mark.database
STAKE = 50_000  # 5 dollars


def taken(kind: CaseTopic = CaseTopic.FRAUD) -> Case:
    nora = analyst() if kind == CaseTopic.FRAUD else guardian()
    case = opened(player(), "CC1", kind=kind)
    return work.assign_case(case.public_id, assignee=nora.pk, acting_user=nora)


def person(case: Case) -> User:
    return case.players.get().player


def restrict(
    case: Case, kind: RestrictedPlay = RestrictedPlay.STAKE, **more: Any
) -> CaseRestriction:
    given = {"acting_user": analyst(), "key": uuid4(), "reason": "counts", **more}
    amount = STAKE if kind == RestrictedPlay.STAKE else None
    wanted = PlayRestriction(person(case).pk, kind, amount, accepted=True)
    return restrictions.restrict_player(case.public_id, wanted, **given)


def approve(limits: LimitSet | None, *, approved: bool = True) -> None:
    assert limits is not None
    decide_limits(limits.pk, approved=approved, reason="seen", acting_user=manager())


def highest_bet(case: Case) -> int | None:
    found = load_limit_set(person(case).pk)
    return found.max_bet if found else None


def test_a_highest_bet_is_proposed_once_and_counts_when_another_person_approves() -> None:
    case, key = taken(), uuid4()
    made = restrict(case, key=key)
    assert restrict(case, key=key) == made
    assert made.limits is not None
    # seen by more people than the case
    assert (made.limits.reason, made.reason) == (OwnReason.CASE_REVIEW, "counts")
    assert highest_bet(case) is None
    assert list_restrictions(case)[0].is_waiting
    with refused(SentBefore):
        restrict(case, RestrictedPlay.TABLES, key=key)
    with refused(RestrictionUndecided):
        restrict(case)
    with refused(DecideFirst):
        close(case, CaseOutcome.JUSTIFIED)
    approve(made.limits)
    assert highest_bet(case) == STAKE
    assert list_restrictions(case)[0].is_active
    event = Event.objects.get(kind=EventKind.CASE_RESTRICTED)
    assert (event.actor_id, event.data["kind"]) == (analyst().pk, "stake")


def close(case: Case, outcome: CaseOutcome) -> Case:
    work.decide_case(case.public_id, outcome=outcome, acting_user=analyst(), reason="seen")
    return work.close_case(case.public_id, acting_user=analyst())


def test_other_limits_stay_and_the_former_highest_bet_comes_back() -> None:
    case = taken()
    before = LimitSet.objects.create(
        player=person(case), proposed_by=analyst(), reason="x", max_bet=90_000, hands_per_day=40
    )
    approve(before)
    made = restrict(case)
    approve(made.limits)
    assert load_limit_set(person(case).pk).values == {"max_bet": STAKE, "hands_per_day": 40}  # type: ignore[union-attr]  # just approved
    end = restrictions.end_restriction(made.pk, acting_user=analyst(), reason="explained")
    assert highest_bet(case) == STAKE
    approve(end.limits)
    assert load_limit_set(person(case).pk).values == {"max_bet": 90_000, "hands_per_day": 40}  # type: ignore[union-attr]  # just approved
    with refused(RestrictionEnded):
        restrictions.end_restriction(made.pk, acting_user=analyst(), reason="again")


def test_a_refused_highest_bet_restricts_nobody() -> None:
    case = taken()
    approve(restrict(case).limits, approved=False)
    (line,) = list_restrictions(case)
    assert (line.is_refused, line.is_active, highest_bet(case)) == (True, False, None)
    assert close(case, CaseOutcome.CLEARED).status == "closed"


def test_play_stops_at_once_and_a_cleared_case_lets_it_go_on() -> None:
    case = taken()
    made = restrict(case, RestrictedPlay.TABLES)
    assert person(case).play_stopped
    with refused(RestrictedAlreadySo):
        restrict(case, RestrictedPlay.TABLES)
    assert close(case, CaseOutcome.CLEARED).status == "closed"
    assert not person(case).play_stopped
    made.refresh_from_db()
    assert (made.end.by_outcome, made.end.acting_user) == (True, analyst())
    assert list(Switching.objects.order_by("pk").values_list("stopped", "reason")) == [
        (True, OwnReason.CASE_REVIEW),
        (False, OwnReason.RESTRICTION_OVER),
    ]


@pytest.mark.parametrize("outcome", [CaseOutcome.CONFIRMED, CaseOutcome.JUSTIFIED])
def test_other_outcomes_keep_the_restriction(outcome: CaseOutcome) -> None:
    case = taken()
    made = restrict(case, RestrictedPlay.TABLES)
    assert close(case, outcome).status == "closed"
    assert person(case).play_stopped
    restrictions.end_restriction(made.pk, acting_user=manager(), reason="asked for")
    assert not person(case).play_stopped


def test_a_cleared_case_with_a_highest_bet_is_closed_once_it_is_back() -> None:
    case = taken()
    made = restrict(case)
    approve(made.limits)
    with refused(DecideFirst):
        close(case, CaseOutcome.CLEARED)
    work.decide_case(
        case.public_id, outcome=CaseOutcome.CLEARED, acting_user=analyst(), reason="seen"
    )
    made.refresh_from_db()
    assert made.end.by_outcome
    with refused(DecideFirst):
        work.close_case(case.public_id, acting_user=analyst())
    approve(made.end.limits)
    assert highest_bet(case) is None
    assert work.close_case(case.public_id, acting_user=analyst()).status == "closed"


def test_the_rights_of_limits_and_of_the_case_are_both_needed() -> None:
    case = taken()
    laundering = opened(player("bea"), "AML1", kind=CaseTopic.LAUNDERING)
    with pytest.raises(NotPermitted):
        restrict(laundering, acting_user=officer())  # who may not set limits
    with refused(NotFound):
        restrict(laundering)
    with pytest.raises(NotPermitted):
        restrict(case, RestrictedPlay.TABLES, acting_user=guardian())
    with refused(NotFound):
        restrict(case, acting_user=guardian())
    other = PlayRestriction(player("cid").pk, RestrictedPlay.TABLES)
    with refused(NotInCase):
        restrictions.restrict_player(
            case.public_id, other, key=uuid4(), acting_user=analyst(), reason="x"
        )
    close(case, CaseOutcome.INCONCLUSIVE)
    with refused(CaseStepNotPossible):
        restrict(case)
    assert not CaseRestriction.objects.exists()


@pytest.mark.parametrize("amount", [0, -1, 10**15])
def test_an_impossible_highest_bet_is_refused_and_nothing_is_left(amount: int) -> None:
    case = taken()
    wanted = PlayRestriction(person(case).pk, RestrictedPlay.STAKE, amount, accepted=True)
    with refused(Misconfigured):
        restrictions.restrict_player(
            case.public_id, wanted, key=uuid4(), acting_user=analyst(), reason="x"
        )
    assert not LimitSet.objects.exists()
    assert not CaseRestriction.objects.exists()


def test_an_event_of_a_money_laundering_case_tells_the_number_alone() -> None:
    case = opened(player(), "AML1", kind=CaseTopic.LAUNDERING)
    restrict(case, RestrictedPlay.TABLES, acting_user=manager())
    event = Event.objects.get(kind=EventKind.CASE_RESTRICTED)
    assert set(event.data) == {"number"}


def test_the_form_on_the_page_of_the_case() -> None:
    case, client = taken(), inside(analyst())
    page = client.get(f"/staff/cases/{case.public_id}/").content.decode()
    assert f"/staff/cases/{case.public_id}/restrict/" in page
    sent = {
        "player": person(case).pk,
        "kind": "stake",
        "amount": "",
        "reason": "counts",
        "accepted": "on",
        "key": uuid4(),
    }
    address = f"/staff/cases/{case.public_id}/restrict/"
    assert client.post(address, sent).status_code == 422
    assert client.post(address, {**sent, "amount": "5"}).status_code == 303
    made = CaseRestriction.objects.get()
    assert made.limits is not None
    assert made.limits.max_bet == STAKE
    approve(made.limits)
    shown = client.get(f"/staff/cases/{case.public_id}/").content.decode()
    end = f"/staff/cases/{case.public_id}/restrictions/{made.pk}/end/"
    assert end in shown
    assert "Restricted: a highest bet" in shown
    file = text_of_file(client.post(f"/staff/cases/{case.public_id}/file/").content)
    assert "Restricted: a highest bet" in file
    assert client.post(end, {"reason": "explained"}).status_code == 303
    made.refresh_from_db()
    assert UUID(str(made.key)) == sent["key"]
    assert not made.end.by_outcome
