"""Void cases: one person proposes with evidence, another approves what was shown, and only then money moves."""

from dataclasses import replace
from datetime import timedelta
from typing import Any
from uuid import uuid4

import pytest
from django.utils import timezone
from psycopg import Connection

from accounts.roles.refusals import NotPermitted
from accounts.roles.values import Role
from approvals.refusals import NotProposer
from blackjack.deal import Deal
from casino.models import Notice, Round, Void
from casino.play.services.betting import place_bet
from casino.refusals import VoidRefused
from compliance.models import CaseKind, CaseReason, VoidCase
from compliance.voids import refusals
from compliance.voids.selectors import figures
from compliance.voids.selectors.hand_choice import HandChoice
from compliance.voids.services import approval, worker
from compliance.voids.services.approval import VoidProposal
from journal.models import Event
from journal.refusals import (
    AnotherPersonNeeded,
    ChangedMeanwhile,
    ReasonMissing,
    Refusal,
    SentBefore,
)
from loyalty.selectors.points import load_points
from tables.models import Table
from tests.accounts.staff import staff
from tests.casino import scenes
from tests.compliance.cases import (
    age,
    analyst,
    approved,
    decided,
    everything,
    has,
    kinds,
    manager,
    proposed,
    refused,
    seen,
    spend,
    won,
)
from wallet.ledger.models import Receivable, Transfer
from wallet.ledger.selectors.funds import balance
from wallet.money.values import Money

pytestmark = pytest.mark.database
FRAUD, MALFUNCTION, REGULATOR = (
    CaseReason.PAYMENT_FRAUD,
    CaseReason.MALFUNCTION,
    CaseReason.REGULATOR,
)


def test_a_void_by_the_regulator_takes_the_win_and_notifies_the_player() -> None:
    round_ = won()
    assert has(round_.player) == "1015.00 USD"

    case = approved(proposed(round_, reason=REGULATOR))

    assert case.state == "carried_out"
    assert has(round_.player) == "1000.00 USD"
    assert kinds(case) == ["void_proposed", "void_approved", "void_carried_out"]
    line = case.lines.get()
    assert (line.result, line.moved) == ("done", -150_000)
    assert Notice.objects.filter(round=round_, kind="voided").exists()


def test_the_points_of_a_hand_go_with_it_and_come_back_with_it() -> None:
    round_ = won()
    assert load_points(round_.player_id).balance == 1000
    case = proposed(round_)
    (shown,) = figures.calculate_case_figures(case).points
    assert (shown.change, shown.after.balance, case.lines.get().points) == (-1000, 0, -1000)

    approved(case)
    assert load_points(round_.player_id).balance == 0
    approved(proposed(kind=CaseKind.UNDO, of=case, rounds=()))
    assert load_points(round_.player_id).balance == 1000


def test_nothing_moves_before_another_person_has_approved() -> None:
    round_ = won()
    before = Transfer.objects.count()

    case = proposed(round_)

    assert (case.state, Transfer.objects.count()) == ("proposed", before)
    assert has(round_.player) == "1015.00 USD"
    assert not Void.objects.exists()


def test_a_malfunction_leaves_a_player_what_is_better() -> None:
    winner = won()
    loser = lost(winner.place.table)

    assert approved(proposed(winner, reason=MALFUNCTION)).lines.get().moved == 0
    before = balance(loser.player_id)
    case = approved(proposed(loser, reason=MALFUNCTION))

    assert case.lines.get().moved == loser.staked - (loser.returned or 0)
    assert has(loser.player) == str(before + Money.parse("10", "USD"))


def lost(table: Table) -> Round:
    """Return a hand of another player that returned nothing."""
    player = scenes.new_player("leo@example.test")
    participant = scenes.sit(player, table)
    round_ = scenes.play_out(place_bet(player, table, scenes.bet_request(participant)))
    while (round_.returned or 0) > 0:
        round_ = scenes.play_out(place_bet(player, table, scenes.bet_request(participant)))
    return round_


def test_nobody_approves_an_own_case_with_any_roles() -> None:
    both = manager()
    both.groups.add(*analyst().groups.all())
    case = proposed(won(), acting_user=both)

    refused(AnotherPersonNeeded, approval.approve_case, case.pk, seen=seen(case), acting_user=both)
    refused(AnotherPersonNeeded, approval.refuse_case, case.pk, acting_user=both, note="mine")


