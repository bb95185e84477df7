"""Answers of `post()`, and the binding of a key to one request."""

from typing import Any
from uuid import uuid4

import pytest

from tests.wallet.ledger import ask, call, funded, player, refused_by_sql, staked

pytestmark = pytest.mark.database


def test_the_answer_names_transfer_and_balances() -> None:
    ana = player()
    answer = call("deposit", ana, 5)
    assert (answer["currency"], answer["balance"]) == ("USD", 5)
    assert answer["replayed"] is False
    assert (
        ask("SELECT kind FROM wallet_transfer WHERE id = %(id)s", {"id": answer["transfer"]})
        == "deposit"
    )


def test_a_correction_key_belongs_to_its_original() -> None:
    ana, key = player(), uuid4()
    first, other = (call("deposit", ana, 5)["transfer"] for _ in range(2))
    back = call("reverse", None, None, None, key=key, reverses=first)
    again = call("reverse", None, None, None, key=key, reverses=first)
    assert again == {**back, "replayed": True}
    with refused_by_sql("LW001"):
        call("reverse", None, None, None, key=key, reverses=other)
    with refused_by_sql("LW001"):
        call("deposit", ana, 5, key=key)


def test_a_lost_round_shows_no_other_balance() -> None:
    ana = funded()
    round_id = staked(ana, "10.00")
    answer = call("settle", ana, 100_000, received=0, round=round_id)
    assert (answer["currency"], answer["balance"]) == ("USD", None)


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
