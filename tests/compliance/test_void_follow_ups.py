"""Follow-ups of a void: undo, return or keep the stakes, collect what is owed."""

from uuid import uuid4

import pytest

from casino.models import Notice, Void
from casino.refusals import VoidRefused
from casino.voids.services import voiding
from compliance.models import CaseKind, CaseReason, DisputeOutcome
from compliance.voids import refusals
from compliance.voids.services import approval
from journal.models import Event
from journal.refusals import AnotherPersonNeeded
from tests.compliance.cases import (
    analyst,
    another,
    approved,
    has,
    kinds,
    manager,
    pay_in,
    proposed,
    refused,
    seen,
    spend,
    won,
)
from tests.compliance.disputed import answered, disputed
from wallet.ledger.models import Receivable

pytestmark = pytest.mark.database


def test_an_undoing_is_a_case_of_its_own_and_gives_back_what_was_taken() -> None:
    round_ = won()
    first = approved(proposed(round_))
    nuria = analyst("nuria")

    undo = proposed(kind=CaseKind.UNDO, of=first, acting_user=nuria, rounds=())
    assert has(round_.player) == "1000.00 USD"
    approved(undo)

    assert has(round_.player) == "1015.00 USD"
    assert kinds(undo)[-1] == "void_undone"
    assert Notice.objects.filter(round=round_, kind="undo").exists()
    refused(refusals.NoEligibleHands, proposed, kind=CaseKind.UNDO, of=first, rounds=())
    again = approved(proposed(round_))
    assert (again.state, has(round_.player)) == ("carried_out", "1000.00 USD")


def test_the_proposer_of_a_void_cannot_approve_undoing_it() -> None:
    nora, marta = analyst(), manager()
    first = approved(proposed(won()))
    nora.groups.add(*marta.groups.all())
    undo = proposed(kind=CaseKind.UNDO, of=first, acting_user=analyst("nuria"), rounds=())

    refused(AnotherPersonNeeded, approval.approve_case, undo.pk, seen=seen(undo), acting_user=nora)
    approved(undo)


def test_the_proposer_of_a_void_cannot_refuse_undoing_it() -> None:
    nora, marta = analyst(), manager()
    first = approved(proposed(won()))
    nora.groups.add(*marta.groups.all())
    undo = proposed(kind=CaseKind.UNDO, of=first, acting_user=analyst("nuria"), rounds=())

    refused(
        AnotherPersonNeeded, approval.refuse_case, undo.pk, acting_user=nora, note="it was right"
    )
    approval.refuse_case(undo.pk, acting_user=marta, note="it was right")


def test_suspended_stakes_go_back_or_stay_by_two_people_once() -> None:
    first = won()
    second = another(first.place.table)
    back = approved(proposed(first, reason=CaseReason.PAYMENT_FRAUD))
    kept = approved(proposed(second, reason=CaseReason.PAYMENT_FRAUD))
    before = has(second.player)

    assert kinds(approved(proposed(kind=CaseKind.RETURN, of=back, rounds=())))[-1] == (
        "void_stakes_released"
    )
    approved(proposed(kind=CaseKind.KEEP, of=kept, rounds=()))

    assert has(first.player) == "1000.00 USD"
    assert has(second.player) == before
    for case in (back, kept):
        refused(refusals.NoEligibleHands, proposed, kind=CaseKind.RETURN, of=case, rounds=())
        refused(refusals.NoEligibleHands, proposed, kind=CaseKind.KEEP, of=case, rounds=())


def test_collecting_a_debt_needs_two_people() -> None:
    round_ = won()
    spend(round_.player, "1015")
    first = approved(proposed(round_))
    assert Receivable.objects.get().amount == 150_000
    pay_in(round_.player, "5")

    part = approved(proposed(kind=CaseKind.COLLECT, of=first, rounds=()))

    assert part.lines.get().moved == -50_000
    told = Event.objects.get(kind="void_debt_collected", subject=f"void {part.number}")
    sums = [{"player": round_.player_id, "hands": 1, "moved": "-5.00 USD"}]
    said = {"case": str(part.public_id), "of": first.number, "done": 1, "refused": 0, "sums": sums}
    assert {name: told.data[name] for name in said} == said
    assert told.actor_id is None  # the approver is recorded in `void_approved`
    assert (has(round_.player), Receivable.objects.get().amount) == ("0.00 USD", 100_000)
    pay_in(round_.player, "50")
    approved(proposed(kind=CaseKind.COLLECT, of=first, rounds=()))
    assert (has(round_.player), Receivable.objects.count()) == ("40.00 USD", 0)
    refused(refusals.NoEligibleHands, proposed, kind=CaseKind.COLLECT, of=first, rounds=())


def test_a_disputed_debt_is_not_collected_before_the_dispute_is_closed() -> None:
    round_ = won()
    spend(round_.player, "1015")
    first = approved(proposed(round_))
    pay_in(round_.player, "50")
    before = proposed(kind=CaseKind.COLLECT, of=first, rounds=())
    shown = seen(before)
    dispute = disputed(round_.player, round_=round_)

    refused(refusals.NoEligibleHands, proposed, kind=CaseKind.COLLECT, of=first, rounds=())
    refused(
        refusals.FiguresChanged, approval.approve_case, before.pk, seen=shown, acting_user=manager()
    )
    void = Void.objects.get(round=round_)
    with pytest.raises(VoidRefused) as caught:
        voiding.collect_void_debt(void.pk, case=uuid4(), acting_user=manager())
    assert caught.value.code == "debt_disputed"
    assert (has(round_.player), Receivable.objects.get().amount) == ("50.00 USD", 150_000)

    answered(dispute, outcome=DisputeOutcome.REJECTED)
    approved(before)
    assert (has(round_.player), Receivable.objects.count()) == ("35.00 USD", 0)


def test_nothing_is_collected_from_an_empty_balance() -> None:
    round_ = won()
    spend(round_.player, "1015")
    first = approved(proposed(round_))

    refused(refusals.NoEligibleHands, proposed, kind=CaseKind.COLLECT, of=first, rounds=())
    pay_in(round_.player, "5")
    approved(proposed(kind=CaseKind.COLLECT, of=first, rounds=()))
