"""Old months in the archive: written, verified, detached by two people; the ledger still adds up."""

from pathlib import Path
from typing import Any
from uuid import uuid4

import pytest
from django.core.management import CommandError, call_command
from psycopg import Connection
from psycopg.sql import SQL, Identifier

from accounts.roles.values import Role
from journal.models import Event, EventKind
from journal.refusals import AnotherPersonNeeded
from tests.accounts.staff import staff
from tests.threads import Running
from tests.wallet.archive import archive, detach
from tests.wallet.ledger import ask, funded, staked, usd
from wallet.archive.models import ArchivedMonth, CarriedHold, DetachedMonth
from wallet.archive.refusals import AlreadyDetached, ArchiveAltered, ArchiveMissing, NotArchivable
from wallet.archive.selectors.files import month_folder
from wallet.archive.services import detaching, writing
from wallet.archive.services.verifying import verify_archive
from wallet.ledger.models import Entry
from wallet.ledger.selectors.funds import balance
from wallet.ledger.selectors.reconciliation import find_broken_lines, read_checked_state
from wallet.ledger.services import movements
from wallet.ledger.services.seals import seal_ledger

Owner = Connection[Any]
pytestmark = pytest.mark.committed


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, settings: Any) -> Path:
    settings.ARCHIVE = tmp_path / "archive"
    return tmp_path / "archive"


def played() -> int:
    """A player with a settled round, an open one and an open withdrawal."""
    person, cash = funded(text="100.00"), uuid4()
    done = staked(person, "10.00")
    movements.settle_stakes(
        person, key=uuid4(), round_id=done, staked=usd("10.00"), returned=usd("15.00")
    )
    staked(person, "5.00")
    movements.hold_withdrawal(person, usd("20.00"), key=uuid4(), withdrawal_id=cash)
    return person


def test_a_month_is_written_as_it_is_and_stays(owner_connection: Owner) -> None:
    played()
    entries = Entry.objects.count()
    month = archive(owner_connection)
    assert (month.rows, month.totals) == (entries, {"USD": 0})
    assert set(month.files) == {"transfers", "accounts"}
    assert Entry.objects.count() == entries
    told = Event.objects.get(kind=EventKind.MONTH_ARCHIVED).data
    assert told["files"] == month.files
    assert verify_archive() == []
    with pytest.raises(NotArchivable):
        writing.write_month(month.part)


def test_the_ledger_adds_up_without_the_month(owner_connection: Owner) -> None:
    person = played()
    month = archive(owner_connection)
    before = read_checked_state().entries
    detach(month)
    assert Entry.objects.count() == 0
    assert ask("SELECT count(*) FROM wallet_transfer") > 0
    assert {hold.house_code: hold.amount for hold in CarriedHold.objects.all()} == {
        "in_play": 50_000,
        "withdrawal_pending": 200_000,
    }
    staked(person, "1.00")
    seal_ledger()
    assert find_broken_lines() == []
    assert read_checked_state().entries == before + 2
    assert balance(person) == usd("79.00")
    assert verify_archive() == []
    call_command("verify_archive")


def test_one_person_detaches_nothing(owner_connection: Owner) -> None:
    played()
    month = archive(owner_connection)
    manager = staff(Role.COMPLIANCE_MANAGER)
    asked = detaching.propose_detachment(month.pk, acting_user=manager, reason="x")
    with pytest.raises(AlreadyDetached):
        detaching.propose_detachment(month.pk, acting_user=manager, reason="x")
    with pytest.raises(AnotherPersonNeeded):
        detaching.decide_detachment(asked.pk, approved=True, acting_user=manager)
    assert detaching.detach_months() == 0
    other = staff(Role.COMPLIANCE_MANAGER, "zoe")
    detaching.decide_detachment(asked.pk, approved=False, acting_user=other, reason="not yet")
    assert detaching.detach_months() == 0
    assert not DetachedMonth.objects.exists()


@pytest.mark.breaks_the_ledger
def test_a_month_that_differs_from_its_archive_stays(owner_connection: Owner) -> None:
    played()
    month = archive(owner_connection)
    decided()
    owner_connection.execute(f"ALTER TABLE {month.part} DISABLE TRIGGER USER".encode())
    owner_connection.execute(
        SQL("DELETE FROM {} WHERE amount > 50000").format(Identifier(month.part))
    )
    assert detaching.detach_months() == 0
    assert detaching.detach_months() == 0
    told = Event.objects.get(kind=EventKind.ARCHIVE_BROKEN)
    assert "are not those of the archive" in str(told.data)
    assert not DetachedMonth.objects.exists()


def decided() -> ArchivedMonth:
    """An archived month that two people want to detach."""
    month = ArchivedMonth.objects.get()
    asked = detaching.propose_detachment(month.pk, acting_user=staff(Role.OPERATOR), reason="x")
    manager = staff(Role.COMPLIANCE_MANAGER)
    detaching.decide_detachment(asked.pk, approved=True, acting_user=manager)
    return month


