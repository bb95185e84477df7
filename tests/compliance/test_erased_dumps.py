"""After an erasure nothing that is kept names the person: no dump, no restored backup, no file."""

import base64
import os
import re
import subprocess
import sysconfig
from collections.abc import Iterator
from pathlib import Path
from typing import Final

import pytest
from django.db import connections
from django.utils.translation import override
from psycopg.conninfo import conninfo_to_dict
from psycopg.sql import SQL, Identifier
from pytest_django import Settings

from accounts.identity.selectors.document_numbers import load_document_number
from accounts.models.users import User
from accounts.users.selectors.emails import find_account_by_email
from casino.reconciliation.services import check_ledger
from compliance.disputes import services
from compliance.models import Dispute, ErasedPerson
from compliance.restores.services.preparing import prepare_release
from config.database import restrict_access
from config.testing import current_run
from journal.models import Check, Event
from journal.services.chaining import chain_records, verify_chain
from journal.services.configured_rows import verify_rows
from restores.services.watching import close_by_hand
from tests.accounts.people import ana_confirmed, details
from tests.compliance import erasing
from tests.compliance.disputed import complaint
from tests.fixtures.profiles import ProfileChange
from tests.fixtures.server import ROLE, disconnect_all, drop_database, maintenance
from tests.wallet.test_archive import connected
from tools.launch import layout
from wallet.ledger.services.seals import seal_ledger

pytestmark = pytest.mark.committed
_BYTEA: Final = re.compile(rb"\\\\x([0-9a-f]+)")
_FOLDERS: Final = ("PERSON_KEYS", "LEDGER_SEALS", "DOCUMENTS", "EXPORTS", "ARCHIVE")


@pytest.fixture(autouse=True)
def stores(tmp_path: Path, settings: Settings, profile: ProfileChange) -> None:
    """Give the test folders of its own, and keep records for a year."""
    for name in _FOLDERS:
        setattr(settings, name, tmp_path / name.lower())
        (tmp_path / name.lower()).mkdir(mode=0o700)
    profile(identity_kept_years=1, complaints_kept_years=1, money_kept_years=1)


def dump(database: str) -> bytes:
    """Return the data of all tables, as pg_dump writes it, with each binary value also as it is."""
    url = conninfo_to_dict(current_run().owner_url)
    names = {"host": "PGHOST", "user": "PGUSER", "password": "PGPASSWORD"}
    own = {names[key]: str(value) for key, value in url.items() if key in names}
    program = Path(sysconfig.get_path("purelib")) / layout.BINARIES / "pg_dump"
    done = subprocess.run(  # the server's own program
        [program, "--data-only", f"--dbname={database}"],
        check=True,
        capture_output=True,
        env={**os.environ, **own},
    )
    values = (bytes.fromhex(one.decode()) for one in _BYTEA.findall(done.stdout))
    return b"\n".join([done.stdout, *values])


def forms(text: str) -> Iterator[bytes]:
    """Yield a text as it is, in hexadecimal, and in base64 wherever it begins."""
    yield text.lower().encode()
    yield text.encode().hex().encode()
    for skipped in range(3):
        coded = base64.b64encode(b"\0" * skipped + text.encode())
        yield coded[4 if skipped else 0 : len(coded) // 4 * 4 - 4].lower()


def find_in(content: bytes) -> list[str]:
    """Return what of the erased person is in this content."""
    content = content.lower()
    return [one for one in erasing.SOUGHT if any(form in content for form in forms(one))]


def find_in_files(settings: Settings) -> list[str]:
    paths = (path for name in _FOLDERS for path in Path(getattr(settings, name)).rglob("*"))
    files = [path for path in paths if path.is_file()]
    return [one for path in files for one in find_in(path.name.encode() + path.read_bytes())]


def others_data_is_readable(other: User) -> None:
    other.refresh_from_db()
    number = load_document_number(other)
    assert number is not None
    assert number == details(other.email).number
    assert Dispute.objects.get(player=other).text == "My cards were wrong."


def everything_verifies() -> None:
    chain_records()
    assert verify_chain(Check.Occasion.DEMAND).findings == []
    assert verify_rows(Check.Occasion.DEMAND).findings == []
    assert check_ledger() == []


@pytest.fixture
def backup(committed_db: None) -> Iterator[str]:
    """Return the name of a database that is dropped in the end."""
    name = f"{current_run().database}_older"
    with maintenance() as server:
        yield name
        connections.close_all()
        drop_database(server, name)


def back_up(name: str) -> None:
    connections.close_all()
    with maintenance() as server:
        disconnect_all(server, current_run().database)
        server.execute(
            SQL("CREATE DATABASE {} TEMPLATE {}").format(
                Identifier(name), Identifier(current_run().database)
            )
        )
        server.execute(
            SQL("ALTER DATABASE {} WITH ALLOW_CONNECTIONS true").format(
                Identifier(current_run().database)
            )
        )
        server.execute(
            SQL("ALTER DATABASE {} WITH ALLOW_CONNECTIONS true").format(Identifier(name))
        )
        restrict_access(server, name, ROLE)


def test_dumps_files_and_restored_backups_do_not_name_an_erased_person(
    backup: str, settings: Settings
) -> None:
    other = ana_confirmed()
    services.open_dispute(other, complaint("My cards were wrong."))
    player = erasing.lived().player
    erasing.closed(player)
    erasing.asked_for(player)
    seal_ledger()
    chain_records()
    assert find_in(dump(current_run().database)) != []
    back_up(backup)

    erasing.erased(player)

    everything_verifies()
    assert find_in(dump(current_run().database)) == []
    assert find_in_files(settings) == []
    others_data_is_readable(other)
    with override("en"):
        texts = set(Dispute.objects.filter(player=player).values_list("text", flat=True))
    assert texts == {"erased"}

    with connected(current_run().app_url.replace(f"/{current_run().database}?", f"/{backup}?")):
        restored = find_account_by_email(erasing.EMAIL)
        assert restored is not None
        assert not Event.objects.filter(kind="person_erased").exists()
        close_by_hand({"reason": "a backup was restored"})
        prepare_release()
        assert find_account_by_email(erasing.EMAIL) is None
        assert ErasedPerson.objects.get().player_id == player.pk
        others_data_is_readable(other)
        assert check_ledger() == []
    assert find_in(dump(backup)) == []
