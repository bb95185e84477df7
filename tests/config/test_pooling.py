"""PgBouncer's settings: what they become, what is refused by name, the role's timeouts."""

from typing import Any

import psycopg
import pytest
from django.core.exceptions import ImproperlyConfigured
from pytest_django import Settings

from config.casts import parse_database_url
from config.database import set_timeouts
from config.poolers import (
    PoolerUnreachable,
    check_pooler,
    check_pooler_setting,
    reconnect_poolers,
)
from config.pooling import (
    PREPARED,
    SESSION_OPTIONS,
    TIMEOUTS,
    TRANSACTION,
    add_pooler,
    parse_pooling,
)
from config.settings.base import application_database
from config.testing import current_run
from internals.postgresql.direct import DIRECT
from internals.prepared_statements import UNNAMED
from tests.fixtures.server import ROLE

POOLED = "postgres://app:word@pool:6432/ligalo"
DIRECT_URL = "postgres://app:word@primary:5432/ligalo"
OWNER = "postgres://owner:word@primary:5432/ligalo"


def database(url: str) -> dict[str, Any]:
    return application_database(parse_database_url(url))


def pooled(mode: str = TRANSACTION, app: str = POOLED, direct: str = DIRECT_URL) -> dict[str, Any]:
    databases = {"default": database(app), "owner": parse_database_url(OWNER)}
    add_pooler(databases, mode, database(direct) if direct else None)
    return databases


def test_the_pooled_address_gets_nothing_that_belongs_to_a_session() -> None:
    databases = pooled()
    assert "options" not in databases["default"]["OPTIONS"]
    assert databases["default"]["DISABLE_SERVER_SIDE_CURSORS"]
    assert databases["default"][UNNAMED]
    assert databases[DIRECT]["OPTIONS"]["options"] == SESSION_OPTIONS
    assert databases[DIRECT]["HOST"] == "primary"
    assert not pooled(PREPARED)["default"][UNNAMED]


@pytest.mark.parametrize(
    ("app", "direct", "named"),
    [
        (POOLED, "", "needs DATABASE_DIRECT_URL"),
        (POOLED, POOLED, "must not go through the pooler"),
        (POOLED, "postgres://other:word@primary:5432/ligalo", "the role of DATABASE_APP_URL"),
        (OWNER.replace("owner", "app"), DIRECT_URL.replace("5432", "5433"), "migrations need"),
        (f"{POOLED}?options=-c%20jit%3Doff", DIRECT_URL, "start-up options"),
    ],
)
def test_contradictions_are_refused_by_name(app: str, direct: str, named: str) -> None:
    with pytest.raises(ImproperlyConfigured, match=named):
        pooled(app=app, direct=direct)


def test_a_direct_address_without_a_pooler_is_refused() -> None:
    with pytest.raises(ImproperlyConfigured, match="without DATABASE_POOLING"):
        add_pooler({"default": database(DIRECT_URL)}, "none", database(DIRECT_URL))


def test_other_modes_are_refused() -> None:
    with pytest.raises(ValueError, match="none, transaction, transaction-prepared"):
        parse_pooling("session")


def test_prepared_statements_need_a_pgbouncer_that_says_its_version(settings: Settings) -> None:
    settings.DATABASE_POOLING = PREPARED
    settings.PGBOUNCER_CONSOLES = ["postgres://admin:word@127.0.0.1:1/pgbouncer"]
    with pytest.raises(ImproperlyConfigured, match="does not answer"):
        check_pooler()
    assert [found.id for found in check_pooler_setting(None)] == ["config.E001"]
    settings.DATABASE_POOLING = TRANSACTION
    assert check_pooler_setting(None) == []


def test_a_console_that_does_not_take_reconnect_is_named_after_all_were_told(
    settings: Settings,
) -> None:
    settings.PGBOUNCER_CONSOLES = [
        "postgres://admin:word@127.0.0.1:1/pgbouncer",
        "postgres://admin:word@127.0.0.1:2/pgbouncer",
    ]
    with pytest.raises(PoolerUnreachable) as told:
        reconnect_poolers()
    assert "127.0.0.1:1 (OperationalError); 127.0.0.1:2 (OperationalError)" in str(told.value)
    assert "word" not in str(told.value)


@pytest.mark.committed
def test_the_role_has_its_timeouts_without_start_up_options(
    owner_connection: psycopg.Connection[Any],
) -> None:
    set_timeouts(owner_connection, ROLE)
    with psycopg.connect(current_run().app_url) as opened:
        for name, milliseconds in TIMEOUTS.items():
            row = opened.execute(
                "SELECT setting FROM pg_settings WHERE name = %s", [name]
            ).fetchone()
            assert row == (str(milliseconds),)
