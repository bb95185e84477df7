"""The player's balances, payments and exchanges by the API: as on the pages, and each player's own only."""

import time
from typing import Any
from uuid import uuid4

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from accounts.models.users import User
from tests.api.calls import Caller, assert_problem, open_session, read
from tests.wallet.cash import checked, person
from tests.wallet.ledger import funded, rows, usd
from tests.wallet.rates import approved
from wallet.cash.models import Deposit, Withdrawal
from wallet.cash.selectors import cash_limits
from wallet.cash.selectors.player_holdings import load_holdings
from wallet.cash.selectors.statement import load_page
from wallet.cash.values.statement_lines import StatementFilter
from wallet.ledger.selectors.funds import balance

pytestmark = pytest.mark.database
TO_BANK = {
    "kind": "bank",
    "country": "VE",
    "bank": "Banco Uno 0011",
    "number": "0011 0022",
    "holder": "Ana Rosario",
}


def ana(text: str = "100.00") -> tuple[User, Caller]:
    """Return a player with a balance who has just typed the password."""
    player = User.objects.get(pk=funded(text=text))
    return player, Caller(player, token=open_session(player, password_at=time.time()))


def in_usd(text: str) -> dict[str, str]:
    return {"amount": text, "currency": "USD"}


def deposit(amount: Any, provider: str = "demo") -> dict[str, Any]:
    return {"amount": amount, "provider": provider}


def withdrawal(text: str = "20.00", **changes: Any) -> dict[str, Any]:
    return {"amount": in_usd(text), "provider": "manual", "destination": {**TO_BANK, **changes}}


def test_balances_are_those_of_the_bank() -> None:
    player, caller = ana()
    found = read(caller.get("/balances"))
    (own,) = load_holdings(player.pk)
    assert found["balances"] == [
        {
            "currency": "USD",
            "available": in_usd(own.available.text),
            "in_play": in_usd("0.00"),
            "withdrawing": in_usd("0.00"),
        }
    ]
    assert found["total"]["amount"] == in_usd("100.00")
    assert found["debts"] == []


def test_a_deposit_moves_money_once_whatever_is_repeated() -> None:
    player, caller = ana()
    body = deposit(in_usd("25.00"))
    first = caller.post("/deposits", body, key="d")
    made = read(first, 201)
    assert (made["state"], made["amount"]) == ("credited", in_usd("25.00"))
    assert caller.post("/deposits", body, key="d").content == first.content
    assert balance(player.pk) == usd("125.00")
    assert Deposit.objects.filter(player=player).count() == 1
    detail = read(caller.get(f"/deposits/{made['id']}"))
    assert [one["state"] for one in detail["steps"]] == ["requested", "pending", "credited"]


@pytest.mark.parametrize(
    ("amount", "code", "field"),
    [
        (in_usd("12.345"), "too_many_decimals", "amount.amount"),
        (in_usd("0"), "invalid_amount", "amount.amount"),
        (in_usd("-5"), "invalid_amount", "amount.amount"),
        (in_usd("1e3"), "invalid_amount", "amount.amount"),
        (in_usd("NaN"), "invalid_amount", "amount.amount"),
        (in_usd("٣"), "invalid_amount", "amount.amount"),
        (in_usd("999999999999999"), "amount_out_of_range", "amount.amount"),
        (in_usd("9" * 200), "max_length", "amount.amount"),
        ({"amount": 12.5, "currency": "USD"}, "invalid", "amount.amount"),
        ({"amount": "12", "currency": "XXX"}, "invalid_choice", "amount.currency"),
        ({"amount": "12"}, "required", "amount.currency"),
        ({**in_usd("12"), "more": 1}, "unknown", "amount.more"),
        ("12.00", "invalid", "amount"),
        (in_usd("1000000.00"), "above_most", "amount"),
    ],
)
def test_an_amount_of_the_wrong_form_moves_nothing(amount: Any, code: str, field: str) -> None:
    _player, caller = ana()
    before = rows()
    answer = caller.post("/deposits", deposit(amount))
    problem = assert_problem(answer, 422, answer.json()["code"], field)
    assert [one["code"] for one in problem["errors"]] == [code]
    assert rows() == before


def test_refusals_of_the_pages_hold() -> None:
    player, caller = ana()
    User.objects.filter(pk=player.pk).update(state="suspended")
    before = rows()
    barred = caller.post("/deposits", deposit(in_usd("25.00")))
    assert_problem(barred, 403, read(caller.get("/me"))["real_money_play"]["code"])
    offer = caller.get("/exchange", {"amount": "1", "given": "USD", "received": "DOP"})
    assert offer.status_code == 403
    assert rows() == before


