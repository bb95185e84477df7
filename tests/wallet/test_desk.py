"""The cashier's desk and the limits, as back-office pages."""

import re
from typing import Any
from uuid import uuid4

import pytest
from django.test import Client
from django.urls import reverse

from accounts.models.users import User
from accounts.roles.values import MATRIX, Right, Role
from approvals.refusals import ProposalSuperseded
from journal.models import Event
from limits.models import CashLimit
from limits.values import CashLimitKind
from tests.accounts.staff import inside, staff
from tests.wallet.cash import events, person
from tests.wallet.ledger import refused, rows, usd
from tests.wallet.test_bank_page import text
from wallet.cash.models import Deposit
from wallet.cash.selectors import cash_limits
from wallet.cash.services import deposits, limits
from wallet.ledger.selectors.funds import balance
from wallet.money.values import Money

DESK = reverse("cash:desk")
RECORD = reverse("cash:record")
LIMITS = reverse("cash:limits")

pytestmark = pytest.mark.database


def slip(**changes: Any) -> dict[str, Any]:
    """Return the form for a deposit of 50 dollars by Ana."""
    written = {"player": person().email, "amount": "50.00", "currency": "USD", "note": "slip 7"}
    return {**written, "key": str(uuid4()), **changes}


def page_of(deposit: Deposit) -> str:
    return reverse("cash:deposit", args=[deposit.pk])


def above() -> Deposit:
    """Return a recorded deposit that waits for a second person."""
    money, cashier = usd("2500.00"), staff(Role.CASHIER)
    return deposits.record_deposit(
        person().pk, money, key=uuid4(), acting_user=cashier, note="slip 8"
    )


def browser(role: Role) -> Client:
    return inside(staff(role))


@pytest.mark.parametrize("role", list(Role))
@pytest.mark.parametrize(
    ("address", "right"),
    [(DESK, Right.VIEW_CASH), (RECORD, Right.DO_CASH), (LIMITS, Right.VIEW_LIMITS)],
)
def test_each_page_is_for_those_with_its_right(role: Role, address: str, right: Right) -> None:
    assert browser(role).get(address).status_code == (200 if right in MATRIX[role] else 403)


def test_strangers_and_players_see_nothing(client: Client) -> None:
    assert client.get(DESK).status_code == 302
    client.force_login(person())
    assert client.get(DESK).status_code == 403


def confirmed(client: Client, sent: dict[str, Any]) -> dict[str, Any]:
    """Return the form that the confirmation page sends: the slip with its seal."""
    answer = client.post(RECORD, sent)
    seal = re.search(r'name="confirmed" value="(\w+)"', text(answer))
    assert answer.status_code == 200
    assert seal
    return {**sent, "confirmed": seal.group(1)}


def test_a_cashier_sees_the_deposit_before_it_is_recorded() -> None:
    client, sent = browser(Role.CASHIER), slip()
    before = rows()
    shown = text(client.post(RECORD, sent))
    assert rows() == before
    for fact in (
        person().full_name,
        person().email,
        "$50.00",
        "slip 7",
    ):
        assert fact in shown
    assert "Balance afterwards" in shown
    assert "It is credited at once." in shown
    assert "not verified by document" in shown
    again = text(client.post(RECORD, {**sent, "back": "1"}))
    assert "slip 7" in again
    assert rows() == before


def test_a_cashier_records_a_deposit_and_sees_its_page() -> None:
    client = browser(Role.CASHIER)
    answer = client.post(RECORD, confirmed(client, slip()))
    deposit = Deposit.objects.get()
    assert (answer.status_code, answer["Location"]) == (303, page_of(deposit))
    assert balance(person().pk) == usd("50.00")
    assert "slip 7" in text(client.get(page_of(deposit)))


def test_the_same_slip_sent_twice_is_one_deposit() -> None:
    client = browser(Role.CASHIER)
    sent = confirmed(client, slip(amount="600"))
    assert [client.post(RECORD, sent).status_code for _ in range(2)] == [303, 303]
    assert balance(person().pk) == usd("600.00")
    before = rows()
    other = client.post(RECORD, {**sent, "amount": "51.00"})
    assert other.status_code == 409
    assert rows() == before
    key = str(other.context["form"]["key"].value())
    anew = confirmed(client, slip(amount="51.00", key=key))
    assert client.post(RECORD, anew).status_code == 303
    assert balance(person().pk) == usd("651.00")