@pytest.mark.parametrize(
    "role", sorted(set(Role) - {Role.COMPLIANCE_ANALYST, Role.LAUNDERING_OFFICER})
)
def test_only_analysts_and_officers_propose(role: Role) -> None:
    refused(NotPermitted, proposed, won(), acting_user=staff(role))


def test_only_managers_decide_and_only_the_proposer_withdraws() -> None:
    case = proposed(won())
    other = analyst("nuria")

    refused(NotPermitted, approval.approve_case, case.pk, seen=seen(case), acting_user=other)
    refused(NotPermitted, approval.refuse_case, case.pk, acting_user=other, note="no")
    refused(NotPermitted, approval.withdraw_case, case.pk, acting_user=manager(), note="no")
    refused(NotProposer, approval.withdraw_case, case.pk, acting_user=other, note="no")


def test_evidence_and_hands_are_obligatory() -> None:
    round_ = won()

    refused(refusals.EvidenceMissing, proposed, round_, evidence="  ")
    refused(refusals.NoEligibleHands, proposed, choice=HandChoice(hands=(uuid4(),)), rounds=())


def test_a_refusal_and_a_withdrawal_need_a_reason_and_leave_the_hand_free() -> None:
    round_, nora = won(), analyst()
    first = proposed(round_)
    refused(ReasonMissing, approval.refuse_case, first.pk, acting_user=manager(), note=" ")
    approval.refuse_case(first.pk, acting_user=manager(), note="the log says otherwise")
    second = proposed(round_)
    refused(ReasonMissing, approval.withdraw_case, second.pk, acting_user=nora, note="")
    approval.withdraw_case(second.pk, acting_user=nora, note="another hand was meant")

    assert kinds(first) == ["void_proposed", "void_refused"]
    assert kinds(second) == ["void_proposed", "void_withdrawn"]
    assert has(round_.player) == "1015.00 USD"
    approved(proposed(round_))


@pytest.mark.committed
def test_an_expired_proposal_is_approved_by_nobody_and_ends_by_the_clock(
    owner_connection: Connection[Any],
) -> None:
    round_ = won()
    case = proposed(round_)
    age(owner_connection, case)
    shown = seen(case)

    refused(
        refusals.ProposalExpired, approval.approve_case, case.pk, seen=shown, acting_user=manager()
    )
    refused(
        refusals.ProposalExpired, approval.refuse_case, case.pk, acting_user=manager(), note="late"
    )
    assert approval.expire_cases(timezone.now()) == 1
    assert approval.expire_cases(timezone.now()) == 0
    assert kinds(case) == ["void_proposed", "void_expired"]
    refused(
        refusals.ProposalExpired, approval.approve_case, case.pk, seen=shown, acting_user=manager()
    )
    assert has(round_.player) == "1015.00 USD"


def test_an_unread_proposal_stays_open_until_its_time() -> None:
    proposed(won())

    assert approval.expire_cases(timezone.now() + timedelta(days=6)) == 0


def test_a_hand_is_void_once() -> None:
    round_ = won()
    approved(proposed(round_))

    refused(refusals.NoEligibleHands, proposed, round_)
    assert has(round_.player) == "1000.00 USD"


def test_a_hand_is_in_one_open_case() -> None:
    round_ = won()
    proposed(round_)

    refused(refusals.NoEligibleHands, proposed, round_)


def test_a_round_in_progress_is_no_hand_to_void() -> None:
    running = scenes.deal(scenes.ordinary)

    refused(refusals.NoEligibleHands, proposed, running)


def test_a_player_without_funds_pays_what_is_there_and_owes_the_rest() -> None:
    round_ = won()
    spend(round_.player, "1010")
    case = proposed(round_, reason=FRAUD)
    shown = figures.calculate_case_figures(case).totals[0]
    assert [str(one) for one in (shown.moved, shown.owed, shown.suspended)] == [
        "-5.00 USD",
        "20.00 USD",
        "10.00 USD",
    ]

    approved(case)

    assert has(round_.player) == "0.00 USD"
    assert Receivable.objects.get().amount == 200_000


