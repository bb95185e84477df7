"""Requests while the owner moves a month of the ledger: pages answer "not now", the check waits."""

from collections.abc import Iterator
from datetime import UTC, datetime
from typing import Any
from uuid import uuid4

import pytest
from django.db import OperationalError, connection
from django.test import Client
from django.urls import reverse
from psycopg import Connection
from psycopg.sql import SQL, Identifier

from accounts.models.users import User
from casino.reconciliation.services import check_ledger
from tests.fixtures.reading import read_in
from tests.threads import Running
from tests.waiting import wait_until_blocked
from tests.wallet.cash import person
from tests.wallet.ledger import funded, rows, usd
from tests.wallet.rates import approved
from tests.wallet.test_bank_page import text
from wallet.exchange import services
from wallet.ledger.models import LedgerCheck
from wallet.ledger.services import movements
from wallet.money.values import Money

pytestmark = pytest.mark.committed


@pytest.fixture
def impatient() -> Iterator[None]:
    """Set `lock_timeout` to 300 ms; production waits ten seconds."""
    options = connection.settings_dict["OPTIONS"]
    kept = options.get("options", "")
    options["options"] = "-c lock_timeout=300"
    connection.close()
    yield
    options["options"] = kept
    connection.close()


@pytest.fixture
def ana(impatient: None) -> User:
    """Return a player with dollars; euros have a rate."""
    funded()
    approved("EUR", "1.16")
    return person()


def move(owner: Connection[Any]) -> None:
    """Lock last month's partition until the owner ends the transaction."""
    now = datetime.now(UTC)
    number = now.year * 12 + now.month - 2
    other = f"wallet_entry_{number // 12:04}_{number % 12 + 1:02}"
    owner.execute("BEGIN")
    owner.execute(SQL("LOCK TABLE {}").format(Identifier(other)))


@pytest.mark.parametrize("language", ["en", "es"])
def test_a_page_that_waits_too_long_says_not_now_and_changes_nothing(
    client: Client, ana: User, owner_connection: Connection[Any], language: str
) -> None:
    client.force_login(ana)
    read_in(client, language)
    sealed = services.offer_exchange(ana.pk, usd("1"), "EUR").sealed
    before = rows()
    move(owner_connection)

    answers = [
        client.get(reverse("wallet:statement")),
        client.post(reverse("wallet:confirm_exchange"), {"offer": sealed}),
    ]

    owner_connection.execute("ROLLBACK")
    assert [answer.status_code for answer in answers] == [503, 503]
    assert {answer["Retry-After"] for answer in answers} == {"60"}
    assert all(f'<html lang="{language}">' in text(answer) for answer in answers)
    assert rows() == before
    assert client.get(reverse("wallet:statement")).status_code == 200
    assert client.post(reverse("wallet:confirm_exchange"), {"offer": sealed}).status_code == 303


def test_other_database_errors_are_not_handled(
    client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    client.force_login(person())

    def lost(*_args: object, **_named: object) -> None:
        raise OperationalError("the server closed the connection")

    monkeypatch.setattr("wallet.cash.selectors.statement.load_page", lost)
    with pytest.raises(OperationalError, match="closed the connection"):
        client.get(reverse("wallet:statement"))


def test_a_wait_for_the_ledger_keeps_its_cause(
    ana: User, owner_connection: Connection[Any]
) -> None:
    move(owner_connection)
    with pytest.raises(OperationalError) as caught:
        movements.exchange_money(ana.pk, usd("1"), Money(1, "EUR"), key=uuid4())
    assert type(caught.value.__cause__).__name__ == "LockNotAvailable"


@pytest.mark.usefixtures("ana")
def test_the_check_waits_for_the_month(owner_connection: Connection[Any]) -> None:
    move(owner_connection)
    check = Running(check_ledger)
    wait_until_blocked()
    owner_connection.execute("ROLLBACK")

    assert check.result() == []
    assert LedgerCheck.objects.get().passed
