"""Seals: blocks by transaction horizon, chained, written outside the database; they reveal every change."""

from uuid import uuid4

import psycopg
import pytest
from django.db import connection

from config.testing import current_run
from tests.threads import at_once
from tests.waiting import wait_for_horizon
from tests.wallet.ledger import ask, funded, staked, usd
from tests.wallet.seals import (
    SEALED_IN_TIME,
    TAMPERED,
    Owner,
    block_of,
    lines,
    records,
    seal_all,
    unguarded,
    written,
)
from wallet.ledger.models import Entry, HouseAccount, Rollup, Seal
from wallet.ledger.selectors.funds import house_balance
from wallet.ledger.selectors.reconciliation import SEALED, find_broken_lines
from wallet.ledger.services import movements, seal_files
from wallet.ledger.services.seals import seal_ledger

pytestmark = [pytest.mark.committed, pytest.mark.usefixtures("files")]
spoils = pytest.mark.breaks_the_ledger("that is what is tested")
ROLLED_UP = "rolled-up balances are the sum of their entries"


def test_everything_final_is_sealed_once_in_a_chain() -> None:
    assert seal_all() == len(records()) > 0  # the initial limits and spreads
    player = funded()
    assert seal_all() == 2
    staked(player, "10")
    assert seal_all() == 2

    none, one, two = Seal.objects.order_by("number")
    assert (none.number, one.number, two.number) == (1, 2, 3)
    assert (none.entries, one.entries, two.entries) == (0, 2, 2)
    assert bytes(two.previous) == bytes(one.hash)
    assert two.from_xact == one.to_xact
    assert seal_ledger() == 0
    assert Seal.objects.count() == 3


def test_balances_of_the_house_are_rolled_up_and_what_came_since_is_added() -> None:
    player = funded()
    assert house_balance(HouseAccount.BANK, "USD") == -usd("100")
    seal_all()
    movements.credit_deposit(player, usd("7"), key=uuid4(), provider="demo")

    assert (
        Rollup.objects.get(account__house_code="bank", account__currency="USD").balance == -1000000
    )
    assert house_balance(HouseAccount.BANK, "USD") == -usd("107")
    seal_all()
    assert house_balance(HouseAccount.BANK, "USD") == -usd("107")


def test_a_smaller_number_that_commits_later_is_not_lost() -> None:
    """A transfer begun before a block and committed after it is in the next block, whatever its id."""
    player, other = funded("ana"), funded("luis")
    seal_all()
    before = Seal.objects.count()
    with psycopg.connect(current_run().app_url) as slow:
        slow.execute("SELECT pg_current_xact_id()")
        slow.execute(
            "SELECT public.post(%s, 'deposit', %s, 'USD', 5)",
            [
                uuid4(),
                player,
            ],
        )
        movements.credit_deposit(other, usd("1"), key=uuid4(), provider="demo")
        assert seal_ledger() == 0
        slow.commit()
    assert seal_all() == 4
    assert Seal.objects.count() >= before + 1
    assert find_broken_lines() == []


def test_many_sealers_make_one_chain() -> None:
    for name in "abcde":
        funded(name)
    sealed = at_once(*[seal_ledger] * 6)

    sealed.append(seal_all())
    assert sum(sealed) == written()
    assert lines() == [seal_files.format_seal(seal) for seal in Seal.objects.order_by("number")]
    assert find_broken_lines() == []


@spoils
@pytest.mark.parametrize("change", TAMPERED)
def test_the_block_that_a_superuser_changes_is_named(change: str, owner_connection: Owner) -> None:
    player = funded()
    seal_all()
    transfer = movements.credit_deposit(player, usd("1"), key=uuid4(), provider="demo").transfer_id
    seal_all()
    block = block_of(transfer)
    movements.credit_deposit(player, usd("2"), key=uuid4(), provider="demo")
    seal_all()
    entry = f"transfer_id = {transfer} AND seq IS NULL"
    unguarded(owner_connection, TAMPERED[change].format(entry=entry, transfer=transfer))

    assert {line.line: line.first for line in find_broken_lines()}[SEALED] == (
        f"block {block}: not as it was sealed",
    )


