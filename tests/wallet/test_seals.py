"""Blocks are sealed by transaction horizon, chained, written outside the database, and betray every change."""

import shutil
from io import StringIO
from pathlib import Path
from threading import Thread
from time import monotonic, sleep
from typing import Any
from uuid import uuid4

import psycopg
import pytest
from django.core.management import call_command
from django.db import connection, connections
from psycopg import Connection

from config.testing import run
from journal.models import Event
from tests.wallet.ledger import ask, funded, staked, usd
from tests.wallet.seals import records, seal_all, written
from wallet import seal_files, services
from wallet.models import Entry, House, Rollup, Seal, Transfer
from wallet.reconciliation import SEALED, broken_lines
from wallet.seals import seal_ledger
from wallet.selectors import house_balance

Owner = Connection[Any]
pytestmark = pytest.mark.usefixtures("committed_db", "files")
spoils = pytest.mark.breaks_the_ledger("that is what is tested")
SEALED_IN_TIME = "entries are sealed within ten minutes"
UNGUARDED = ("account", "transfer", "entry", "seal", "rollup")
ROLLED_UP = "rolled-up balances are the sum of their entries"


@pytest.fixture
def files(tmp_path: Path, settings: Any) -> Path:
    settings.LEDGER_SEALS = tmp_path / "seals"
    return tmp_path / "seals"


def lines() -> list[str]:
    return [text for _, text in seal_files.written()]


def test_everything_final_is_sealed_once_in_a_chain() -> None:
    assert seal_all() == len(records()) > 0  # the first limits and spreads
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
    assert sum(sealed) == written()
    assert lines() == [seal_files.line(seal) for seal in Seal.objects.order_by("number")]
    assert broken_lines() == []


def block_of(transfer: int) -> int:
    """The number of the block that a transfer is sealed in."""
    xact = Transfer.objects.get(pk=transfer).xact
    return Seal.objects.get(from_xact__lte=xact, to_xact__gt=xact).number


TAMPERED = {
    "one unit of one entry": "UPDATE wallet_entry SET amount = amount + 1 WHERE {entry}",
    "the player of a transfer": "UPDATE wallet_transfer SET details = '{{\"x\": 1}}' WHERE id = {transfer}",
    "the time of a transfer": "UPDATE wallet_transfer SET created_at = now() WHERE id = {transfer}",
    "a key": "UPDATE wallet_transfer SET key = gen_random_uuid() WHERE id = {transfer}",
    "a transfer less": "DELETE FROM wallet_entry WHERE transfer_id = {transfer}",
}


@spoils
@pytest.mark.parametrize("change", TAMPERED)
def test_the_block_that_a_superuser_changes_is_named(change: str, owner_connection: Owner) -> None:
    player = funded()
    seal_all()
    transfer = services.deposit(player, usd("1"), key=uuid4(), provider="demo").transfer_id
    seal_all()
    block = block_of(transfer)
    services.deposit(player, usd("2"), key=uuid4(), provider="demo")
    seal_all()
    entry = f"transfer_id = {transfer} AND seq IS NULL"
    unguarded(owner_connection, TAMPERED[change].format(entry=entry, transfer=transfer))

    assert {line.line: line.first for line in broken_lines()}[SEALED] == (
        f"block {block}: not as it was sealed",
    )


@spoils
def test_a_chain_that_is_rewritten_differs_from_the_files(owner_connection: Owner) -> None:
    transfer = services.deposit(funded(), usd("1"), key=uuid4(), provider="demo").transfer_id
    seal_all()
    block = block_of(transfer)
    entry = f"transfer_id = {transfer} AND seq IS NULL"
    unguarded(owner_connection, TAMPERED["one unit of one entry"].format(entry=entry))
    unguarded(
        owner_connection,
        "UPDATE wallet_seal SET hash = (public.wallet_block(from_xact, to_xact, previous)).hash",
    )

    assert SEALED not in {line.line for line in broken_lines()}
    (found,) = seal_files.differences()
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

    assert {line.line: line.first for line in broken_lines()}[ROLLED_UP] == (
        f"account {bank}: rolled up as {told}, its entries add up to -1000000",
    )


@spoils
def test_entries_that_nobody_seals_are_told_after_ten_minutes(owner_connection: Owner) -> None:
    funded()
    seal_all()
    assert broken_lines() == []
    funded("luis")
    late = Entry.objects.latest("transfer_id").transfer_id
    backdate(owner_connection, late, "9 minutes")
    assert SEALED_IN_TIME not in {line.line for line in broken_lines()}
    backdate(owner_connection, late, "2 minutes")
    await_horizon(late)
    (said,) = {line.line: line.first for line in broken_lines()}[SEALED_IN_TIME]
    assert said.startswith("1 transfers since ")
    assert said.endswith(f"UTC, from {late} on: not sealed")


@spoils
def test_what_an_open_transaction_holds_back_is_told_after_an_hour(owner_connection: Owner) -> None:
    funded()
    seal_all()
    with psycopg.connect(run().maintenance_url) as other:  # of another database
        holds = other.execute("SELECT pg_current_xact_id()::text").fetchone()
        assert holds
        funded("luis")
        late = Entry.objects.latest("transfer_id").transfer_id
        backdate(owner_connection, late, "59 minutes")
        assert SEALED_IN_TIME not in {line.line for line in broken_lines()}
        backdate(owner_connection, late, "2 minutes")
        (said,) = {line.line: line.first for line in broken_lines()}[SEALED_IN_TIME]
        assert "not sealed, held back by transaction" in said
        assert "of whatever database of this server" in said
        other.rollback()