def test_a_withdrawal_is_held_once_and_needs_a_proof_for_a_new_destination() -> None:
    checked()
    player, caller = ana()
    stale = Caller(player)
    refused = stale.post("/withdrawals", withdrawal(), key="w")
    assert_problem(refused, 401, "reauthentication_required")
    assert not Withdrawal.objects.exists()

    made = read(caller.post("/withdrawals", withdrawal(), key="w"), 201)
    assert (made["state"], made["amount"]) == ("requested", in_usd("20.00"))
    again = caller.post("/withdrawals", withdrawal(), key="w")
    assert again["Idempotent-Replayed"] == "true"
    assert balance(player.pk) == usd("80.00")
    known = read(stale.post("/withdrawals", withdrawal("10.00")), 201)
    listed = read(caller.get("/withdrawals", {"limit": 1}))
    assert [one["id"] for one in listed["data"]] == [known["id"]]
    rest = read(caller.get("/withdrawals", {"cursor": listed["next"]}))
    assert [one["id"] for one in rest["data"]] == [made["id"]]
    another = caller.post("/withdrawals", withdrawal(bank="Banco Dos"))
    assert_problem(another, 422, "factor_needed", "holder")


def test_a_withdrawal_of_the_wrong_form_holds_nothing() -> None:
    player, caller = ana()
    closed = caller.post("/withdrawals", withdrawal())
    assert_problem(closed, 503, "withdrawals_closed")
    checked()
    bad = caller.post("/withdrawals", withdrawal(number="1"))
    assert_problem(bad, 422, "invalid", "destination.number")
    much = caller.post("/withdrawals", withdrawal("500.00"))
    assert_problem(much, 422, "insufficient_funds", *_fields(much))
    assert balance(player.pk) == usd("100.00")
    assert not Withdrawal.objects.exists()


def _fields(answer: Any) -> list[str]:
    return [one["field"] for one in answer.json()["errors"]]


def test_terms_are_those_of_the_pages() -> None:
    _player, caller = ana()
    found = read(caller.get("/deposits/terms"))
    bounds = cash_limits.deposit_bounds(cash_limits.limits_in_force())
    assert [one["max"]["amount"] for one in found["bounds"]] == [one.most.text for one in bounds]
    assert [one["name"] for one in found["providers"]] == ["demo"]
    terms = read(caller.get("/withdrawals/terms"))
    assert (terms["open"], terms["payable"]) == (False, [in_usd("100.00")])
    checked()
    assert read(caller.get("/withdrawals/terms"))["open"] is True


def test_another_players_payments_are_not_found() -> None:
    checked()
    _player, caller = ana()
    paid = read(caller.post("/deposits", deposit(in_usd("25.00"))), 201)
    asked = read(caller.post("/withdrawals", withdrawal()), 201)
    stranger = Caller(person("ben"))
    for path in (f"/deposits/{paid['id']}", f"/withdrawals/{asked['id']}", f"/deposits/{uuid4()}"):
        assert_problem(stranger.get(path), 404, "not_found")
    for path in ("/deposits", "/withdrawals", "/statement"):
        assert read(stranger.get(path))["data"] == []


def test_the_statement_is_read_page_by_page_in_a_fixed_number_of_queries() -> None:
    player, caller = ana()
    for _ in range(4):
        read(caller.post("/deposits", deposit(in_usd("10.00"))), 201)
    lines = load_page(player.pk, StatementFilter()).lines
    found, query, counts = [], {"limit": 2}, set()
    while True:
        with CaptureQueriesContext(connection) as made:
            page = read(caller.get("/statement", query))
        counts.add(len(made))
        found += page["data"]
        if page["next"] is None:
            break
        query["cursor"] = page["next"]
    assert [one["id"] for one in found] == [str(line.transfer_id) for line in lines]
    assert found[0]["balance"] == in_usd("140.00")
    assert len(counts) == 1
    assert read(caller.get("/statement", {"kind": "bet"}))["data"] == []
    assert_problem(caller.get("/statement", {"cursor": "x"}), 422, "invalid_cursor", "cursor")


def test_an_exchange_follows_its_offer() -> None:
    approved("DOP", "0.0169")
    player, caller = ana()
    asked = {"amount": "20.00", "given": "USD", "received": "DOP"}
    offer = read(caller.get("/exchange", asked))
    assert (offer["given"], balance(player.pk)) == (in_usd("20.00"), usd("100.00"))
    done = read(caller.post("/exchange", {"offer": offer["offer"]}))
    assert done == {"given": offer["given"], "received": offer["received"]}
    assert balance(player.pk) == usd("80.00")
    assert read(caller.get("/statement", {"kind": "exchange"}))["data"]
    stranger = Caller(person("ben"))
    over = stranger.post("/exchange", {"offer": offer["offer"]})
    assert_problem(over, 409, "quote_expired")
    much = caller.get("/exchange", {**asked, "amount": "5000"})
    assert_problem(much, 422, "insufficient_funds", *_fields(much))
