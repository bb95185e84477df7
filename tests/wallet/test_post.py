"""What `post()` refuses when it is called directly, as the application's role may."""

from typing import Any
from uuid import uuid4

import pytest
from django.db import connection

from tests.wallet.ledger import ask, call, funded, player, refused_by_sql, staked
from wallet.models import House
from wallet.money import MINOR_DIGITS

pytestmark = pytest.mark.django_db


def test_the_answer_names_transfer_and_balances() -> None:
    ana = player()
    answer = call("deposit", ana, 5)
    assert (answer["currency"], answer["balance"]) == ("USD", 5)
    assert answer["replayed"] is False
    assert (
        ask("SELECT kind FROM wallet_transfer WHERE id = %(id)s", {"id": answer["transfer"]})
        == "deposit"
    )


def test_details_in_another_order_are_the_same_request() -> None:
    ana, key = player(), uuid4()
    first = call("deposit", ana, 5, key=key, details='{"a": 1, "b": 2}')
    again = call("deposit", ana, 5, key=key, details='{"b": 2, "a": 1}')
    assert again == {**first, "replayed": True}


def test_a_key_used_twice_in_one_transaction_moves_money_once() -> None:
    ana, key = player(), uuid4()
    answers = [call("deposit", ana, 5, key=key) for _ in range(2)]
    assert [answer["replayed"] for answer in answers] == [False, True]
    assert ask("SELECT balance FROM wallet_account WHERE player_id = %(id)s", {"id": ana}) == 5


def test_every_part_of_a_request_belongs_to_its_key() -> None:
    ana, ben, key = funded("ana"), funded("ben"), uuid4()
    round_id = uuid4()
    call("bet", ana, 5, key=key, round=round_id)
    others: list[dict[str, Any]] = [
        {"kind": "refund"},
        {"person": ben},
        {"amount": 6},
        {"currency": "EUR"},
        {"round": uuid4()},
        {"withdrawal": round_id},
        {"received": 5},
        {"received_currency": "USD"},
        {"details": '{"a": 1}'},
    ]
    for other in others:
        same = {"kind": "bet", "person": ana, "amount": 5, "round": round_id, "key": key}
        with refused_by_sql("LW001"):
            call(**{**same, **other})


@pytest.mark.parametrize(
    ("state", "amount", "currency"),
    [
        ("LW002", 0, "USD"),
        ("LW002", -5, "USD"),
        ("LW002", None, "USD"),
        ("LW002", 5, None),
        ("LW003", 5, "XYZ"),
        ("LW003", 5, "usd"),
        ("22003", 2**63, "USD"),
        ("22P02", "five", "USD"),
        ("22P02", "1.5", "USD"),
    ],
)
def test_malformed_amounts_are_refused(state: str, amount: object, currency: object) -> None:
    ana = player()
    with refused_by_sql(state):
        call("deposit", ana, amount, currency)


@pytest.mark.parametrize("kind", ["void", "DEPOSIT", "", None])
def test_kinds_are_a_closed_list(kind: str | None) -> None:
    ana = player()
    with refused_by_sql("LW006"):
        call(kind, ana, 5)


@pytest.mark.parametrize("person", [987_654_321, 0, -1])
def test_nobody_else_than_a_player_has_money(person: int) -> None:
    with refused_by_sql("LW005"):
        call("deposit", person, 5)


def test_a_transfer_is_somebodys() -> None:
    with refused_by_sql("LW002"):
        call("deposit", None, 5)


KINDS: dict[str, dict[str, Any]] = {
    "deposit": {},
    "bonus": {},
    "adjust": {},
    "bet": {"round": uuid4()},
    "refund": {"round": uuid4()},
    "settle": {"round": uuid4(), "received": 5},
    "exchange": {"received": 5, "received_currency": "EUR"},
    "withdraw": {"withdrawal": uuid4()},
    "pay_out": {"withdrawal": uuid4()},
    "cancel_withdrawal": {"withdrawal": uuid4()},
}
PARTS: dict[str, Any] = {
    "round": uuid4(),
    "withdrawal": uuid4(),
    "received": 5,
    "received_currency": "EUR",
}


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("part", PARTS)
def test_each_kind_has_its_parts_and_no_others(kind: str, part: str) -> None:
    ana, given = funded(), KINDS[kind]
    wrong = {**given, part: None if part in given else PARTS[part]}
    with refused_by_sql("LW002"):
        call(kind, ana, 5, **wrong)


@pytest.mark.parametrize("kind", [kind for kind in KINDS if kind != "adjust"])
@pytest.mark.parametrize("amount", [0, -5])
def test_money_does_not_move_against_the_direction_of_its_kind(kind: str, amount: int) -> None:
    ana = funded()
    with refused_by_sql("LW002"):
        call(kind, ana, amount, **KINDS[kind])


@pytest.mark.parametrize("received", [0, -5])
def test_an_exchange_gives_something(received: int) -> None:
    ana = funded()
    with refused_by_sql("LW002"):
        call("exchange", ana, 5, received=received, received_currency="EUR")


