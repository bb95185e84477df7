"""Sealing until everything is, whoever else has transactions open on the server; and what an owner can do to what is sealed."""

from typing import Any

from django.db.models import Sum
from psycopg import Connection

from tests.waiting import wait_for_horizon
from tests.wallet.ledger import ask
from wallet.ledger.models import Entry, Seal, Transfer
from wallet.ledger.services import seal_files
from wallet.ledger.services.seals import seal_ledger

Owner = Connection[Any]
UNGUARDED = ("account", "transfer", "entry", "seal", "rollup")
TAMPERED = {
    "one unit of one entry": "UPDATE wallet_entry SET amount = amount + 1 WHERE {entry}",
    "the player of a transfer": "UPDATE wallet_transfer SET details = '{{\"x\": 1}}' WHERE id = {transfer}",
    "the time of a transfer": "UPDATE wallet_transfer SET created_at = now() WHERE id = {transfer}",
    "a key": "UPDATE wallet_transfer SET key = gen_random_uuid() WHERE id = {transfer}",
    "a transfer less": "DELETE FROM wallet_entry WHERE transfer_id = {transfer}",
}


def seal_all() -> int:
    """Seal until everything is: the horizon is that of the whole server, where other tests have transactions open.

    Returns how many entries and records were.
    """
    sealed: list[int] = []

    def all_is_sealed() -> bool:
        return written() == counted("entries") + counted("records")

    wait_for_horizon(all_is_sealed, meanwhile=lambda: sealed.append(seal_ledger()))
    return sum(sealed)


def written() -> int:
    """How many entries and records there are."""
    return Entry.objects.count() + len(records())


def records() -> list[str]:
    """The name of every record of money beside the ledger."""
    return list(ask("SELECT array_agg(name) FROM wallet_records('0', '18446744073709551615')"))


def counted(column: str) -> int:
    """How many of them are sealed."""
    return int(Seal.objects.aggregate(all=Sum(column))["all"] or 0)


def lines() -> list[str]:
    """What the files say, block by block."""
    return [text for _, text in seal_files.read_lines()]


def unguarded(owner: Owner, statement: str) -> None:
    """What an owner can do, and a superuser: change rows with the guards off."""
    for table in UNGUARDED:
        owner.execute(f"ALTER TABLE wallet_{table} DISABLE TRIGGER USER")
    changed = owner.execute(statement).rowcount
    assert changed


def aged(owner: Owner, age: str = "1 day") -> None:
    """All seals were made so long ago, and say so in the files as well."""
    unguarded(owner, f"UPDATE wallet_seal SET sealed_at = sealed_at - interval '{age}'")  # noqa: S608  a word of ours
    for table in UNGUARDED:
        owner.execute(f"ALTER TABLE wallet_{table} ENABLE TRIGGER USER")


def block_of(transfer: int) -> int:
    """The number of the block that a transfer is sealed in."""
    xact = Transfer.objects.get(pk=transfer).xact
    return Seal.objects.get(from_xact__lte=xact, to_xact__gt=xact).number
