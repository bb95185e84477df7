"""Every decision about cash, a correction or a rate is in the event log with actor, subject and reason."""

from collections.abc import Callable, Mapping
from typing import Any

import pytest

from accounts.models.users import User
from journal.models import Event
from tests.wallet import rates
from tests.wallet.cash import checked, person
from tests.wallet.ledger import funded
from tests.wallet.test_corrections import adjustment, deposited as a_deposit, reversal
from tests.wallet.test_deposits import cashier, manager, recorded
from tests.wallet.test_withdrawals import analyst, waiting
from wallet.cash.services import corrections, deposits, withdrawals
from wallet.rates.services import recalls

pytestmark = pytest.mark.database
Told = tuple[str, User, str, Mapping[str, object]]  # kind, actor, subject, details


def of_deposit(kind: str, act: Callable[..., Any], why: str, text: str) -> Told:
    deposit = recorded(text)
    told = {"told_player": "mistake"} if act is deposits.refuse_deposit else {}
    act(deposit.pk, seen=1, acting_user=manager(), **{why: "another name", **told})
    said = {"player": person().pk, "amount": "1000.01 USD", "note": "another name"}
    return kind, manager(), f"deposit {deposit.number}", said


def deposit_approved() -> Told:
    return of_deposit("deposit_approved", deposits.approve_deposit, "note", "1000.01")


def deposit_refused() -> Told:
    return of_deposit("deposit_refused", deposits.refuse_deposit, "reason", "1000.01")


def of_withdrawal(kind: str, acting_user: User, state: str, *acts: Callable[..., Any]) -> Told:
    withdrawal = waiting("100.00")
    for seen, act in enumerate(acts, 1):
        why = "note" if act is withdrawals.approve_withdrawal else "reason"
        told = {"told_player": "review"} if act is withdrawals.refuse_withdrawal else {}
        act(
            withdrawal.pk, seen=seen, acting_user=acting_user, **{why: f"for reason {seen}", **told}
        )
    note = f"for reason {len(acts)}"
    said = {"player": person().pk, "amount": "100.00 USD", "state": state, "note": note}
    return kind, acting_user, f"withdrawal {withdrawal.number}", said


def withdrawal_approved() -> Told:
    return of_withdrawal(
        "withdrawal_approved", cashier(), "approved", withdrawals.approve_withdrawal
    )


def withdrawal_refused() -> Told:
    return of_withdrawal("withdrawal_refused", cashier(), "refused", withdrawals.refuse_withdrawal)


def withdrawal_held() -> Told:
    return of_withdrawal("withdrawal_held", analyst(), "held", withdrawals.put_on_hold)


def withdrawal_released() -> Told:
    acts = withdrawals.put_on_hold, withdrawals.release_hold
    return of_withdrawal("withdrawal_released", analyst(), "requested", *acts)


def of_correction(kind: str, *, approved: bool, text: str = "5.00") -> Told:
    funded()
    correction = adjustment(text)
    corrections.decide_correction(
        correction.pk, approved=approved, acting_user=manager(), reason="the slip"
    )
    said = {
        "kind": "adjust",
        "player": person().pk,
        "amount": f"{text} USD",
        "original": None,
        "proposed_by": correction.proposed_by_id,
        "note": "the slip",
    }
    return kind, manager(), f"correction {correction.number}", said


def correction_approved() -> Told:
    return of_correction("correction_approved", approved=True)


def correction_refused() -> Told:
    return of_correction("correction_refused", approved=False, text="-5.00")


def correction_proposed() -> Told:
    correction = reversal(transfer := a_deposit())
    said = {"kind": "reverse", "original": transfer, "note": "typed twice"}
    return "correction_proposed", cashier("cashier"), f"correction {correction.number}", said


def rate_recall_refused() -> Told:
    row = rates.approved("EUR", "1.12")
    asked = recalls.propose_recall(row.pk, rates.operator(), reason="a slip")
    recalls.decide_recall(
        asked.pk, approved=False, reason="so at the bank", acting_user=rates.manager()
    )
    said = {"rate": "1.12", "in_effect": row.pk, "asked_by": rates.operator().pk}
    return (
        "rate_recall_refused",
        rates.manager(),
        f"rate {row.pk}",
        {**said, "reason": "so at the bank"},
    )


ACTS: tuple[Callable[[], Told], ...] = (
    deposit_approved,
    deposit_refused,
    withdrawal_approved,
    withdrawal_refused,
    withdrawal_held,
    withdrawal_released,
    correction_proposed,
    correction_approved,
    correction_refused,
    rate_recall_refused,
)


@pytest.mark.parametrize("act", ACTS)
def test_a_decision_is_an_event_with_person_subject_and_reason(act: Callable[[], Told]) -> None:
    checked()
    kind, actor, subject, said = act()
    event = Event.objects.get(kind=kind)
    assert (event.actor_id, event.subject) == (actor.pk, subject)
    assert {name: event.data.get(name) for name in said} == said
