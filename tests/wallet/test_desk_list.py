"""The desk's list: pending work for each person, and search."""

import re
from html import unescape
from urllib.parse import parse_qsl
from uuid import uuid4

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from accounts.roles.values import Role
from tests.accounts.staff import inside, staff
from tests.wallet.cash import account, checked, just_now, person
from tests.wallet.ledger import funded, usd
from tests.wallet.rates import approved
from tests.wallet.test_bank_page import text
from tests.wallet.test_corrections import adjustment
from tests.wallet.test_desk import DESK, browser
from wallet.cash.models import Deposit, Withdrawal
from wallet.cash.selectors import desk_search
from wallet.cash.services import deposits, withdrawals
from wallet.money.values import Money

pytestmark = pytest.mark.database


def recorded(amount: str, name: str = "ana", currency: str = "USD", note: str = "slip") -> Deposit:
    money, cashier = Money.parse(amount, currency), staff(Role.CASHIER)
    who = person(name).pk
    return deposits.record_deposit(who, money, key=uuid4(), acting_user=cashier, note=note)


def asked(amount: str) -> Withdrawal:
    checked()
    return withdrawals.request_withdrawal(
        person(), usd(amount), destination=account("Banco Uno"), key=uuid4(), proof=just_now()
    )


def found(client: Client, **search: str) -> list[str]:
    """Return the numbers in the list below the search, in order."""
    answer = client.get(DESK, search)
    assert answer.status_code == 200
    return re.findall(r">([DWC]-\d{6,})<", text(answer).split('id="find-title"')[1])


def waits(client: Client) -> tuple[set[str], set[str]]:
    """Return what waits for this person, and what waits for others."""
    above = text(client.get(DESK)).split('id="find-title"')[0]
    mine, _, others = above.partition("<caption>Waiting for others")
    return set(re.findall(r">([DWC]-\d{6,})<", mine)), set(re.findall(r">([DWC]-\d{6,})<", others))


def test_items_waiting_for_the_reader_come_first() -> None:
    funded(text="5000.00")
    first, large, deposit = asked("100.00"), asked("2000.00"), recorded("2500.00")
    withdrawals.approve_withdrawal(large.pk, seen=1, acting_user=staff(Role.CASHIER))
    correction = adjustment()
    cashier, manager = browser(Role.CASHIER), browser(Role.COMPLIANCE_MANAGER)
    seconds = {large.number, deposit.number, correction.number}
    assert waits(cashier) == ({first.number}, seconds)
    assert waits(manager) == (seconds, {first.number})
    assert waits(browser(Role.AUDITOR)) == (set(), {first.number} | seconds)


def test_one_person_with_both_roles_is_not_offered_their_own() -> None:
    deposit, both = recorded("2500.00"), staff(Role.CASHIER)
    both.groups.add(*staff(Role.COMPLIANCE_MANAGER).groups.all())
    assert waits(inside(both)) == (set(), {deposit.number})


def test_an_empty_list_is_explained() -> None:
    shown = text(browser(Role.CASHIER).get(DESK))
    assert "You have nothing pending." in shown
    assert "Nothing was found." in shown


def test_payments_are_found_by_what_a_cashier_knows() -> None:
    approved("EUR", "1.25")
    anas = recorded("50.00", note="paper 4711")
    beas, euros = recorded("60.00", "bea"), recorded("70.00", currency="EUR")
    funded(text="500.00")
    out = asked("50.00")
    bea = person("bea").pk
    of_bea: list[Deposit | Withdrawal] = [  # a payment may happen to have the same number
        one for one in (out, euros, beas, anas) if one is beas or one.pk == bea
    ]
    client = browser(Role.CASHIER)
    assert found(client) == [out.number, euros.number, beas.number, anas.number]
    searches: list[tuple[dict[str, str], list[Deposit | Withdrawal]]] = [
        ({"q": "BEA"}, [beas]),
        ({"q": "bea@example.test"}, [beas]),
        ({"q": str(bea)}, of_bea),
        ({"q": anas.number}, [anas]),
        ({"q": f"w-{out.pk}"}, [out]),
        ({"q": str(beas.reference)}, [beas]),
        ({"q": "4711x"}, []),
        ({"q": "paper 4711"}, [anas]),
        ({"amount": "50"}, [out, anas]),
        ({"amount": "50", "state": "deposit"}, [anas]),
        ({"state": "withdrawal.requested"}, [out]),
        ({"state": "deposit.credited", "q": "ana"}, [euros, anas]),
        ({"currency": "EUR"}, [euros]),
        ({"provider": "demo"}, []),
        ({"since": "2000-01-01", "until": "2000-01-02"}, []),
        ({"since": timezone.now().date().isoformat(), "q": "Bea"}, [beas]),
        ({"q": "%"}, []),
    ]
    for search, expected in searches:
        assert found(client, **search) == [one.number for one in expected], search


@pytest.mark.parametrize(
    "wrong",
    [
        {"amount": "x"},
        {"state": "stolen"},
        {"currency": "PLY"},
        {"since": "yesterday"},
        {"since": "2026-02-02", "until": "2026-02-01"},
        {"q": "x" * 101},
        {"q": "\0"},
    ],
    ids=str,
)
def test_a_wrong_search_is_explained_beside_its_field(wrong: dict[str, str]) -> None:
    answer = browser(Role.CASHIER).get(DESK, wrong)
    assert (answer.status_code, "errorlist" in text(answer)) == (422, True)


def test_pages_have_one_size_and_keep_the_search(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(desk_search, "PER_PAGE", 2)
    numbers = [recorded(f"{n}.00").number for n in (10, 11, 12)]
    recorded("10.00", "bea")
    monkeypatch.setattr(desk_search, "PHONE_ROWS", 1)
    client = browser(Role.CASHIER)
    assert found(client, q="ana@") == [numbers[2], numbers[1]]
    page = client.get(DESK, {"q": "ana@"}).content.decode()
    links = re.findall(r'href="\?(q=ana%40&amp;before=[^"]+)"', page)
    older, more = (dict(parse_qsl(unescape(one))) for one in links)
    assert found(client, **older) == [numbers[0]]
    assert found(client, **more) == [numbers[1], numbers[0]]


def questions(client: Client) -> int:
    with CaptureQueriesContext(connection) as asked_for:
        assert client.get(DESK).status_code == 200
    return len(asked_for)


def test_more_rows_ask_no_more_questions() -> None:
    client = browser(Role.COMPLIANCE_MANAGER)
    funded(text="5000.00")
    recorded("1500.00"), recorded("50.00"), asked("1500.00"), adjustment()
    client.get(DESK)
    few = questions(client)
    for number in range(5):
        recorded("50.00"), recorded("50.00", f"player{number}"), asked("50.00"), adjustment()
    client.get(DESK)  # records the views of players, once a day
    assert questions(client) == few
