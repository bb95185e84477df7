"""A broken line closes withdrawals for the players it names, or for everybody if it names none."""

from uuid import uuid4

import pytest

from tests.wallet.cash import account as bank_account, just_now, person
from tests.wallet.ledger import ask, funded, refused, staked, usd
from wallet.cash.refusals import WithdrawalsClosed
from wallet.cash.selectors.withdrawal_stop import (
    WithdrawalStop,
    are_withdrawals_open,
    count_stopped_players,
    find_stop_reason,
)
from wallet.cash.services import withdrawals
from wallet.ledger.models import LedgerCheck
from wallet.ledger.selectors.named_players import find_named_players
from wallet.ledger.selectors.reconciliation import (
    BrokenLine,
    build_broken_line,
    build_unchecked_line,
    read_checked_state,
)
from wallet.ledger.services.check_results import store_result


def account(player: int) -> int:
    return int(ask(f"SELECT id FROM wallet_account WHERE player_id = {player}"))  # noqa: S608  an integer


@pytest.mark.database
def test_a_row_names_the_players_of_what_it_is_about() -> None:
    ana, luis = funded("ana"), funded("luis")
    transfer = ask(f"SELECT max(id) FROM wallet_transfer WHERE player_id = {luis}")  # noqa: S608  an integer
    round_id = staked(ana, "5.00")

    assert find_named_players([f"player {ana}: 3 and 4 owed"]) == frozenset({ana})
    assert find_named_players(
        [f"account {account(luis)}: stores 1, its entries add up to 2"]
    ) == frozenset({luis})
    assert find_named_players([f"round {round_id}: 5.00 USD in play, not open"]) == frozenset({ana})
    assert find_named_players(
        [f"transfer {transfer}: no entries", f"player {ana}: x"]
    ) == frozenset({ana, luis})
    # a row may name two people
    assert find_named_players(
        [f"transfer {transfer}: does not belong on account {account(ana)}"]
    ) == frozenset({ana, luis})


@pytest.mark.database
@pytest.mark.parametrize(
    "row",
    [
        "USD: 5 left over",
        "block 3: not as it was sealed",
        "account 999999: stores 1, its entries add up to 2",
        "round 6641d976-41e9-406f-a0ff-1f03e0b3ff6d: 1.00 USD in play, not open",
        "month 2026-12: no partition of wallet_entry",
    ],
)
def test_a_row_that_names_nobody_may_be_about_everybody(row: str) -> None:
    ana = funded("ana")

    assert find_named_players([row]) is None
    assert find_named_players([f"player {ana}: x", row]) is None


@pytest.mark.database
def test_an_account_of_the_house_is_everybodys() -> None:
    funded("ana")
    house = ask("SELECT id FROM wallet_account WHERE house_code = 'bank' AND currency_id = 'USD'")

    assert find_named_players([f"account {house}: rolled up as 1, its entries add up to 2"]) is None


def found(*broken: BrokenLine) -> LedgerCheck:
    store_result(None, broken, read_checked_state())
    return LedgerCheck.objects.latest("id")


@pytest.mark.committed
def test_only_named_players_cannot_withdraw() -> None:
    ana, luis = funded("ana"), funded("luis")

    found(build_broken_line("a line", [f"player {ana}: 1 and 2"]))

    assert (find_stop_reason(), find_stop_reason(ana), find_stop_reason(luis)) == (
        None,
        WithdrawalStop.BROKEN,
        None,
    )
    assert count_stopped_players() == 1
    with refused(WithdrawalsClosed):
        withdrawals.request_withdrawal(
            person("ana"), usd("50.00"), destination=bank_account(), key=uuid4(), proof=just_now()
        )
    withdrawals.request_withdrawal(
        person("luis"), usd("50.00"), destination=bank_account(), key=uuid4(), proof=just_now()
    )


@pytest.mark.committed
def test_an_unfinished_check_stops_all_withdrawals() -> None:
    ana, luis = funded("ana"), funded("luis")
    named = build_broken_line("a line", [f"player {ana}: 1 and 2"])

    for other in (
        build_broken_line("another", ["USD: 5 left over"]),
        build_unchecked_line("another", ValueError("no")),
    ):
        assert found(named, other).players is None
        assert not are_withdrawals_open(luis)
        assert find_stop_reason() is WithdrawalStop.BROKEN
        assert count_stopped_players() == 0
