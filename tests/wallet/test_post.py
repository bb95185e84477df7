"""What `post()` refuses when it is called directly, as the application's role may."""

from uuid import uuid4

import pytest
from django.db import connection

from tests.wallet.ledger import ask, call, funded, leg, player, refused_by_sql, staked
from wallet.money import MINOR_DIGITS

pytestmark = pytest.mark.django_db


def test_the_answer_names_transfer_and_balances() -> None:
    ana = player()
    answer = call("deposit", ana, [leg("bank", -5), leg(ana, 5)])
    assert answer["balances"] == {"USD": 5}
    assert answer["replayed"] is False
    assert (
        ask("SELECT kind FROM wallet_transfer WHERE id = %(id)s", {"id": answer["transfer"]})
        == "deposit"
    )


def test_legs_of_one_account_are_added_up() -> None:
    ana = player()
    call("deposit", ana, [leg("bank", -5), leg(ana, 2), leg(ana, 3)])
    assert ask("SELECT count(*) FROM wallet_entry") == 2


def test_equal_content_in_another_order_is_the_same_request() -> None:
    ana, key = player(), uuid4()
    first = call(
        "deposit", ana, [leg("bank", -5), leg(ana, 5)], key=key, details='{"a": 1, "b": 2}'
    )
    again = call(
        "deposit",
        ana,
        [leg(ana, 2), leg("bank", -5), leg(ana, 3)],
        key=key,
        details='{"b": 2, "a": 1}',
    )
    assert again == {**first, "replayed": True}


def test_a_key_used_twice_in_one_transaction_moves_money_once() -> None:
    ana, key = player(), uuid4()
    answers = [call("deposit", ana, [leg("bank", -5), leg(ana, 5)], key=key) for _ in range(2)]
    assert [answer["replayed"] for answer in answers] == [False, True]
    assert ask("SELECT balance FROM wallet_account WHERE player_id = %(id)s", {"id": ana}) == 5


@pytest.mark.parametrize(
    ("state", "legs"),
    [
        ("LW002", []),
        ("LW002", None),
        ("LW002", {}),
        ("LW002", [leg("bank", 0)]),
        ("LW002", [leg("bank", 5), leg("bank", -5)]),
        ("LW002", [leg("bank", None)]),
        ("LW002", [{"currency": "USD", "amount": 5}]),
        ("LW002", [{"player": 1, "house": "bank", "currency": "USD", "amount": 5}]),
        ("LW003", [leg("bank", 5, "XYZ")]),
        ("LW003", [leg("bank", 5, "usd")]),
        ("LW003", [leg("bank", 5, None)]),
        ("LW004", [leg("vault", 5)]),
        ("LW004", [leg("game_result", 5)]),
        ("LW005", [leg(987_654_321, 5), leg("bank", -5)]),
        ("22003", [leg("bank", 2**63)]),
        ("22003", [leg("bank", 2**63 - 1), leg("bank", 1)]),
        ("22P02", [leg("bank", 1.5)]),
        ("22P02", [leg("bank", "five")]),
    ],
)
def test_malformed_legs_are_refused(state: str, legs: object) -> None:
    ana = player()
    with refused_by_sql(state):
        call("deposit", ana, legs)


@pytest.mark.parametrize("kind", ["withdraw", "DEPOSIT", "", None])
def test_kinds_are_a_closed_list(kind: str) -> None:
    ana = player()
    with refused_by_sql("LW006"):
        call(kind, ana, [leg("bank", -5), leg(ana, 5)])


def test_a_transfer_that_does_not_add_up_is_refused() -> None:
    ana = player()
    with refused_by_sql("23000"):
        call("deposit", ana, [leg("bank", -5), leg(ana, 6)])


def test_a_transfer_adds_up_in_every_currency_by_itself() -> None:
    ana = player()
    with refused_by_sql("23000"):
        call("deposit", ana, [leg("bank", -5, "USD"), leg(ana, 5, "EUR")])


def test_nothing_moves_from_player_to_player() -> None:
    ana, ben = funded("ana"), player("ben")
    with refused_by_sql("LW005"):
        call("deposit", ana, [leg(ana, -5), leg(ben, 5)])


def test_a_transfer_is_somebodys() -> None:
    with refused_by_sql("LW002"):
        call("deposit", None, [leg("bank", -5), leg("bank", 5)])


def test_stakes_belong_to_a_round_and_deposits_to_none() -> None:
    ana = funded()
    with refused_by_sql("23514"):
        call("deposit", ana, [leg("bank", -5), leg(ana, 5)], round=uuid4())
    with refused_by_sql("23514"):
        call("bet", ana, [leg(ana, -5), leg("in_play", 5)])


def test_a_key_is_needed() -> None:
    ana = player()
    with refused_by_sql("23502"):
        call("deposit", ana, [leg("bank", -5), leg(ana, 5)], key=None)


def test_a_reversal_is_given_nothing_but_its_original() -> None:
    ana = player()
    legs = [leg("bank", -5), leg(ana, 5)]
    original = call("deposit", ana, legs)["transfer"]
    for person, other_legs, round_id in [
        (ana, None, None),
        (None, legs, None),
        (None, None, uuid4()),
    ]:
        with refused_by_sql("LW002"):
            call("reverse", person, other_legs, round=round_id, reverses=original)
    with refused_by_sql("LW002"):
        call("reverse", None, None)
    with refused_by_sql("LW002"):
        call("deposit", ana, legs, reverses=original)


def test_a_payout_beyond_the_stakes_of_the_round_is_refused_whatever_its_kind() -> None:
    ana = funded()
    round_id = staked(ana, "10.00")
    for kind in ("settle", "refund"):
        with refused_by_sql("LW009"):
            call(kind, ana, [leg("in_play", -100_001), leg(ana, 100_001)], round=round_id)


@pytest.mark.parametrize(
    ("kind", "house", "amount"),
    [
        ("deposit", "bank", -5),
        ("bet", "in_play", 5),
        ("refund", "in_play", -5),
        ("settle", "in_play", -5),
    ],
)
def test_money_does_not_move_against_the_direction_of_its_kind(
    kind: str, house: str, amount: int
) -> None:
    ana = funded()
    round_id = None if kind == "deposit" else staked(ana, "10.00")
    with refused_by_sql("LW002"):
        call(kind, ana, [leg(house, -amount), leg(ana, amount)], round=round_id)


def test_a_settlement_without_stakes_or_in_another_currency_is_refused() -> None:
    ana = funded()
    round_id = staked(ana, "10.00")
    from_nothing = [leg(ana, 5), leg("game_result", -5)]
    exchanged = [
        leg("in_play", -100_000),
        leg("game_result", 100_000),
        {**leg(ana, 100_000), "currency": "EUR"},
        {**leg("game_result", -100_000), "currency": "EUR"},
    ]
    for legs in (from_nothing, exchanged):
        with refused_by_sql("LW002"):
            call("settle", ana, legs, round=round_id)


def test_a_settled_round_takes_no_more_stakes() -> None:
    ana = funded()
    round_id = staked(ana, "10.00")
    call("settle", ana, [leg("in_play", -100_000), leg("game_result", 100_000)], round=round_id)
    with refused_by_sql("LW009"):
        call("bet", ana, [leg(ana, -5), leg("in_play", 5)], round=round_id)


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
    assert ask("SELECT count(*) FROM wallet_account") == 3 * len(MINOR_DIGITS)
