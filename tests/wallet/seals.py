"""Helpers to seal the whole ledger, and to tamper with sealed rows as the database owner."""

from typing import Any

from django.db.models import Sum
from psycopg import Connection

from tests.waiting import wait_for_horizon
from tests.wallet.ledger import ask
from wallet.ledger.models import Entry, Seal, Transfer
from wallet.ledger.services import seal_files
from wallet.ledger.services.seals import seal_ledger

Owner = Connection[Any]
SEALED_IN_TIME = "entries are sealed within ten minutes"
UNGUARDED = ("account", "transfer", "entry", "seal", "rollup")
TAMPERED = {
    "one unit of one entry": "UPDATE wallet_entry SET amount = amount + 1 WHERE {entry}",
    "the player of a transfer": "UPDATE wallet_transfer SET details = '{{\"x\": 1}}' WHERE id = {transfer}",
    "the time of a transfer": "UPDATE wallet_transfer SET created_at = now() WHERE id = {transfer}",
    "a key": "UPDATE wallet_transfer SET key = gen_random_uuid() WHERE id = {transfer}",
    "a transfer less": "DELETE FROM wallet_entry WHERE transfer_id = {transfer}",
}


def seal_all() -> int:
    """Seal until everything is sealed; return the number of entries and records sealed.

    The horizon is that of the whole server, so open transactions of other tests delay it.
    """
    sealed: list[int] = []

    def all_is_sealed() -> bool:
        return written() == counted("entries") + counted("records")

    wait_for_horizon(all_is_sealed, meanwhile=lambda: sealed.append(seal_ledger()))
    return sum(sealed)


def written() -> int:
    """Return the number of entries and records."""
    return Entry.objects.count() + len(records())


def records() -> list[str]:
    """Return the name of every record of money outside the ledger."""
    return list(
        ask("SELECT array_agg(name) FROM wallet_sealed_records('0', '18446744073709551615')")
    )


def counted(column: str) -> int:
    """Return the number of sealed `entries` or `records`."""
    return int(Seal.objects.aggregate(all=Sum(column))["all"] or 0)


def lines() -> list[str]:
    """Return the lines of the seal files, block by block."""
    return [text for _, text in seal_files.read_lines()]


def unguarded(owner: Owner, statement: str) -> None:
    """Change rows with the guards off, as an owner or superuser can."""
    for table in UNGUARDED:
        owner.execute(f"ALTER TABLE wallet_{table} DISABLE TRIGGER USER")
    changed = owner.execute(statement).rowcount
    assert changed


def aged(owner: Owner, age: str = "1 day") -> None:
    """Backdate all seals in the database; the seal files keep their times."""
    unguarded(owner, f"UPDATE wallet_seal SET sealed_at = sealed_at - interval '{age}'")  # noqa: S608  constant text
    for table in UNGUARDED:
        owner.execute(f"ALTER TABLE wallet_{table} ENABLE TRIGGER USER")


def block_of(transfer: int) -> int:
    """Return the number of the block in which a transfer is sealed."""
    xact = Transfer.objects.get(pk=transfer).xact
    return Seal.objects.get(from_xact__lte=xact, to_xact__gt=xact).number
