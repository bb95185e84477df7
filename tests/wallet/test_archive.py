"""The archive procedure of docs/operations/ledger.md: its own commands on a separate server, and the state afterwards."""

import io
import os
import re
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from uuid import uuid4

import psycopg
import pytest
from django.core.management import call_command
from django.db import OperationalError, connection
from pytest_django import DjangoDbBlocker

from casino.play.services.betting import place_bet
from config.casts import parse_database_url
from tests.casino import scenes
from tests.waiting import BUILDING, wait_for_room_in_day
from tests.wallet.ledger import player, staked, usd
from tools.faults.server import Database, House
from tools.launch import layout, system_user
from tools.launch.environment import Urls
from wallet.ledger.models import Entry
from wallet.ledger.selectors.funds import balance
from wallet.ledger.services import movements
from wallet.ledger.services.partitions import make_partitions
from wallet.money.values import Money

PAGE = (layout.ROOT / "docs" / "operations" / "ledger.md").read_text()
BLOCK = re.compile(r"```(sql|sh)\n(?:(?:--|#) (.*?)\n)(.*?)```", re.DOTALL)
DOCUMENTED = "2026_01"
pytestmark = [pytest.mark.programs, pytest.mark.slow]


def commands(who: str) -> str:
    """Return the one block of the section on archiving whose first line is `who`."""
    section = PAGE.partition("**Archiving a month**")[2].partition("\n## ")[0]
    (found,) = [text for _, says, text in BLOCK.findall(section) if says == who]
    return str(found)


@dataclass(frozen=True)
class Ground:
    """A prepared server, and the folders that stand for the slow disk and the shelf."""

    database: Database
    folder: Path
    month: str

    @property
    def urls(self) -> Urls:
        return self.database.house.urls(self.database.server)

    @property
    def superuser(self) -> str:
        return self.database.house.superuser(self.database.server)

    def text(self, who: str) -> str:
        """Return the commands with this month and these folders; nothing else in them is changed."""
        month = commands(who).replace(DOCUMENTED, self.month)
        return month.replace("/mnt/slow", str(self.folder)).replace("/mnt/shelf", str(self.folder))

    def sql(self, who: str, url: str) -> None:
        """Run each statement in its own transaction, as psql does."""
        for statement in self.text(who).split(";"):
            if statement.strip():
                with psycopg.connect(url, autocommit=True) as session:
                    session.execute(statement.encode())

    def shell(self, who: str, url: str) -> None:
        programs = f"{self.database.server.binaries}:{os.environ['PATH']}"
        given = psycopg.conninfo.conninfo_to_dict(url)
        address = {
            "PGHOST": str(given["host"]),
            "PGUSER": str(given["user"]),
            "PGPASSWORD": str(given["password"]),
        }
        subprocess.run(
            ["sh", "-e", "-c", self.text(who)],
            check=True,
            env={**os.environ, **address, "PATH": programs},
        )

    def rows(self, url: str, statement: str) -> list[tuple[object, ...]]:
        with psycopg.connect(url) as session:
            return session.execute(statement.encode()).fetchall()


@contextmanager
def connected(url: str) -> Iterator[None]:
    """Connect Django to that server within the block."""
    mine, other = connection.settings_dict, parse_database_url(url)
    kept = dict(mine)
    connection.close()
    mine.update({name: other[name] for name in ("NAME", "USER", "PASSWORD", "HOST", "PORT")})
    mine["OPTIONS"] = {**mine["OPTIONS"], **other["OPTIONS"]}
    try:
        yield
    finally:
        connection.close()
        mine.update(kept)


@pytest.fixture(scope="module")
def ground(house: House, django_db_blocker: DjangoDbBlocker) -> Iterator[Ground]:
    """A server with rounds played and the documented commands run on it, all within one month."""
    wait_for_room_in_day(BUILDING)
    database = Database(house, house.copy("archive"))
    database.start()
    # Next to the server's folder: the system user cannot enter pytest's folders, which are private.
    folder = database.server.folder / "archive"
    for each in (folder, folder / "ligalo"):
        each.mkdir(mode=0o700)
        system_user.change_owner(each, database.server.account)
    made = Ground(database, folder, f"{datetime.now(UTC):%Y_%m}")
    try:
        with django_db_blocker.unblock(), connected(made.urls.application):
            play()
            made.sql("once, as a superuser", made.superuser)
            made.sql("as the owner", made.urls.owner)
            yield made
    finally:
        database.stop()


