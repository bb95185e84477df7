"""Manual corrections: money moves only after a second person approves."""

from typing import Any
from uuid import uuid4

import pytest

from accounts.models.users import User
from accounts.roles.refusals import NotPermitted
from accounts.roles.values import Role
from journal.refusals import (
    ChangedMeanwhile,
    ReasonMissing,
    Refusal,
    SentBefore,
)
from tests.accounts.staff import staff
from tests.wallet.cash import account, checked, events, just_now, person, plan_seen
from tests.wallet.ledger import funded, refused, rows, staked, usd
from tests.wallet.test_second_person import refused_because
from wallet.cash.models import Correction, CorrectionDecision, CorrectionKind
from wallet.cash.refusals import BalanceTooLow
from wallet.cash.services import corrections, withdrawals
from wallet.ledger.models import Transfer, TransferKind
from wallet.ledger.refusals import AlreadyReversed, NotReversible, UnknownPlayer
from wallet.ledger.selectors.funds import balance
from wallet.ledger.services import movements
from wallet.money.refusals import InvalidAmount
from wallet.money.values import Money

pytestmark = pytest.mark.database
ADJUST, BONUS = CorrectionKind.ADJUST, CorrectionKind.BONUS


def cashier() -> User:
    return staff(Role.CASHIER)


def manager() -> User:
    return staff(Role.COMPLIANCE_MANAGER)


def adjustment(text: str = "5.00", kind: CorrectionKind = ADJUST, **more: Any) -> Correction:
    given = {"key": uuid4(), "acting_user": cashier(), "reason": "count of 3 May", **more}
    return corrections.propose_correction(kind, person(), usd(text), **given)


def deposited(text: str = "100.00") -> int:
    return movements.credit_deposit(
        person().pk, usd(text), key=uuid4(), provider="demo"
    ).transfer_id


def reversal(transfer: int, **more: Any) -> Correction:
    given = {"key": uuid4(), "acting_user": cashier(), "reason": "typed twice", **more}
    return corrections.propose_reversal(transfer, **given)


def approve(correction: Correction, acting_user: User | None = None) -> CorrectionDecision:
    who = acting_user or manager()
    return corrections.decide_correction(
        correction.pk, approved=True, acting_user=who, reason="", seen=plan_seen(correction)
    )


def kind_of(decision: CorrectionDecision) -> str:
    assert decision.transfer is not None
    return decision.transfer.kind


def has(text: str) -> bool:
    return balance(person().pk) == usd(text)


@pytest.mark.parametrize(
    ("kind", "text", "after", "event"),
    [
        (ADJUST, "5.00", "105.00", "balance_adjusted"),
        (ADJUST, "-5.00", "95.00", "balance_adjusted"),
        (BONUS, "5.00", "105.00", "bonus_granted"),
    ],
)
def test_money_moves_when_another_person_approves(
    kind: CorrectionKind, text: str, after: str, event: str
) -> None:
    funded()
    correction = adjustment(text, kind)
    assert has("100.00")
    decision = approve(correction)
    assert has(after)
    assert kind_of(decision) == kind
    told = [events("correction_proposed"), events("correction_approved"), events(event)]
    assert told == [1, 1, 1]


def test_a_reversal_undoes_its_original_once() -> None:
    transfer = deposited()
    correction = reversal(transfer)
    assert has("100.00")
    decision = approve(correction)
    assert has("0.00")
    assert kind_of(decision) == TransferKind.REVERSE
    assert events("transfer_reversed") == 1
    worker = cashier()
    with refused(AlreadyReversed):
        reversal(transfer, acting_user=worker)


def test_two_proposals_to_undo_one_movement_are_not_taken() -> None:
    transfer, worker = deposited(), cashier()
    first = reversal(transfer)
    with refused(ChangedMeanwhile):
        reversal(transfer, acting_user=worker)
    corrections.decide_correction(
        first.pk, approved=False, acting_user=manager(), reason="it was right"
    )
    assert reversal(transfer).pk != first.pk


def test_an_approval_or_a_form_sent_twice_moves_once() -> None:
    key, boss = uuid4(), manager()
    correction = adjustment(key=key)
    assert adjustment(key=key).pk == correction.pk
    with refused(SentBefore):
        adjustment("6.00", key=key)
    approve(correction, boss)
    before = rows()
    approve(correction, boss)
    assert rows() == before
    with refused(ChangedMeanwhile):
        corrections.decide_correction(correction.pk, approved=False, acting_user=boss, reason="no")


