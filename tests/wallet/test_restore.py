"""The backup procedure of docs/operations/backup.md: its own commands on separate servers, and the state afterwards."""

import io
import os
import secrets
import shutil
import subprocess
from collections.abc import Iterator
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any
from uuid import uuid4

import psycopg
import pytest
from django.core.management import CommandError, call_command
from django.db import DatabaseError
from pytest_django import DjangoDbBlocker

from tests.wallet.ledger import usd
from tests.wallet.test_archive import BLOCK, connected, play
from tools.faults.server import Database, House
from tools.launch import layout, postgres, system_user
from tools.launch.processes import run_to_end
from wallet.ledger.models import Entry, Seal
from wallet.ledger.selectors.funds import balance
from wallet.ledger.selectors.reconciliation import find_broken_lines
from wallet.ledger.services import movements
from wallet.ledger.services.seals import seal_ledger

PAGE = (layout.ROOT / "docs" / "operations" / "backup.md").read_text()
pytestmark = [pytest.mark.programs, pytest.mark.slow]
TO_COME = "no transaction is of a number that this server has still to give"


def commands(who: str) -> str:
    """Return the one block of the section on backups whose first line is `who`."""
    section = PAGE.partition("## Backup")[2].partition("\n## ")[0]
    (found,) = [text for _, says, text in BLOCK.findall(section) if says == who]
    return str(found)


@dataclass(frozen=True)
class Ground:
    """A server with rounds played and sealed, and a shelf that its user can write to."""

    old: Database
    shelf: Path

    def tell(self, who: str, **more: str) -> None:
        """Run the documented commands as the server's own user; only the path of the shelf is replaced."""
        text, server = commands(who).replace("/mnt/shelf", str(self.shelf)), self.old.server
        environment = {**server.environment(), **more}
        environment["PATH"] = f"{server.binaries}:{os.environ['PATH']}"
        run_to_end(
            ["sh", "-e", "-c", text],
            folder=self.shelf,
            environment=environment,
            account=server.account,
        )

    def server(self, name: str) -> postgres.Server:
        """Return another server, in a folder next to the shelf."""
        return postgres.make_folders(replace(self.old.server, folder=self.shelf.with_name(name)))


def of(url: str) -> dict[str, str]:
    """Return the libpq environment variables for a URL."""
    given = psycopg.conninfo.conninfo_to_dict(url)
    names = {"host": "PGHOST", "user": "PGUSER", "password": "PGPASSWORD", "dbname": "PGDATABASE"}
    return {variable: str(given[name]) for name, variable in names.items()}


@pytest.fixture
def ground(
    house: House, tmp_path: Path, django_db_blocker: DjangoDbBlocker, settings: Any
) -> Iterator[Ground]:
    settings.LEDGER_SEALS = tmp_path / "seals"
    name = f"old-{secrets.token_hex(2)}"
    old = Database(house, house.copy(name))
    shelf = old.server.folder.with_name(f"{name}-shelf")
    shelf.mkdir(mode=0o700)
    system_user.change_owner(shelf, old.server.account)
    old.start()
    try:
        with django_db_blocker.unblock():
            yield Ground(old, shelf)
    finally:
        old.stop()


def check() -> str:
    """Return the output of `check_ledger`, whether it fails or not."""
    told = io.StringIO()
    try:
        call_command("check_ledger", stdout=told)
    except CommandError as error:
        told.write(str(error))
    return told.getvalue()


def test_a_copy_of_the_server_goes_on_where_it_was(ground: Ground) -> None:
    with connected(ground.old.house.urls(ground.old.server).application):
        person = play()
        assert seal_ledger() > 0
        ground.tell(
            "a copy of the server, as a superuser",
            **of(ground.old.house.superuser(ground.old.server)),
        )
    restored = Database(ground.old.house, ground.server("restored"))
    shutil.rmtree(restored.server.data, ignore_errors=True)
    subprocess.run(["cp", "-a", str(ground.shelf / "copy"), str(restored.server.data)], check=True)
    restored.start()
    try:
        with connected(restored.house.urls(restored.server).application):
            assert "BROKEN" not in check()
            before, seals = balance(person), Seal.objects.count()
            movements.credit_deposit(person, usd("5"), key=uuid4(), provider="demo")
            play()
            assert seal_ledger() > 0
            assert Seal.objects.count() == seals + 1
            assert balance(person) == before + usd("5")
            assert "BROKEN" not in check()
    finally:
        restored.stop()


def test_a_dump_in_another_server_is_refused_until_its_epoch_is_raised(ground: Ground) -> None:
    house = ground.old.house
    poured = Database(house, house.copy("poured"))
    poured.start()
    try:
        with connected(house.urls(ground.old.server).application):
            spend_numbers(house.superuser(ground.old.server))
            person = play()
            assert seal_ledger() > 0
            entries = Entry.objects.count()
        pour(ground, poured)
        with connected(house.urls(poured.server).application):
            assert {line.line for line in find_broken_lines()} == {TO_COME}  # a check would write
            with pytest.raises(DatabaseError, match="this server counts from"):
                seal_ledger()
        with psycopg.connect(house.superuser(poured.server)) as session:
            row = session.execute(
                commands("the epoch for it, in the new database").encode()
            ).fetchone()
        assert row
        poured.stop()
        told = {"EPOCH": str(row[0]), "PGDATA": str(poured.server.data)}
        ground.tell("with the new server stopped, as its own user", **told)
        poured.start()
        with connected(house.urls(poured.server).application):
            assert "BROKEN" not in check()
            movements.credit_deposit(person, usd("5"), key=uuid4(), provider="demo")
            play()
            assert seal_ledger() > 0
            assert Entry.objects.count() > entries
            assert "BROKEN" not in check()
    finally:
        poured.stop()


def spend_numbers(superuser: str) -> None:
    """Advance the server's transaction counter far beyond that of a new server."""
    with psycopg.connect(superuser, autocommit=True) as session:
        session.execute("SET synchronous_commit = off")
        session.execute(
            "DO $$ BEGIN FOR i IN 1..20000 LOOP PERFORM pg_current_xact_id(); COMMIT; END LOOP; END $$"
        )


def pour(ground: Ground, into: Database) -> None:
    """Replace the new server's database by a dump of the old server's."""
    house, binaries = ground.old.house, into.server.binaries
    target = house.superuser(into.server)
    empty = {**os.environ, **of(target), "PGDATABASE": "postgres"}
    for line in (["dropdb"], ["createdb", "--owner=ligalo"]):
        program = str(binaries / line[0])
        subprocess.run([program, *line[1:], "ligalo"], check=True, env=empty)
    dump = subprocess.run(
        [binaries / "pg_dump", "--format=custom"],
        check=True,
        env={**os.environ, **of(house.superuser(ground.old.server))},
        capture_output=True,
    ).stdout
    line = [str(binaries / "pg_restore"), "--exit-on-error", "--dbname=ligalo"]
    subprocess.run(line, check=True, env={**os.environ, **of(target)}, input=dump)