def play() -> int:
    """Play a round to its end; return the player's id."""
    person, table = scenes.new_player(f"{uuid4().hex}@example.test"), scenes.ligalo()
    participant = scenes.sit(person, table)
    scenes.play_out(place_bet(person, table, scenes.bet_request(participant)))
    return person.pk


def test_the_month_and_its_indexes_are_in_the_archive(ground: Ground) -> None:
    of_month = (
        "SELECT spcname FROM pg_class LEFT JOIN pg_tablespace AS place ON place.oid = reltablespace"
    )
    places = ground.rows(ground.superuser, f"{of_month} WHERE relname ~ '{ground.month}'")
    assert places == [("archive",)] * 3  # the month, and its two indexes


def test_play_goes_on_in_the_archived_month_and_the_ledger_holds(ground: Ground) -> None:
    before = Entry.objects.count()
    person = play()
    assert Entry.objects.count() > before
    movements.credit_deposit(person, usd("5"), key=uuid4(), provider="demo")
    assert make_partitions() == 0
    told = io.StringIO()
    call_command("check_ledger", stdout=told)
    assert "BROKEN" not in told.getvalue()


@pytest.mark.parametrize(
    "statement",
    [
        "UPDATE {} SET amount = amount + 1",
        "DELETE FROM {}",
        "TRUNCATE {}",
        "INSERT INTO {} TABLE {}",
    ],
)
def test_the_guards_hold_for_the_owner_of_an_archived_month(ground: Ground, statement: str) -> None:
    for table in ("wallet_entry", f"wallet_entry_{ground.month}"):
        before = ground.rows(ground.urls.owner, "TABLE wallet_entry")
        with (
            psycopg.connect(ground.urls.owner) as session,
            pytest.raises(psycopg.errors.InsufficientPrivilege),
        ):
            session.execute(statement.format(table, table).encode())
        assert ground.rows(ground.urls.owner, "TABLE wallet_entry") == before


def test_the_copy_on_the_shelf_restores_to_the_same_rows(ground: Ground) -> None:
    ground.shell("a copy for the shelf, as the owner", ground.urls.owner)
    ground.shell("and back, into a database of its own", ground.urls.owner)
    month = f"TABLE wallet_entry_{ground.month} ORDER BY transfer_id, account_id"
    shelf = ground.urls.owner.replace("/ligalo?", "/shelf?")
    assert ground.rows(shelf, month) == ground.rows(ground.urls.owner, month)
    assert ground.rows(shelf, month)


def test_play_goes_on_while_another_month_is_copied(ground: Ground) -> None:
    """As documented: operations on all months wait, such as an exchange."""
    person, cash = player(uuid4().hex), uuid4()
    movements.credit_deposit(person, usd("100"), key=uuid4(), provider="demo")
    now = datetime.now(UTC)
    number = now.year * 12 + now.month - 2
    other = f"wallet_entry_{number // 12:04}_{number % 12 + 1:02}"
    with psycopg.connect(ground.urls.owner) as owner, connection.cursor() as cursor:
        owner.execute(f"ALTER TABLE {other} SET TABLESPACE archive".encode())
        cursor.execute("SET lock_timeout = '500ms'")
        play()  # a bet and its settlement
        movements.refund_stake(person, usd("5"), key=uuid4(), round_id=staked(person, "5"))
        movements.hold_withdrawal(person, usd("7"), key=uuid4(), withdrawal_id=cash)
        movements.pay_withdrawal(person, usd("7"), key=uuid4(), withdrawal_id=cash)
        assert balance(person) == usd("93")
        with pytest.raises(OperationalError):
            movements.exchange_money(person, usd("1"), Money(1, "EUR"), key=uuid4())
        owner.rollback()
        cursor.execute("RESET lock_timeout")
    movements.exchange_money(person, usd("1"), Money(1, "EUR"), key=uuid4())
