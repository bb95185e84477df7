"""Blocks are sealed by transaction horizon, chained, written outside the database, and betray every change."""

from pathlib import Path
from threading import Thread
from time import monotonic, sleep
from typing import Any
from uuid import uuid4

import psycopg
import pytest
from django.db import connection, connections
from django.db.models import Sum
from psycopg import Connection

from config.testing import run
from tests.wallet.ledger import funded, staked, usd
from wallet import seal_files, services
from wallet.models import Entry, House, Rollup, Seal
from wallet.reconciliation import SEALED, broken_lines
from wallet.seals import seal_ledger
from wallet.selectors import house_balance

Owner = Connection[Any]
pytestmark = pytest.mark.usefixtures("committed_db", "files")
spoils = pytest.mark.breaks_the_ledger("that is what is tested")
ROLLED_UP = "rolled-up balances are the sum of their entries"


@pytest.fixture
def files(tmp_path: Path, settings: Any) -> Path:
    settings.LEDGER_SEALS = tmp_path / "seals"
    return tmp_path / "seals"


def seal_all() -> int:
    """Seal until everything is: the horizon is that of the whole server, where other tests have transactions open."""
    sealed, deadline = 0, monotonic() + 60
    while Entry.objects.count() != (Seal.objects.aggregate(all=Sum("entries"))["all"] or 0):
        assert monotonic() < deadline, "the horizon does not move"
        sealed += seal_ledger()
        sleep(0.01)
    return sealed


def lines() -> list[str]:
    return [text for _, text in seal_files.written()]


def test_everything_final_is_sealed_once_in_a_chain() -> None:
    assert seal_ledger() == 0
    player = funded()
    first = seal_all()
    staked(player, "10")
    second = seal_all()

    one, two = Seal.objects.order_by("number")
    assert (one.number, two.number) == (1, 2)
    assert first + second == one.entries + two.entries == Entry.objects.count()
    assert bytes(two.previous) == bytes(one.hash)
    assert two.from_xact == one.to_xact
    assert seal_ledger() == 0
    assert Seal.objects.count() == 2


def test_balances_of_the_house_are_rolled_up_and_what_came_since_is_added() -> None:
    player = funded()
    assert house_balance(House.BANK, "USD") == -usd("100")
    seal_all()
    services.deposit(player, usd("7"), key=uuid4(), provider="demo")

    assert (
        Rollup.objects.get(account__house_code="bank", account__currency="USD").balance == -1000000
    )
    assert house_balance(House.BANK, "USD") == -usd("107")
    seal_all()
    assert house_balance(House.BANK, "USD") == -usd("107")


def test_a_smaller_number_that_commits_later_is_not_lost() -> None:
    """A transfer begun before a block and committed after it is in the next one, whatever its id."""
    player, other = funded("ana"), funded("luis")
    seal_all()
    before = Seal.objects.count()
    with psycopg.connect(run().app_url) as slow:
        slow.execute("SELECT pg_current_xact_id()")
        slow.execute(
            "SELECT public.post(%s, 'deposit', %s, 'USD', 5)",
            [
                uuid4(),
                player,
            ],
        )
        services.deposit(other, usd("1"), key=uuid4(), provider="demo")
        assert seal_ledger() == 0
        slow.commit()
    assert seal_all() == 4
    assert Seal.objects.count() >= before + 1
    assert broken_lines() == []