def test_the_page_says_beforehand_that_a_second_person_decides() -> None:
    client = browser(Role.CASHIER)
    client.post(RECORD, confirmed(client, slip(amount="600")))
    sent = slip(amount="500")
    shown = text(client.post(RECORD, sent))
    assert "It will wait for a second person" in shown
    assert "$1,100.00" in shown
    assert client.post(RECORD, confirmed(client, sent)).status_code == 303
    assert balance(person().pk) == usd("600.00")


@pytest.mark.parametrize("change", [{"amount": "60"}, {"note": "slip 9"}, {"confirmed": "x"}])
def test_an_unseen_preview_is_shown_first(change: dict[str, str]) -> None:
    client = browser(Role.CASHIER)
    sent, before = confirmed(client, slip()), rows()
    answer = client.post(RECORD, {**sent, **change})
    assert (answer.status_code, "nothing was recorded" in text(answer)) == (409, True)
    assert rows() == before


def test_a_changed_preview_is_shown_again() -> None:
    client = browser(Role.CASHIER)
    sent = confirmed(client, slip(amount="600"))
    client.post(RECORD, confirmed(client, slip(amount="700")))
    before = rows()
    answer = client.post(RECORD, sent)
    assert (answer.status_code, "It will wait for a second person" in text(answer)) == (409, True)
    assert rows() == before


@pytest.mark.parametrize(
    "wrong",
    [
        {"player": "nobody@example.test"},
        {"player": "ana"},
        {"amount": "0"},
        {"amount": "10000.01"},
        {"currency": "PLY"},
        {"currency": "COP"},
        {"note": " "},
        {"key": ""},
    ],
    ids=str,
)
def test_a_wrong_slip_is_explained_and_pays_nothing_in(wrong: dict[str, str]) -> None:
    client = browser(Role.CASHIER)
    sent, before = slip(**wrong), rows()
    answer = client.post(RECORD, sent)
    assert answer.status_code == 422
    assert "errorlist" in text(answer)
    assert rows() == before


def test_above_the_limit_a_manager_approves_on_the_page() -> None:
    deposit, manager = above(), browser(Role.COMPLIANCE_MANAGER)
    assert deposit.number in text(manager.get(DESK))
    assert 'value="approve"' in text(manager.get(page_of(deposit)))
    answer = manager.post(page_of(deposit), {"do": "approve", "seen": "1", "note": ""})
    assert answer.status_code == 303
    assert balance(person().pk) == usd("2500.00")


def test_cashiers_cannot_give_the_second_approval() -> None:
    deposit, cashier = above(), browser(Role.CASHIER)
    shown = text(cashier.get(page_of(deposit)))
    assert re.findall(r'name="do" value="(\w+)"', shown) == ["refuse"]
    before = rows()
    assert cashier.post(page_of(deposit), {"do": "approve", "seen": "1"}).status_code == 403
    assert rows() == before


@pytest.mark.parametrize(
    ("sent", "status"),
    [
        ({"do": "refuse", "seen": "1", "note": " ", "told_player": "mistake"}, 422),
        ({"do": "refuse", "seen": "1", "note": "no"}, 422),
        ({"do": "refuse", "seen": "1", "note": "no", "told_player": "review my eye"}, 422),
        ({"do": "refuse", "seen": "7", "note": "no", "told_player": "mistake"}, 409),
        ({"do": "pay", "seen": "1", "note": "no"}, 422),
        ({"do": "refuse", "seen": "x", "note": "no"}, 422),
        ({"do": "refuse", "seen": "1", "note": "x" * 501}, 422),
        ({}, 422),
    ],
    ids=str,
)
def test_a_step_that_cannot_be_is_explained_and_not_taken(
    sent: dict[str, str], status: int
) -> None:
    deposit, cashier = above(), browser(Role.CASHIER)
    before = rows()
    answer = cashier.post(page_of(deposit), sent)
    assert answer.status_code == status
    assert "errorlist" in text(answer)
    assert rows() == before


def test_a_missing_reason_is_named_beside_its_field_and_the_next_step_said() -> None:
    deposit, cashier = above(), browser(Role.CASHIER)
    sent = {"do": "refuse", "seen": "1", "note": " ", "told_player": "mistake"}
    answer = text(cashier.post(page_of(deposit), sent))
    assert "Give a reason." in answer.partition('name="note"')[2].partition("staff-bar")[0]
    answer = text(cashier.post(page_of(deposit), {**sent, "note": "no", "told_player": ""}))
    field = answer.partition('name="told_player"')[2].partition("staff-bar")[0]
    assert "Choose a message for the player." in field
    assert "Next: a compliance manager, who is another person" in answer


