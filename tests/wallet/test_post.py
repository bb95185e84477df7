"""Refusals of `post()` when the application's role calls it directly."""

from typing import Any
from uuid import uuid4

import pytest

from tests.wallet.ledger import KINDS, ask, call, funded, player, refused_by_sql, rows, staked, usd
from wallet.ledger.selectors import funds

pytestmark = pytest.mark.database


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


@pytest.mark.parametrize("kind", ["transfer", "DEPOSIT", "", None])
def test_kinds_are_a_closed_list(kind: str | None) -> None:
    ana = player()
    with refused_by_sql("LW006"):
        call(kind, ana, 5)


@pytest.mark.parametrize("person", [987_654_321, 0, -1])
def test_only_players_have_balances(person: int) -> None:
    with refused_by_sql("LW005"):
        call("deposit", person, 5)


def test_a_transfer_needs_a_player() -> None:
    with refused_by_sql("LW002"):
        call("deposit", None, 5)


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


@pytest.mark.parametrize("kind", [kind for kind in KINDS if kind not in ("adjust", "void")])
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


def test_play_money_is_not_paid_in() -> None:
    ana = player()
    with refused_by_sql("LW002"):
        call("deposit", ana, 5, "PLY")


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
    moved = "SELECT array_agg(amount ORDER BY amount) FROM wallet_entry WHERE transfer_id = %(id)s"
    assert ask(moved, {"id": answer["transfer"]}) == [-7, -5, 12]


def test_a_settled_round_takes_no_more_stakes() -> None:
    ana = funded()
    round_id = staked(ana, "10.00")
    call("settle", ana, 100_000, received=0, round=round_id)
    with refused_by_sql("LW009"):
        call("bet", ana, 5, round=round_id)


def test_a_round_whose_stakes_went_back_takes_others() -> None:
    """Only a settlement or another currency bars further stakes, not earlier transfers."""
    ana = funded()
    round_id, key = uuid4(), uuid4()
    first = call("bet", ana, 100_000, round=round_id)
    call("reverse", None, None, None, reverses=first["transfer"])
    call("bet", ana, 60_000, round=round_id)
    call("refund", ana, 60_000, round=round_id)
    answer = call("bet", ana, 40_000, round=round_id, key=key)
    assert (answer["replayed"], answer["balance"]) == (False, 960_000)
    assert funds.load_money_in_play(ana) == [usd("4.00")]
    assert call("bet", ana, 40_000, round=round_id, key=key)["replayed"]


def test_a_settled_round_is_not_played_from_an_account_that_is_not_there() -> None:
    """Play money has no floor, and a first stake opens its account; an ended round must not."""
    ana = funded()
    round_id = staked(ana, "10.00")
    call("settle", ana, 100_000, received=0, round=round_id)
    before = rows()
    with refused_by_sql("LW009"):
        call("bet", ana, 5, "PLY", round=round_id)
    assert rows() == before


@pytest.mark.parametrize("over", ["running", "settled", "refunded"])
def test_a_round_has_one_currency(over: str) -> None:
    """Otherwise cheap stakes in another currency could be settled with what the dollar round returned."""
    ana = funded()
    call("deposit", ana, 5, "EUR")
    round_id = staked(ana, "10.00")
    if over == "settled":
        won = call("settle", ana, 100_000, received=0, round=round_id)
        call("reverse", None, None, None, reverses=won["transfer"])
    elif over == "refunded":
        call("refund", ana, 100_000, round=round_id)
    with refused_by_sql("LW009"):
        call("bet", ana, 1, "EUR", round=round_id)
    call("bet", ana, 1, round=round_id)


@pytest.mark.parametrize("details", ["[1]", "null", '"text"', "5", "true"])
def test_details_are_an_object(details: str) -> None:
    """The pages that show a player's transfers read fields from them."""
    ana = player()
    first = call("deposit", ana, 5, details="{}")["transfer"]
    with refused_by_sql("LW002"):
        call("deposit", ana, 5, details=details)
    with refused_by_sql("LW002"):
        call("reverse", None, None, None, reverses=first, details=details)
