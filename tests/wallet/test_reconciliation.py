"""Reconciliation finds and names each kind of corruption, made by the owner with the guards off."""

from typing import Any
from uuid import UUID, uuid4

import pytest
from psycopg import Connection

from tests.wallet.ledger import ask, funded, staked, usd
from tests.wallet.months import next_month, partition
from wallet.ledger.selectors.reconciliation import (
    OPEN_ROUNDS,
    BrokenLine,
    find_broken_lines,
    line_queries,
)
from wallet.ledger.services import movements
from wallet.money.values import Money

Owner = Connection[Any]
TABLES = (
    "transfer",
    "entry",
    "account",
    "reversal",
    "open_stake",
    "receivable",
    "withdrawal_hold",
    "withheld_tax",
)
IN_TEST_SEALS = {
    "rolled-up balances are the sum of their entries",
    "entries are sealed within ten minutes",
}
IN_TEST_NUMBERS_TO_COME = {"no transaction is of a number that this server has still to give"}
spoils = pytest.mark.breaks_the_ledger("that is what is tested")

CORRUPTIONS = {
    "transfers add up to zero in each currency": (
        "UPDATE wallet_entry SET amount = amount + 1 WHERE transfer_id = {bet} AND seq IS NULL",
        "transfer {bet}: 1 USD left over",
    ),
    "currencies net to zero": (
        "UPDATE wallet_entry SET amount = amount - 3 WHERE transfer_id = {bet} AND seq IS NULL",
        "USD: -3 left over",
    ),
    "transfers have entries": (
        "DELETE FROM wallet_entry WHERE transfer_id = {bet}",
        "transfer {bet}: no entries",
    ),
    "transfers are what their entries say": (
        "UPDATE wallet_transfer SET amount = 100001 WHERE id = {bet}",
        "transfer {bet}: bet of 100001 USD is not what its entries moved",
    ),
    "entries are as old as their transfer": (
        "UPDATE wallet_entry SET created_at = created_at + interval '1 microsecond' WHERE transfer_id = {bet} AND seq IS NULL",
        "transfer {bet}: its entry on account {house} was not written with it",
    ),
    "entries are on an account of their currency and player": (
        "UPDATE wallet_entry SET account_id = 987654321 WHERE transfer_id = {bet} AND seq IS NULL",
        "transfer {bet}: does not belong on account 987654321",
    ),
    "stored balances are the sum of their entries": (
        "UPDATE wallet_account SET balance = balance + 1 WHERE id = {account}",
        "account {account}: stores 900001, its entries add up to 900000",
    ),
    "entries of an account are numbered without a gap": (
        "UPDATE wallet_entry SET seq = 3 WHERE transfer_id = {bet} AND seq > 0",
        "account {account}: number 3 follows 1",
    ),
    "running balances follow their amounts": (
        "UPDATE wallet_entry SET balance_after = 1 WHERE transfer_id = {bet} AND seq > 0",
        "account {account}, number 2: -100000 after 1000000 is not 1",
    ),
    "no balance of real money is or was negative": (
        "UPDATE wallet_entry SET balance_after = -1 WHERE transfer_id = {bet} AND seq > 0",
        "account {account}, number 2: -1 USD",
    ),
    "rounds hold their open stakes": (
        "UPDATE wallet_open_stake SET amount = 99999",
        "round {round} of player {ana}: 100000 USD in play, 99999 held",
    ),
    "settled rounds hold nothing": (
        "UPDATE wallet_transfer SET kind = 'settle' WHERE id = {bet}",
        "round {round} of player {ana}: settled, and 100000 USD held",
    ),
    "withdrawals hold what is pending": (
        "UPDATE wallet_withdrawal_hold SET is_open = false",
        "withdrawal {withdrawal} of player {ben}: 50000 USD pending, 0 held",
    ),
    "players owe what their rounds and deposits say": (
        "INSERT INTO wallet_receivable (round_id, player_id, currency_id, amount) VALUES ('{round}', {ana}, 'USD', 5)",
        "round or deposit {round} of player {ana}: 0 USD receivable, 5 owed",
    ),
    "taxes withheld are what their transfers moved": (
        "INSERT INTO wallet_withheld_tax (transfer_id, player_id, currency_id, amount, at) VALUES ({bet}, {ana}, 'USD', 5, now())",
        "transfer {bet}: 5 USD of tax noted, 0 moved",
    ),
    "the months to come have their partition": (
        "ALTER TABLE wallet_entry DETACH PARTITION {partition}",
        "month {month}: no partition of wallet_entry",
    ),
    "the house has one account of each kind and currency, and stores no balance": (
        "UPDATE wallet_account SET balance = 7 WHERE id = {house}",
        "in_play USD: account {house} stores 7 after 0",
    ),
    "reversals are exact opposites": (
        "INSERT INTO wallet_reversal VALUES ({deposit}, {bet})",
        "transfer {bet}: a reversal of nothing",
    ),
}