def test_references_to_missing_tests_are_reported() -> None:
    assert browser(Role.CASHIER).get(reverse("cash:deposit", args=[7])).status_code == 404


def proposal() -> CashLimit:
    client = browser(Role.OPERATOR)
    written = {"name": "withdrawal_second", "currency": "USD", "amount": "500", "reason": "audit"}
    assert client.post(LIMITS, written).status_code == 303
    return CashLimit.objects.order_by("-id")[0]


def second() -> str:
    return cash_limits.limit_in_force(CashLimitKind.WITHDRAWAL_SECOND).text


def test_a_limit_counts_once_another_person_approved_it() -> None:
    row = proposal()
    assert second() == "1000.00"
    manager = browser(Role.COMPLIANCE_MANAGER)
    assert "$500.00" in text(manager.get(LIMITS))
    manager.post(reverse("cash:decide_limit", args=[row.pk]), {"verdict": "approve"})
    assert second() == "500.00"
    assert (events("cash_limit_proposed"), events("cash_limit_decided")) == (1, 1)
    proposed = Event.objects.get(kind="cash_limit_proposed").data
    assert (proposed["before"], proposed["after"]) == ("1000.00 USD", "500.00 USD")
    shown = text(manager.get(LIMITS)).partition("<caption>Decided lately")[2]
    assert "approved by Compliance_Manager" in shown
    assert "audit" in shown


@pytest.mark.parametrize("sent", [{}, {"verdict": "perhaps"}], ids=str)
def test_an_invalid_verdict_decides_no_limit(sent: dict[str, str]) -> None:
    row, manager = proposal(), browser(Role.COMPLIANCE_MANAGER)
    before = rows()
    answer = manager.post(reverse("cash:decide_limit", args=[row.pk]), sent)
    assert answer.status_code == 400
    assert rows() == before


def test_a_refused_limit_never_counts() -> None:
    row, manager = proposal(), browser(Role.COMPLIANCE_MANAGER)
    decide = reverse("cash:decide_limit", args=[row.pk])
    manager.post(decide, {"verdict": "refuse"})
    before = rows()
    manager.post(decide, {"verdict": "approve"})
    assert (second(), rows()) == ("1000.00", before)


def test_the_proposer_does_not_approve_not_even_with_both_roles() -> None:
    row, operator = proposal(), staff(Role.OPERATOR)
    operator.groups.add(*staff(Role.COMPLIANCE_MANAGER).groups.all())
    before = rows()
    client = inside(User.objects.get(pk=operator.pk))
    client.post(reverse("cash:decide_limit", args=[row.pk]), {"verdict": "approve"})
    assert rows() == before


@pytest.mark.parametrize(
    "wrong",
    [
        {"name": "theft"},
        {"name": "deposit_day", "currency": "COP"},
        {"amount": "-1"},
        {"reason": " "},
    ],
    ids=str,
)
def test_a_limit_that_makes_no_sense_is_not_proposed(wrong: dict[str, str]) -> None:
    client = browser(Role.OPERATOR)
    written = {"name": "deposit_most", "currency": "USD", "amount": "500", "reason": "audit"}
    before = rows()
    assert client.post(LIMITS, {**written, **wrong}).status_code == 422
    assert rows() == before


def test_an_older_limit_is_not_approved_after_a_later_one() -> None:
    proposer, another = staff(Role.OPERATOR), staff(Role.COMPLIANCE_MANAGER)
    name, money = CashLimitKind.DEPOSIT_MOST, Money.parse("500", "USD")
    older = limits.propose_cash_limit(name, money, acting_user=proposer, reason="less")
    newer = limits.propose_cash_limit(name, money + money, acting_user=proposer, reason="more")
    limits.decide_cash_limit(newer.pk, approved=True, acting_user=another)
    with refused(ProposalSuperseded):
        limits.decide_cash_limit(older.pk, approved=True, acting_user=another)
    assert cash_limits.limit_in_force(name) == money + money
    assert events("cash_limit_decided") == 1
    limits.decide_cash_limit(older.pk, approved=False, acting_user=another)


def test_only_operators_propose() -> None:
    client = browser(Role.AUDITOR)
    before = rows()
    written = {"name": "deposit_most", "currency": "USD", "amount": "500", "reason": "audit"}
    assert client.post(LIMITS, written).status_code == 403
    assert rows() == before
