"""A check closes the withdrawals of the players whose rounds and transfers its rows name."""

from typing import Any
from uuid import uuid4

import pytest
from psycopg import Connection
from psycopg.sql import SQL, Identifier

from casino.models import Round
from casino.reconciliation.selectors.lines import RATES
from casino.reconciliation.selectors.worth_line import WORTH
from casino.reconciliation.services import check_ledger
from tests.casino import scenes
from tests.casino.copied import copy_of_round
from tests.wallet.cash import account, just_now
from tests.wallet.ledger import ask, funded, usd
from wallet.cash import refusals
from wallet.cash.selectors.withdrawal_stop import are_withdrawals_open
from wallet.cash.services import withdrawals
from wallet.ledger.models import LedgerCheck
from wallet.ledger.selectors.reconciliation import CURRENCIES, OPEN_ROUNDS, TRANSFERS

pytestmark = [
    pytest.mark.committed,
    pytest.mark.breaks_the_ledger("that is what is tested"),
]
FACTS = ("cards_drawn", "cards", "result", "returned", "returned_usd", "balance_after")
NO_FACTS = ", ".join(f"'{fact}', NULL" for fact in FACTS)


def test_rounds_without_a_transfer_close_their_players_withdrawals_only(
    owner_connection: Connection[Any],
) -> None:
    round_ = scenes.play(scenes.deal(scenes.ordinary), "stand")
    luis = scenes.new_player("luis@example.test")
    unstaked(owner_connection, copy_of_round(0, "in_progress"))
    unstaked(owner_connection, copy_of_round(1, "completed", ", 'amount_usd', 5"))

    broken = {line.line: line.first for line in check_ledger()}

    assert {OPEN_ROUNDS, WORTH, RATES} <= set(broken)
    assert all(f"of player {round_.player_id}: " in row for rows in broken.values() for row in rows)
    assert LedgerCheck.objects.latest("id").players == [round_.player_id]
    withdraws(luis)
    with pytest.raises(refusals.WithdrawalsClosed):
        withdraws(round_.player)


def unstaked(owner: Connection[Any], copied: str) -> None:
    """Insert a round without a stake in the ledger. Only the owner can, with triggers disabled."""
    with owner.transaction():
        for table in ("casino_deal", "casino_round"):
            owner.execute(SQL("ALTER TABLE {} DISABLE TRIGGER USER").format(Identifier(table)))
        owner.execute(copied.encode())


def withdraws(player: Any) -> None:
    proof = just_now()
    withdrawals.request_withdrawal(
        player, usd("20.00"), destination=account("x"), key=uuid4(), proof=proof
    )


def test_leftovers_of_a_currency_name_the_last_player(
    owner_connection: Connection[Any],
) -> None:
    ana, luis = funded("ana"), funded("luis")
    transfer = ask(f"SELECT max(id) FROM wallet_transfer WHERE player_id = {ana}")  # noqa: S608  a number
    with owner_connection.transaction():
        owner_connection.execute("ALTER TABLE wallet_entry DISABLE TRIGGER USER")
        owner_connection.execute(
            "UPDATE wallet_entry SET amount = amount - 5 WHERE transfer_id = %s AND seq IS NULL",
            [transfer],
        )

    broken = {line.line for line in check_ledger()}

    assert {TRANSFERS, CURRENCIES} <= broken
    assert not Round.objects.exists()
    assert (are_withdrawals_open(ana), are_withdrawals_open(luis)) == (False, True)
