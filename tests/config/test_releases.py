"""Which databases this code serves and upgrades, and what it says of others."""

import re
from typing import Any

import pytest
from django.core.exceptions import ImproperlyConfigured
from django.core.management import call_command
from django.core.management.base import SystemCheckError
from psycopg import Connection

from config import releases
from config.casts import parse_database_url
from config.database import DatabaseRefusal, prepare_database
from config.releases import (
    ProductRelease,
    UnknownRelease,
    require_served_release,
    require_upgradable,
)
from config.testing import current_run
from tools.launch.layout import ROOT

PRESENT = ProductRelease("0.4.0", "0.3.0")


@pytest.fixture
def present(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(releases, "present_release", lambda: PRESENT)


SERVED = (
    (ProductRelease("0.4.0", "0.3.0"), ""),
    (ProductRelease("0.5.0", "0.4.0"), ""),
    (None, "The database has no release"),
    (ProductRelease("0.3.9", "0.3.0"), "run `manage.py prepare_database` of this code first"),
    (ProductRelease("0.6.0", "0.5.0"), "code older than 0.5.0 must not serve it"),
)


@pytest.mark.parametrize(("database", "reason"), SERVED)
def test_old_code_serves_beside_the_next_release_only(
    present: None, database: ProductRelease | None, reason: str
) -> None:
    if not reason:
        require_served_release(database)
    else:
        with pytest.raises(UnknownRelease, match=re.escape(reason)):
            require_served_release(database)


UPGRADED = (
    (None, ""),
    (ProductRelease("0.3.0", "0.2.0"), ""),
    (ProductRelease("0.4.0", "0.3.0"), ""),
    (ProductRelease("0.2.9", "0.2.0"), "install 0.3.0 and prepare the database with it first"),
    (ProductRelease("0.10.0", "0.4.0"), "A database is never downgraded"),
)


@pytest.mark.parametrize(("database", "reason"), UPGRADED)
def test_a_release_upgrades_from_the_versions_that_it_names(
    present: None, database: ProductRelease | None, reason: str
) -> None:
    if not reason:
        require_upgradable(database)
    else:
        with pytest.raises(UnknownRelease, match=re.escape(reason)):
            require_upgradable(database)


def test_this_version_is_a_listed_release() -> None:
    listed = releases.read_releases()

    assert releases.present_release() == [*listed.values()][-1]
    assert sorted(listed, key=releases.version_order) == [*listed]
    assert f"## {releases.read_version()}" in (ROOT / "CHANGELOG.md").read_text()


def test_a_version_that_is_not_listed_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(releases, "read_version", lambda: "9.9.9")
    with pytest.raises(UnknownRelease, match=r"RELEASES does not list version 9\.9\.9"):
        releases.present_release()


def recorded(owner: Connection[Any]) -> list[tuple[str, str]]:
    return owner.execute("SELECT version, oldest FROM config_release ORDER BY id").fetchall()


@pytest.mark.committed
def test_preparing_records_the_release_once(
    committed_db: None, owner_connection: Connection[Any]
) -> None:
    code = releases.present_release()
    assert recorded(owner_connection) == [(code.version, code.oldest)]

    prepare_database(parse_database_url(current_run().app_url), verbosity=0)

    assert recorded(owner_connection) == [(code.version, code.oldest)]


@pytest.mark.committed
def test_a_database_of_another_release_is_neither_served_nor_prepared(
    committed_db: None, owner_connection: Connection[Any]
) -> None:
    owner_connection.execute("INSERT INTO config_release (version, oldest) VALUES ('99.0', '98.0')")

    with pytest.raises(ImproperlyConfigured, match=r"the web: The database is of release 99\.0"):
        releases.refuse_unknown_release("the web")
    with pytest.raises(SystemCheckError, match=r"ligalo\.E001"):
        call_command("deal_tables")
    with pytest.raises(DatabaseRefusal, match="A database is never downgraded"):
        prepare_database(parse_database_url(current_run().app_url), verbosity=0)

    assert recorded(owner_connection)[-1] == ("99.0", "98.0")


@pytest.mark.committed
def test_databases_from_before_the_table_are_of_the_first_release(
    committed_db: None, owner_connection: Connection[Any]
) -> None:
    owner_connection.execute("TRUNCATE config_release")
    assert releases.database_release(owner_connection) == ProductRelease("0.2.0", "0.2.0")

    owner_connection.execute("DELETE FROM django_migrations WHERE app = 'api'")
    assert releases.database_release(owner_connection) == ProductRelease("0.1.0", "0.2.0")


def test_a_silent_database_does_not_stop_a_start(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    class Nowhere:
        def get_connection_params(self) -> dict[str, str]:
            return {"host": "127.0.0.1", "port": "1", "dbname": "none", "user": "none"}

    monkeypatch.setattr(releases, "connections", {"default": Nowhere()})

    releases.refuse_unknown_release("the web")

    assert "does not answer" in caplog.text