def backdate(owner: Owner, transfer: int, age: str) -> None:
    for table, column in (("transfer", "id"), ("entry", "transfer_id")):
        unguarded(
            owner,
            f"UPDATE wallet_{table} SET created_at = created_at - interval '{age}'"  # noqa: S608  words of ours
            f" WHERE {column} = {transfer}",
        )


def await_horizon(transfer: int) -> None:
    """Wait until no transaction of the server is older than this transfer: other tests have theirs open."""
    question = "SELECT xact < pg_snapshot_xmin(pg_current_snapshot()) FROM wallet_transfer WHERE id = %(id)s"
    deadline = monotonic() + 60
    while not ask(question, {"id": transfer}):
        assert monotonic() < deadline, "the horizon does not move"
        sleep(0.01)


def unguarded(owner: Owner, statement: str) -> None:
    """What an owner can do, and a superuser: change rows with the guards off."""
    for table in UNGUARDED:
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
    whole, written_before = path.read_text(), lines()
    path.write_text(whole[:-20])
    assert lines() == written_before[:-1]

    funded("luis", "5")
    seal_all()
    assert len(lines()) > len(written_before)
    assert path.read_text().startswith(whole)
    assert seal_files.differences() == []

    path.unlink()
    assert seal_files.differences() == []
    monkeypatch.setattr(seal_files, "WRITTEN_WITHIN", -seal_files.WRITTEN_WITHIN)
    assert len(seal_files.differences()) == Seal.objects.count()


def aged(owner: Owner, age: str = "1 day") -> None:
    """All seals were made so long ago, and say so in the files as well."""
    unguarded(owner, f"UPDATE wallet_seal SET sealed_at = sealed_at - interval '{age}'")  # noqa: S608  a word of ours
    for table in UNGUARDED:
        owner.execute(f"ALTER TABLE wallet_{table} ENABLE TRIGGER USER")


@spoils
def test_files_that_are_lost_are_not_written_from_the_database(
    owner_connection: Owner, files: Path
) -> None:
    for name in "abc":
        funded(name)
        seal_all()
    unguarded(owner_connection, TAMPERED["one unit of one entry"].format(entry="seq IS NULL"))
    unguarded(
        owner_connection,
        "UPDATE wallet_seal SET hash = (public.wallet_block(from_xact, to_xact, previous)).hash",
    )
    aged(owner_connection)
    for path in files.iterdir():
        path.unlink()
    lost = Seal.objects.count()

    assert seal_ledger() == 0
    assert lines() == []
    funded("d")
    seal_all()

    assert len(lines()) == Seal.objects.count() - lost >= 1
    assert [said.partition(":")[0] for said in seal_files.differences()] == [
        f"block {number}" for number in range(1, lost + 1)
    ]


def test_one_block_whose_writer_died_is_written_however_late(
    owner_connection: Owner, files: Path
) -> None:
    funded()
    seal_all()
    aged(owner_connection)
    for path in files.iterdir():
        path.unlink()
    seal_files.write(list(Seal.objects.order_by("-number")[1:]))
    last = Seal.objects.latest("number")
    assert last.number not in seal_files.numbers()

    seal_ledger()

    assert last.number in seal_files.numbers()
    assert seal_files.differences() == []


def test_while_the_files_cannot_be_written_nothing_more_is_sealed(
    files: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    funded()
    seal_all()
    sealed = Seal.objects.count()

    def full(*_args: object, **_named: object) -> None:
        raise OSError(28, "No space left on device")

    with monkeypatch.context() as patch:
        patch.setattr(seal_files, "write", full)
        for name in "abc":
            funded(name)
            with pytest.raises(OSError, match="No space"):
                seal_all()

    assert Seal.objects.count() == sealed + 1
    seal_all()
    assert len(lines()) == Seal.objects.count() > sealed + 1


def test_a_person_has_lost_seals_written_anew_and_an_event_tells_of_it(
    owner_connection: Owner, files: Path
) -> None:
    for name in "abc":
        funded(name)
        seal_all()
    aged(owner_connection)
    for path in files.iterdir():
        path.unlink()
    assert len(seal_files.differences()) == Seal.objects.count() > 2
    told = StringIO()

    call_command("refill_seals", stdout=told)

    assert told.getvalue().startswith("block 1: written anew\n")
    assert seal_files.differences() == []
    assert {path.name[10:] for path in files.iterdir()} == {"-refilled.txt"}
    event = Event.objects.get(kind="seals_refilled")
    assert event.data["blocks"] == Seal.objects.count()
    call_command("refill_seals", stdout=told)
    assert told.getvalue().endswith("0 blocks were in no file.\n")
    funded("d")
    seal_all()
    assert seal_files.differences() == []
    assert len(lines()) == Seal.objects.count()


def test_a_copy_from_elsewhere_is_compared_as_far_as_it_goes(files: Path, tmp_path: Path) -> None:
    copy = tmp_path / "copy"
    for name in "abc":
        funded(name)
        seal_all()
    shutil.copytree(files, copy)
    funded("d")
    seal_all()
    assert seal_files.differences(copy) == []
    (path,) = copy.iterdir()
    first, second, *rest = path.read_text().splitlines(keepends=True)
    number, digest, said = first.split(" ", 2)
    path.write_text("".join([f"{number} {digest[::-1]} {said}", *rest]))

    told = seal_files.differences(copy)

    assert told[0].startswith(f"{copy}: {path.name} says '1 ")
    assert told[1:] == [f"block {n}: in no file of {copy} as the database has it" for n in (1, 2)]
    assert second.startswith("2 ")


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