def test_many_sealers_make_one_chain() -> None:
    for name in "abcde":
        funded(name)
    sealed: list[int] = []

    def sealer() -> None:
        sealed.append(seal_ledger())
        connections.close_all()

    threads = [Thread(target=sealer) for _ in range(6)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()

    sealed.append(seal_all())
    assert sum(sealed) == Entry.objects.count()
    assert lines() == [seal_files.line(seal) for seal in Seal.objects.order_by("number")]
    assert broken_lines() == []


TAMPERED = {
    "one unit of one entry": "UPDATE wallet_entry SET amount = amount + 1 WHERE {entry}",
    "the player of a transfer": "UPDATE wallet_transfer SET details = '{{\"x\": 1}}' WHERE id = {transfer}",
    "the time of a transfer": "UPDATE wallet_transfer SET created_at = now() WHERE id = {transfer}",
    "a key": "UPDATE wallet_idempotency SET request_hash = 'x' WHERE transfer_id = {transfer}",
    "a transfer less": "DELETE FROM wallet_entry WHERE transfer_id = {transfer}",
}


@spoils
@pytest.mark.parametrize("change", TAMPERED)
def test_the_block_that_a_superuser_changes_is_named(change: str, owner_connection: Owner) -> None:
    player = funded()
    seal_all()
    transfer = services.deposit(player, usd("1"), key=uuid4(), provider="demo").transfer_id
    seal_all()
    services.deposit(player, usd("2"), key=uuid4(), provider="demo")
    seal_all()
    entry = f"transfer_id = {transfer} AND seq IS NULL"
    unguarded(owner_connection, TAMPERED[change].format(entry=entry, transfer=transfer))

    assert {line.line: line.first for line in broken_lines()}[SEALED] == (
        "block 2: not as it was sealed",
    )


@spoils
def test_a_chain_that_is_rewritten_differs_from_the_files(owner_connection: Owner) -> None:
    player = funded()
    seal_all()
    entry = "seq IS NULL"
    unguarded(owner_connection, TAMPERED["one unit of one entry"].format(entry=entry))
    unguarded(
        owner_connection,
        "UPDATE wallet_seal SET hash = (public.wallet_block(from_xact, to_xact, previous)).hash",
    )

    assert player
    assert SEALED not in {line.line for line in broken_lines()}
    (found,) = seal_files.differences()
    assert "says '1 " in found


@spoils
def test_a_rolled_up_balance_that_is_changed_is_named(owner_connection: Owner) -> None:
    funded()
    seal_all()
    unguarded(owner_connection, "UPDATE wallet_rollup SET balance = balance + 1 WHERE balance <> 0")

    assert ROLLED_UP in {line.line for line in broken_lines()}


def unguarded(owner: Owner, statement: str) -> None:
    """What an owner can do, and a superuser: change rows with the guards off."""
    for table in ("account", "transfer", "entry", "idempotency", "seal"):
        owner.execute(f"ALTER TABLE wallet_{table} DISABLE TRIGGER USER")
    changed = owner.execute(statement).rowcount
    assert changed


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


def test_a_torn_line_is_written_anew_and_lines_that_are_missing_are_told(
    files: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    funded()
    seal_all()
    (path,) = files.glob("*.txt")
    whole = path.read_text()
    path.write_text(whole[:-20])
    assert lines() == []

    funded("luis", "5")
    seal_all()
    assert len(lines()) == 2
    assert path.read_text().startswith(whole)
    assert seal_files.differences() == []

    path.unlink()
    assert seal_files.differences() == []
    monkeypatch.setattr(seal_files, "WRITTEN_WITHIN", -seal_files.WRITTEN_WITHIN)
    assert len(seal_files.differences()) == 2


def test_the_last_block_is_found_behind_lines_that_are_not_ours(files: Path) -> None:
    files.mkdir()
    ours = [f"{number} {'ab' * 32} 2 2026-01-01T00:00:00+00:00\n" for number in range(1, 40)]
    (files / "2026-01-01.txt").write_text("".join(ours[:20]))
    (files / "2025-12-31.txt").write_text("".join(ours[20:30]) + "scribbled\n")
    assert seal_files.last_written() == 30
    (files / "2025-12-31.txt").write_text("".join(ours[20:39]) + ours[38][:50])
    assert seal_files.last_written() == 39
    for path in files.iterdir():
        path.write_text("")
    assert seal_files.last_written() == 0
