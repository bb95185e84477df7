"""Correction pages: propose, reverse a movement, decide."""

from typing import Any
from uuid import uuid4

import pytest
from django.urls import reverse

from accounts.roles.values import MATRIX, Right, Role
from tests.wallet.cash import person
from tests.wallet.ledger import rows, staked, usd
from tests.wallet.test_bank_page import text
from tests.wallet.test_corrections import adjustment, deposited, reversal
from tests.wallet.test_desk import DESK, browser
from wallet.cash.models import Correction
from wallet.ledger.models import Transfer
from wallet.ledger.selectors.funds import balance

pytestmark = pytest.mark.database
NEW = reverse("cash:correct")


def page_of(correction: Correction) -> str:
    return reverse("cash:correction", args=[correction.pk])


def decide(correction: Correction) -> str:
    return reverse("cash:decide_correction", args=[correction.pk])


def undo(transfer: int) -> str:
    return reverse("cash:reverse", args=[transfer])


def written(**changes: Any) -> dict[str, Any]:
    fields = {"player": person().email, "what": "take", "amount": "5.00", "currency": "USD"}
    return {**fields, "reason": "count of 3 May", "key": str(uuid4()), **changes}


@pytest.mark.parametrize("role", list(Role))
def test_each_page_is_for_those_with_its_right(role: Role) -> None:
    correction, transfer, client = adjustment(), deposited(), browser(role)
    for address, right in (
        (NEW, Right.DO_CASH),
        (undo(transfer), Right.DO_CASH),
        (page_of(correction), Right.VIEW_CASH),
    ):
        assert client.get(address).status_code == (200 if right in MATRIX[role] else 403)


def test_a_cashier_proposes_and_a_manager_carries_out() -> None:
    deposited()
    cashier, manager, sent = browser(Role.CASHIER), browser(Role.COMPLIANCE_MANAGER), written()
    assert [cashier.post(NEW, sent).status_code for _ in range(2)] == [303, 303]
    correction = Correction.objects.get()
    assert balance(person().pk) == usd("100.00")
    assert correction.number in text(manager.get(DESK))
    assert 'value="approve"' not in text(cashier.get(page_of(correction)))
    shown = text(manager.get(page_of(correction)))
    assert "count of 3 May" in shown
    assert 'value="approve"' in shown
    answer = manager.post(decide(correction), {"verdict": "approve", "reason": ""})
    assert answer.status_code == 303
    assert balance(person().pk) == usd("95.00")
    assert "approved by Compliance_Manager" in text(cashier.get(page_of(correction)))


@pytest.mark.parametrize(
    "wrong",
    [
        {"player": "nobody@example.test"},
        {"what": "theft"},
        {"amount": "0"},
        {"amount": "-5"},
        {"currency": "PLY"},
        {"reason": " "},
        {"key": ""},
    ],
    ids=str,
)
def test_a_wrong_proposal_is_explained(wrong: dict[str, str]) -> None:
    client = browser(Role.CASHIER)
    sent, before = written(**wrong), rows()
    answer = client.post(NEW, sent)
    assert (answer.status_code, "errorlist" in text(answer)) == (422, True)
    assert rows() == before


def test_a_movement_is_found_by_its_number_looked_at_and_undone() -> None:
    transfer, client = deposited(), browser(Role.CASHIER)
    assert client.get(NEW, {"transfer": str(transfer)})["Location"] == undo(transfer)
    assert "errorlist" in text(client.get(NEW, {"transfer": "x"}))
    shown = text(client.get(undo(transfer)))
    assert "$100.00" in shown
    assert person().email in shown
    before = rows()
    assert client.post(undo(transfer), {"reason": " ", "key": str(uuid4())}).status_code == 422
    assert rows() == before
    sent = {"reason": "typed twice", "key": str(uuid4())}
    assert client.post(undo(transfer), sent).status_code == 303
    assert balance(person().pk) == usd("100.00")
    other = client.post(undo(transfer), {**sent, "reason": "another reason"})
    assert other.status_code == 409
    assert str(other.context["form"]["key"].value()) != sent["key"]
    again = {"reason": "typed twice", "key": str(uuid4())}
    assert client.post(undo(transfer), again).status_code == 409


@pytest.mark.parametrize("kind", ["bet", "nothing"])
def test_irreversible_movements_say_so(kind: str) -> None:
    deposited()
    staked(person().pk, "5.00")
    number = Transfer.objects.get(kind="bet").pk if kind == "bet" else 10**12
    client = browser(Role.CASHIER)
    shown = text(client.get(undo(number)))
    assert "This movement cannot be corrected." in shown
    assert "<textarea" not in shown
    before = rows()
    answer = client.post(undo(number), {"reason": "x", "key": str(uuid4())})
    assert answer.status_code == 422
    assert rows() == before


def test_a_refused_decision_is_explained_with_the_present_state() -> None:
    correction, manager = reversal(deposited()), browser(Role.COMPLIANCE_MANAGER)
    before = rows()
    for sent, status in (
        ({"verdict": "refuse", "reason": " "}, 422),
        ({"verdict": "perhaps"}, 400),
    ):
        assert manager.post(decide(correction), sent).status_code == status
    assert rows() == before
    manager.post(decide(correction), {"verdict": "refuse", "reason": "it was right"})
    before = rows()
    late = manager.post(decide(correction), {"verdict": "approve"})
    assert late.status_code == 409
    assert "Nothing was done." in text(late)
    assert "it was right" in text(late)
    assert rows() == before