def test_a_refused_correction_never_moves_and_keeps_its_reason() -> None:
    correction, boss = adjustment(), manager()
    with refused(ReasonMissing):
        corrections.decide_correction(correction.pk, approved=False, acting_user=boss, reason=" ")
    corrections.decide_correction(
        correction.pk, approved=False, acting_user=boss, reason="counted again"
    )
    assert has("0.00")
    with refused(ChangedMeanwhile):
        approve(correction, boss)


def test_a_low_balance_is_named_and_the_proposal_waits() -> None:
    correction, boss = reversal(deposited()), manager()
    staked(person().pk, "60.00")
    with refused(BalanceTooLow):
        approve(correction, boss)
    assert not CorrectionDecision.objects.exists()


def straight(correction: Correction, acting_user: User, text: str = "5.00") -> None:
    """Write the money and the decision directly, as the application's role could."""
    posting = movements.adjust_balance(
        person().pk, usd(text), key=uuid4(), reason="x", acting_user=acting_user.pk
    )
    CorrectionDecision.objects.create(
        proposal=correction, approved=True, decided_by=acting_user, transfer_id=posting.transfer_id
    )


def test_the_database_approves_only_with_the_very_money() -> None:
    correction, boss = adjustment(), manager()
    with refused_because("is not the money"):
        straight(correction, boss, "6.00")
    undo = reversal(deposited("5.00"))
    with refused_because("is not the money"):
        straight(undo, boss, "-5.00")
    with refused_because("is not the money"):
        CorrectionDecision.objects.create(proposal=correction, approved=True, decided_by=boss)


def test_the_database_refuses_a_reversal_of_another_transfer() -> None:
    transfer = Transfer.objects.get(pk=deposited())
    wrong = {"units": transfer.amount - 1}
    with refused_because("is not corrected so"):
        Correction.objects.create(
            **{
                "key": uuid4(),
                "kind": "reverse",
                "player_id": transfer.player_id,
                "currency_id": "USD",
                "original": transfer,
                "reason": "x",
                "proposed_by": cashier(),
                **wrong,
            }
        )


def test_rounds_withdrawals_and_play_money_are_not_reversed_here() -> None:
    funded(text="500.00")
    checked()
    staked(person().pk, "10.00")
    withdrawals.request_withdrawal(
        person(), usd("50.00"), destination=account("Banco Uno"), key=uuid4(), proof=just_now()
    )
    movements.adjust_balance(person().pk, Money.parse("5", "PLY"), key=uuid4(), reason="to learn")
    worker = cashier()
    left = Transfer.objects.exclude(kind=TransferKind.DEPOSIT).values_list("pk", flat=True)
    assert len(left) == 3
    for transfer in (*left, 10**9):
        with refused(NotReversible):
            reversal(transfer, acting_user=worker)


@pytest.mark.parametrize(
    ("kind", "text", "error"),
    [
        (ADJUST, "0", InvalidAmount),
        (BONUS, "-1.00", InvalidAmount),
    ],
)
def test_invalid_corrections_are_refused(
    kind: CorrectionKind, text: str, error: type[Refusal]
) -> None:
    worker = cashier()
    person()
    with refused(error):
        adjustment(text, kind, acting_user=worker)
    with refused(ReasonMissing):
        adjustment(acting_user=worker, reason=" ")


def test_staff_have_no_balance_to_correct() -> None:
    worker = cashier()
    with refused(UnknownPlayer):
        corrections.propose_correction(
            ADJUST, worker, usd("5.00"), key=uuid4(), acting_user=worker, reason="x"
        )


@pytest.mark.parametrize("role", list(Role))
def test_each_role_does_its_part(role: Role) -> None:
    correction, transfer, somebody = adjustment(), deposited(), staff(role, "somebody")
    before = rows()
    if role != Role.CASHIER:
        with pytest.raises(NotPermitted):
            adjustment(acting_user=somebody)
        with pytest.raises(NotPermitted):
            reversal(transfer, acting_user=somebody)
    if role != Role.COMPLIANCE_MANAGER:
        with pytest.raises(NotPermitted):
            approve(correction, somebody)
    assert rows() == before