@pytest.mark.breaks_the_ledger
def test_a_row_that_arrives_meanwhile_is_not_lost(owner_connection: Owner) -> None:
    played()
    archive(owner_connection)
    part = decided().part
    owner_connection.execute(f"ALTER TABLE {part} DISABLE TRIGGER USER".encode())
    with owner_connection.transaction():
        copy = (
            "INSERT INTO {0} (transfer_id, account_id, currency_id, amount, created_at)"
            " SELECT 0, account_id, currency_id, 1, created_at FROM {0} LIMIT 1"
        )
        owner_connection.execute(SQL(copy).format(Identifier(part)))
        running = Running(detaching.detach_months)
        waits = "SELECT count(*) FROM pg_locks WHERE NOT granted AND relation = %(part)s::regclass"
        while not ask(waits, {"part": part}):
            assert not running.future.done()
    assert running.result() == 0
    assert "are not those of the archive" in str(
        Event.objects.get(kind=EventKind.ARCHIVE_BROKEN).data
    )
    assert not DetachedMonth.objects.exists()


def test_a_file_altered_after_the_decision_keeps_the_month(owner_connection: Owner) -> None:
    played()
    archive(owner_connection)
    month = decided()
    path = month_folder(month.part) / "accounts.parquet"
    kept = path.read_bytes()
    path.write_bytes(kept[:-9] + bytes([kept[-9] ^ 1]) + kept[-8:])
    assert detaching.detach_months() == 0
    assert "archive_altered" in str(Event.objects.get(kind=EventKind.ARCHIVE_BROKEN).data)
    assert not DetachedMonth.objects.exists()
    path.write_bytes(kept)
    assert detaching.detach_months() == 1


@pytest.mark.parametrize("name", ["transfers", "accounts"])
def test_an_altered_file_is_found(owner_connection: Owner, name: str) -> None:
    played()
    month = archive(owner_connection)
    detach(month)
    path = month_folder(month.part) / f"{name}.parquet"
    kept = path.read_bytes()
    path.write_bytes(kept[:-9] + bytes([kept[-9] ^ 1]) + kept[-8:])
    assert "archive_altered" in {one.code for one in verify_archive()}
    assert Event.objects.filter(kind=EventKind.ARCHIVE_BROKEN).exists()
    path.unlink()
    with pytest.raises(CommandError, match="archive_missing"):
        call_command("verify_archive")
    path.write_bytes(kept)
    assert verify_archive() == []


def test_an_altered_transfer_of_a_detached_month_is_found(owner_connection: Owner) -> None:
    played()
    detach(archive(owner_connection))
    owner_connection.execute(b"ALTER TABLE wallet_transfer DISABLE TRIGGER USER")
    owner_connection.execute(
        b"UPDATE wallet_transfer SET key = gen_random_uuid() WHERE kind = 'bet'"
    )
    assert [one.code for one in verify_archive()] == ["altered"]


@pytest.mark.parametrize(
    "change",
    [
        "wallet_carried_balance SET last_seq = last_seq + 1 WHERE last_seq IS NOT NULL",
        "wallet_carried_balance SET balance_after = balance_after + 1 WHERE last_seq IS NOT NULL",
        "wallet_carried_hold SET amount = amount + 1 WHERE house_code = 'in_play'",
        "wallet_carried_hold SET reference = gen_random_uuid()",
    ],
)
@pytest.mark.breaks_the_ledger
def test_what_a_month_left_is_verified(owner_connection: Owner, change: str) -> None:
    played()
    detach(archive(owner_connection))
    assert verify_archive() == []
    table = change.partition(" ")[0]
    owner_connection.execute(f"ALTER TABLE {table} DISABLE TRIGGER USER".encode())
    owner_connection.execute(f"UPDATE {change}".encode())
    assert [one.code for one in verify_archive()] == ["archive_altered"]


@pytest.mark.breaks_the_ledger
def test_altered_carried_balances_are_found(owner_connection: Owner) -> None:
    person = played()
    detach(archive(owner_connection))
    owner_connection.execute(b"ALTER TABLE wallet_carried_balance DISABLE TRIGGER USER")
    owner_connection.execute(
        b"UPDATE wallet_carried_balance SET amount = amount + 1"
        b" WHERE account_id = (SELECT id FROM wallet_account WHERE player_id = %s)",
        [person],
    )
    assert [line.line for line in find_broken_lines()] == [
        "stored balances are the sum of their entries"
    ]
    assert [one.code for one in verify_archive()] == ["archive_altered"]


def test_a_proposal_needs_the_files(owner_connection: Owner) -> None:
    played()
    month = archive(owner_connection)
    path = month_folder(month.part) / "accounts.parquet"
    path.write_bytes(path.read_bytes() + b"x")
    operator = staff(Role.OPERATOR)
    with pytest.raises(ArchiveAltered):
        detaching.propose_detachment(month.pk, acting_user=operator, reason="x")
    path.unlink()
    with pytest.raises(ArchiveMissing):
        detaching.propose_detachment(month.pk, acting_user=operator, reason="x")


def test_months_in_use_are_not_archived(owner_connection: Owner) -> None:
    archive(owner_connection, months=4)
    assert ArchivedMonth.objects.count() == 1
    for name in (
        "wallet_entry_default",
        "wallet_entry_1999_01",
        f"wallet_entry_{writing.__name__}",
    ):
        with pytest.raises(NotArchivable):
            writing.write_month(name)