def world() -> dict[str, Any]:
    """Create Ana with a deposit and a stake, and Ben with a withdrawal; return the ids of their rows."""
    ana, ben = funded("ana"), funded("ben")
    round_id, withdrawal = uuid4(), uuid4()
    bet = movements.hold_stake(ana, usd("10.00"), key=uuid4(), round_id=round_id).transfer_id
    movements.hold_withdrawal(ben, usd("5.00"), key=uuid4(), withdrawal_id=withdrawal)
    of_bet = f"FROM wallet_entry WHERE transfer_id = {bet} AND seq IS"
    return {
        "ana": ana,
        "ben": ben,
        "round": round_id,
        "withdrawal": withdrawal,
        "bet": bet,
        "deposit": ask("SELECT min(id) FROM wallet_transfer"),
        "house": ask(f"SELECT account_id {of_bet} NULL"),
        "account": ask(f"SELECT account_id {of_bet} NOT NULL"),
        "month": f"{next_month():%Y-%m}",
        "partition": partition(next_month()),
    }


def spoil(owner: Owner, statement: str) -> None:
    """Run the statement without the guards, as only the tables' owner can."""
    with owner.transaction():
        for table in TABLES:
            owner.execute(f"ALTER TABLE wallet_{table} DISABLE TRIGGER USER")
        owner.execute("ALTER TABLE wallet_account DROP CONSTRAINT wallet_account_not_negative")
        owner.execute(statement)


def test_every_line_has_its_corruption() -> None:
    assert set(line_queries()) == {*CORRUPTIONS, *IN_TEST_SEALS, *IN_TEST_NUMBERS_TO_COME}


@spoils
@pytest.mark.committed
@pytest.mark.parametrize("line", CORRUPTIONS)
def test_a_corruption_is_found_and_its_row_named(owner_connection: Owner, line: str) -> None:
    names = world()
    assert find_broken_lines() == []
    statement, row = CORRUPTIONS[line]
    spoil(owner_connection, statement.format(**names))
    found = {broken.line: broken for broken in find_broken_lines()}
    assert row.format(**names) in found[line].first
    assert found[line].rows >= 1


@spoils
@pytest.mark.committed
def test_a_reversal_of_another_amount_is_found(owner_connection: Owner) -> None:
    names = world()
    undone = movements.reverse_transfer(names["bet"], key=uuid4(), reason="misdealt").transfer_id
    spoil(
        owner_connection,
        f"UPDATE wallet_entry SET amount = amount + 1 WHERE transfer_id = {undone} AND seq > 0",  # noqa: S608  an integer
    )
    found = {broken.line: broken.first for broken in find_broken_lines()}
    assert found["reversals are exact opposites"] == (
        f"transfer {undone}: does not undo {names['bet']} on account {names['account']}",
    )


@spoils
@pytest.mark.committed
def test_a_balance_below_zero_is_found_but_in_play_money(owner_connection: Owner) -> None:
    names = world()
    movements.hold_stake(names["ana"], Money(5, "PLY"), key=uuid4(), round_id=uuid4())
    assert find_broken_lines() == []
    spoil(owner_connection, f"UPDATE wallet_account SET balance = -7 WHERE id = {names['account']}")  # noqa: S608  an integer
    found = {broken.line: broken.first for broken in find_broken_lines()}
    assert found["no balance of real money is or was negative"] == (
        f"account {names['account']}: -7 USD",
    )


def test_open_rounds_tie_up_with_the_money_in_play(db: None) -> None:
    ana = funded()
    round_id, other = staked(ana, "10.00"), UUID(int=1)
    assert find_broken_lines({(round_id, ana): usd("10.00")}) == []
    assert find_broken_lines({(round_id, ana): usd("9.00")}) == [
        BrokenLine(
            OPEN_ROUNDS, 1, (f"round {round_id} of player {ana}: 10.00 USD in play, 9.00 USD open",)
        )
    ]
    assert find_broken_lines({}) == [
        BrokenLine(
            OPEN_ROUNDS, 1, (f"round {round_id} of player {ana}: 10.00 USD in play, not open",)
        )
    ]
    assert find_broken_lines({(round_id, ana): usd("10.00"), (other, ana): usd("1.00")}) == [
        BrokenLine(OPEN_ROUNDS, 1, (f"round {other} of player {ana}: 0 in play, 1.00 USD open",))
    ]