@pytest.mark.parametrize(
    ("given", "received"), [("USD", "USD"), ("USD", "PLY"), ("PLY", "USD"), ("PLY", "PLY")]
)
def test_an_exchange_is_between_two_real_currencies(given: str, received: str) -> None:
    ana = funded()
    with refused_by_sql("LW002"):
        call("exchange", ana, 5, given, received=5, received_currency=received)


def test_an_exchange_into_an_unknown_currency_is_refused() -> None:
    ana = funded()
    with refused_by_sql("LW003"):
        call("exchange", ana, 5, received=5, received_currency="XYZ")


@pytest.mark.parametrize("kind", ["withdraw", "pay_out", "cancel_withdrawal"])
def test_play_money_is_not_withdrawn(kind: str) -> None:
    ana = player()
    with refused_by_sql("LW002"):
        call(kind, ana, 5, "PLY", withdrawal=uuid4())


def test_a_key_is_needed() -> None:
    ana = player()
    with refused_by_sql("23502"):
        call("deposit", ana, 5, key=None)


def test_a_reversal_is_given_nothing_but_its_original() -> None:
    ana = player()
    original = call("deposit", ana, 5)["transfer"]
    for person, amount, currency, round_id in [
        (ana, None, None, None),
        (None, 5, None, None),
        (None, None, "USD", None),
        (None, None, None, uuid4()),
    ]:
        with refused_by_sql("LW002"):
            call("reverse", person, amount, currency, round=round_id, reverses=original)
    with refused_by_sql("LW002"):
        call("reverse", None, None, None)
    with refused_by_sql("LW002"):
        call("deposit", ana, 5, reverses=original)


def test_a_payout_beyond_the_stakes_of_the_round_is_refused_whatever_its_kind() -> None:
    ana = funded()
    round_id = staked(ana, "10.00")
    with refused_by_sql("LW009"):
        call("settle", ana, 100_001, received=100_001, round=round_id)
    with refused_by_sql("LW009"):
        call("refund", ana, 100_001, round=round_id)


def test_a_round_is_not_settled_in_another_currency_or_for_another_player() -> None:
    ana, ben = funded("ana"), funded("ben")
    round_id = staked(ana, "10.00")
    with refused_by_sql("LW009"):
        call("settle", ana, 100_000, "EUR", received=100_000, round=round_id)
    with refused_by_sql("LW009"):
        call("settle", ben, 100_000, received=100_000, round=round_id)


def test_a_round_takes_its_loss_at_settlement_in_play_money_only() -> None:
    ana = funded()
    round_id, play = staked(ana, "10.00"), uuid4()
    with refused_by_sql("23514"):
        call("settle", ana, 100_000, received=-1, round=round_id)
    call("bet", ana, 5, "PLY", round=play)
    answer = call("settle", ana, 5, "PLY", received=-7, round=play)
    assert (answer["currency"], answer["balance"]) == ("PLY", -12)
    moved = (
        "SELECT array_agg(amount ORDER BY account_id) FROM wallet_entry WHERE transfer_id = %(id)s"
    )
    assert ask(moved, {"id": answer["transfer"]}) == [-5, 12, -7]


def test_a_settled_round_takes_no_more_stakes() -> None:
    ana = funded()
    round_id = staked(ana, "10.00")
    call("settle", ana, 100_000, received=0, round=round_id)
    with refused_by_sql("LW009"):
        call("bet", ana, 5, round=round_id)


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


def test_every_currency_of_the_code_is_one_of_the_database() -> None:
    with connection.cursor() as cursor:
        cursor.execute("SELECT code, minor_digits FROM wallet_currency")
        assert dict(cursor.fetchall()) == MINOR_DIGITS
    assert ask("SELECT count(*) FROM wallet_account") == len(House) * len(MINOR_DIGITS)


@pytest.mark.parametrize(
    ("kind", "amount", "moved"),
    [
        ("deposit", 5, {"bank": -5, "ana": 5}),
        ("bonus", 5, {"bonus": -5, "ana": 5}),
        ("adjust", 5, {"adjustment": -5, "ana": 5}),
        ("adjust", -5, {"adjustment": 5, "ana": -5}),
        ("withdraw", 5, {"withdrawal_pending": 5, "ana": -5}),
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
    """What a transfer moved, by owner and currency; the player is called ana."""
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT coalesce(house_code, 'ana'), entry.currency_id, amount FROM wallet_entry AS entry"
            " JOIN wallet_account AS account ON account.id = entry.account_id WHERE transfer_id = %s",
            [transfer],
        )
        return {(owner, currency): amount for owner, currency, amount in cursor.fetchall()}


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
def test_what_is_pending_is_paid_or_given_back(kind: str, to: str, balance: int | None) -> None:
    ana, number = funded(), uuid4()
    call("withdraw", ana, 5, withdrawal=number)
    answer = call(kind, ana, 5, withdrawal=number)
    assert entries(answer["transfer"]) == {("withdrawal_pending", "USD"): -5, (to, "USD"): 5}
    assert answer["balance"] == balance