@spoils
def test_a_chain_that_is_rewritten_differs_from_the_files(owner_connection: Owner) -> None:
    transfer = movements.credit_deposit(
        funded(), usd("1"), key=uuid4(), provider="demo"
    ).transfer_id
    seal_all()
    block = block_of(transfer)
    entry = f"transfer_id = {transfer} AND seq IS NULL"
    unguarded(owner_connection, TAMPERED["one unit of one entry"].format(entry=entry))
    unguarded(
        owner_connection,
        "UPDATE wallet_seal SET hash = (public.wallet_hash_block(from_xact, to_xact, previous)).hash",
    )

    assert SEALED not in {line.line for line in find_broken_lines()}
    (found,) = seal_files.find_differences()
    assert f"says '{block} " in found


@spoils
@pytest.mark.parametrize(
    ("change", "told"),
    [
        ("UPDATE wallet_rollup SET balance = 1 WHERE balance <> 0", "1"),
        ("DELETE FROM wallet_rollup WHERE balance <> 0", "0"),
    ],
)
def test_a_rolled_up_balance_that_is_changed_is_named(
    owner_connection: Owner, change: str, told: str
) -> None:
    funded()
    seal_all()
    bank = Rollup.objects.exclude(balance=0).get().account_id
    unguarded(owner_connection, change)

    assert {line.line: line.first for line in find_broken_lines()}[ROLLED_UP] == (
        f"account {bank}: rolled up as {told}, its entries add up to -1000000",
    )


@spoils
def test_unsealed_entries_are_reported_after_ten_minutes(owner_connection: Owner) -> None:
    funded()
    seal_all()
    assert find_broken_lines() == []
    funded("luis")
    late = Entry.objects.latest("transfer_id").transfer_id
    backdate(owner_connection, late, "9 minutes")
    assert SEALED_IN_TIME not in {line.line for line in find_broken_lines()}
    backdate(owner_connection, late, "2 minutes")
    await_horizon(late)
    (said,) = {line.line: line.first for line in find_broken_lines()}[SEALED_IN_TIME]
    assert said.startswith("1 transfers since ")
    assert said.endswith(f"UTC, from {late} on: not sealed")


@spoils
def test_entries_blocked_by_an_open_transaction_are_reported_after_an_hour(
    owner_connection: Owner,
) -> None:
    funded()
    seal_all()
    with psycopg.connect(current_run().maintenance_url) as other:  # in another database
        holds = other.execute("SELECT pg_current_xact_id()::text").fetchone()
        assert holds
        funded("luis")
        late = Entry.objects.latest("transfer_id").transfer_id
        backdate(owner_connection, late, "59 minutes")
        assert SEALED_IN_TIME not in {line.line for line in find_broken_lines()}
        backdate(owner_connection, late, "2 minutes")
        (said,) = {line.line: line.first for line in find_broken_lines()}[SEALED_IN_TIME]
        assert "not sealed, held back by transaction" in said
        assert "of whatever database of this server" in said
        other.rollback()


def backdate(owner: Owner, transfer: int, age: str) -> None:
    for table, column in (("transfer", "id"), ("entry", "transfer_id")):
        unguarded(
            owner,
            f"UPDATE wallet_{table} SET created_at = created_at - interval '{age}'"  # noqa: S608  constant text
            f" WHERE {column} = {transfer}",
        )


def await_horizon(transfer: int) -> None:
    """Wait until no open transaction of the server is older than this transfer; other tests have some open."""
    question = "SELECT xact < pg_snapshot_xmin(pg_current_snapshot()) FROM wallet_transfer WHERE id = %(id)s"
    wait_for_horizon(lambda: ask(question, {"id": transfer}))


def test_seals_are_never_changed(owner_connection: Owner) -> None:
    funded()
    seal_all()
    for statement in (
        "UPDATE wallet_seal SET entries = 1",
        "DELETE FROM wallet_seal",
        "TRUNCATE wallet_seal",
    ):
        with pytest.raises(psycopg.errors.InsufficientPrivilege, match="append-only"):
            owner_connection.execute(statement)
    with connection.cursor() as cursor, pytest.raises(Exception, match="permission denied"):
        cursor.execute("INSERT INTO wallet_rollup VALUES (1, 1, '1')")