def test_approving_needs_the_current_figures() -> None:
    round_ = won()
    case = proposed(round_)
    old = seen(case)
    spend(round_.player, "1010")

    refused(
        refusals.FiguresChanged, approval.approve_case, case.pk, seen=old, acting_user=manager()
    )
    refused(refusals.FiguresChanged, approval.approve_case, case.pk, seen="", acting_user=manager())
    approval.approve_case(case.pk, seen=seen(case), acting_user=manager())
    assert Receivable.objects.get().amount == 100_000


def test_a_balance_that_moves_no_posting_asks_nobody_again() -> None:
    round_ = won()
    case = proposed(round_)
    old = seen(case)
    spend(round_.player, "100")

    approval.approve_case(case.pk, seen=old, acting_user=manager())
    assert has(round_.player) == "900.00 USD"


def test_proposing_needs_the_current_figures() -> None:
    round_ = won()
    before = figures.calculate_figures("void", REGULATOR, [round_]).digest
    spend(round_.player, "1010")

    asked = VoidProposal(
        CaseKind.VOID, REGULATOR, "log", HandChoice((round_.public_id,)), before, uuid4()
    )
    refused(refusals.FiguresChanged, approval.propose_case, asked, analyst())


def lost_at_once(deal: Deal) -> bool:
    return deal.complete and deal.returned(1) == 0


def test_the_same_form_sent_twice_is_one_proposal() -> None:
    round_ = won()
    bea, table = scenes.new_player("bea@example.test"), scenes.ligalo()
    participant = scenes.sit(bea, table, scenes.seed_for(lost_at_once))
    other = place_bet(bea, table, scenes.bet_request(participant))
    shown, others = (
        figures.calculate_figures("void", REGULATOR, [one]).digest for one in (round_, other)
    )
    choice = HandChoice((round_.public_id,))
    sent = VoidProposal(CaseKind.VOID, REGULATOR, "log", choice, shown, uuid4())

    first = approval.propose_case(sent, analyst())
    assert approval.propose_case(sent, analyst()) == first
    other_hand = replace(sent, choice=HandChoice((other.public_id,)), seen=others)
    for changed in (replace(sent, evidence="other"), other_hand):
        refused(SentBefore, approval.propose_case, changed, analyst())
    assert VoidCase.objects.count() == 1


def test_the_same_decision_twice_counts_once() -> None:
    round_ = won()
    case = proposed(round_)
    shown = seen(case)
    approval.approve_case(case.pk, seen=shown, acting_user=manager())
    before = everything()

    approval.approve_case(case.pk, seen=shown, acting_user=manager())
    assert everything() == before
    refused(
        ChangedMeanwhile, approval.approve_case, case.pk, seen=shown, acting_user=manager("olivia")
    )
    refused(
        ChangedMeanwhile, approval.refuse_case, case.pk, acting_user=manager("olivia"), note="late"
    )
    refused(ChangedMeanwhile, approval.withdraw_case, case.pk, acting_user=analyst(), note="late")


def test_a_case_with_an_unvoidable_hand_is_not_approved(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def busy(*_: Any, **__: Any) -> int:
        raise VoidRefused("balance_moves")

    case = proposed(won())
    monkeypatch.setattr(worker, "execute_line", busy)

    error = refused(
        VoidRefused, approval.approve_case, case.pk, seen=seen(case), acting_user=manager()
    )
    assert isinstance(error, Refusal)


def test_events_name_person_case_and_amount() -> None:
    round_ = won()
    case = decided(proposed(round_), approve=True)

    told = Event.objects.get(kind="void_proposed")
    assert told.actor_id == analyst().pk
    assert told.data["hand"] == str(round_.public_id)
    assert told.data["sums"] == [
        {
            "player": round_.player_id,
            "hands": 1,
            "moved": "-15.00 USD",
            "owed": "0.00 USD",
            "suspended": "0.00 USD",
        }
    ]
    done = Event.objects.get(kind="void_carried_out")
    assert (done.actor_id, done.data["done"], done.data["refused"]) == (None, 1, 0)
    assert done.data["proposed_by"] == case.proposed_by_id
    assert Event.objects.get(kind="void_approved").actor_id == manager().pk
