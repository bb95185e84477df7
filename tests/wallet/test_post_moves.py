"""Accounts that `post()` moves, and the numbering of their entries."""

from uuid import uuid4

import pytest
from django.db import connection

from tests.wallet.ledger import KINDS, ask, call, funded, player, staked
from wallet.money.values import MINOR_DIGITS

pytestmark = pytest.mark.database


def test_entries_of_an_account_are_numbered_with_their_running_balance() -> None:
    ana = funded(text="1.00")
    staked(ana, "0.25")
    with connection.cursor() as cursor:
        cursor.execute("SELECT seq, balance_after FROM wallet_entry WHERE seq > 0 ORDER BY seq")
        assert cursor.fetchall() == [(1, 10_000), (2, 7_500)]


def test_the_house_stores_no_balance() -> None:
    funded()
    assert ask("SELECT count(*) FROM wallet_entry WHERE seq IS NULL AND balance_after IS NULL") == 1
    assert (
        ask("SELECT sum(abs(balance) + seq) FROM wallet_account WHERE house_code IS NOT NULL") == 0
    )


@pytest.mark.parametrize(
    ("kind", "amount", "moved"),
    [
        ("deposit", 5, {"bank": -5, "ana": 5}),
        ("bonus", 5, {"bonus": -5, "ana": 5}),
        ("adjust", 5, {"adjustment": -5, "ana": 5}),
        ("adjust", -5, {"adjustment": 5, "ana": -5}),
        ("bet", 5, {"in_play": 5, "ana": -5}),
    ],
)
def test_each_kind_moves_its_own_accounts(kind: str, amount: int, moved: dict[str, int]) -> None:
    ana = funded()
    answer = call(kind, ana, amount, **KINDS[kind])
    assert entries(answer["transfer"]) == {(name, "USD"): units for name, units in moved.items()}
    back = call("reverse", None, None, None, reverses=answer["transfer"])
    assert entries(back["transfer"]) == {(name, "USD"): -units for name, units in moved.items()}
    assert back["balance"] == 1_000_000


def entries(transfer: int) -> dict[tuple[str, str], int]:
    """Return the amounts that a transfer moved, by owner and currency; the player is "ana"."""
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT coalesce(house_code, 'ana'), entry.currency_id, amount FROM wallet_entry AS entry"
            " JOIN wallet_account AS account ON account.id = entry.account_id WHERE transfer_id = %s",
            [transfer],
        )
        return {(owner, currency): amount for owner, currency, amount in cursor.fetchall()}


@pytest.mark.parametrize("currency", MINOR_DIGITS)
def test_every_currency_has_house_accounts_of_its_own(currency: str) -> None:
    ana, round_id, lost = player(), uuid4(), uuid4()
    given = call("bonus", ana, 50, currency)
    assert entries(given["transfer"]) == {("bonus", currency): -50, ("ana", currency): 50}
    call("bet", ana, 5, currency, round=round_id)
    won = call("settle", ana, 5, currency, received=12, round=round_id)
    assert entries(won["transfer"]) == {
        ("in_play", currency): -5,
        ("game_result", currency): -7,
        ("ana", currency): 12,
    }
    call("bet", ana, 5, currency, round=lost)
    gone = call("settle", ana, 5, currency, received=0, round=lost)
    assert entries(gone["transfer"]) == {("in_play", currency): -5, ("game_result", currency): 5}
    assert (
        ask(
            "SELECT count(*) FROM wallet_entry AS entry JOIN wallet_account AS account"
            " ON account.id = entry.account_id AND account.currency_id <> entry.currency_id"
        )
        == 0
    )


def test_an_exchange_moves_both_currencies_through_fx() -> None:
    ana = funded()
    answer = call("exchange", ana, 50, received=45, received_currency="EUR")
    assert entries(answer["transfer"]) == {
        ("ana", "USD"): -50,
        ("fx", "USD"): 50,
        ("ana", "EUR"): 45,
        ("fx", "EUR"): -45,
    }
    assert (answer["balance"], answer["received_balance"]) == (999_950, 45)
    back = call("reverse", None, None, None, reverses=answer["transfer"])
    assert entries(back["transfer"])["ana", "EUR"] == -45


@pytest.mark.parametrize(
    ("kind", "to", "balance"), [("pay_out", "bank", None), ("cancel_withdrawal", "ana", 1_000_000)]
)
def test_pending_withdrawals_are_paid_or_returned(kind: str, to: str, balance: int | None) -> None:
    ana, number = funded(), uuid4()
    call("withdraw", ana, 5, withdrawal=number)
    answer = call(kind, ana, 5, withdrawal=number)
    assert entries(answer["transfer"]) == {("withdrawal_pending", "USD"): -5, (to, "USD"): 5}
    assert answer["balance"] == balance


def test_a_withdrawal_is_pending_first() -> None:
    ana = funded()
    answer = call("withdraw", ana, 5, withdrawal=uuid4())
    assert entries(answer["transfer"]) == {("withdrawal_pending", "USD"): 5, ("ana", "USD"): -5}
