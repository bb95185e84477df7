"""What players, staff and programs read of a detached month is what they read before."""

from collections.abc import Iterator
from datetime import timedelta
from pathlib import Path
from typing import Any
from uuid import uuid4

import pytest
from django.utils import timezone
from psycopg import Connection

from api.selectors.transfers import filter_transfers
from compliance.hands.selectors.ledger_rows import entries_by_transfer
from pages.line_pages import LinePage, RequestedPlace
from reports.selectors.fact_tables import MONEY
from reports.selectors.period_query import SplitPeriod, query_split
from reports.values.filters import Filters
from reports.values.period import Period
from tests.wallet.archive import archive, detach, month_back
from tests.wallet.ledger import funded, staked, usd
from wallet.archive.refusals import ArchiveAltered, ArchiveMissing
from wallet.archive.selectors.entries import load_first_balances
from wallet.archive.selectors.files import month_folder
from wallet.cash.selectors import activity, statement
from wallet.cash.values.activity_lines import ActivityView
from wallet.cash.values.statement_lines import StatementFilter
from wallet.cash.words.statement_file import csv_rows
from wallet.exchange.selectors import find_exchange
from wallet.ledger.models import Transfer, TransferKind
from wallet.ledger.selectors import funds
from wallet.ledger.services import movements
from wallet.money.values import Money

Owner = Connection[Any]
pytestmark = pytest.mark.committed


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, settings: Any) -> Path:
    settings.ARCHIVE = tmp_path / "archive"
    return tmp_path / "archive"


def played() -> int:
    """A player with rounds, a refund, a reversal and an exchange."""
    person = funded(text="100.00")
    for returned in ("0.00", "15.00", "10.00"):
        done = staked(person, "10.00")
        movements.settle_stakes(
            person, key=uuid4(), round_id=done, staked=usd("10.00"), returned=usd(returned)
        )
    movements.refund_stake(person, usd("4"), key=uuid4(), round_id=staked(person, "4"))
    bonus = movements.grant_bonus(person, usd("3.00"), key=uuid4(), reason="x", acting_user=person)
    movements.reverse_transfer(bonus.transfer_id, key=uuid4(), reason="x", acting_user=person)
    details = {
        "given_rate": "1",
        "received_rate": "1.1",
        "spread": "0.01",
        "given_source": "x",
        "received_source": "x",
    }
    movements.exchange_money(
        person, usd("11.00"), Money(99_000, "EUR"), key=uuid4(), details=details
    )
    return person


def pages(person: int, chosen: StatementFilter) -> Iterator[LinePage[Any]]:
    """Every page, from the newest to the oldest, and back again."""
    page = statement.load_page(person, chosen, size=3)
    yield page
    while page.older:
        page = statement.load_page(person, chosen, RequestedPlace(before=page.older), size=3)
        yield page
    while page.newer:
        page = statement.load_page(person, chosen, RequestedPlace(after=page.newer), size=3)
        yield page


def readings(person: int) -> dict[str, Any]:
    """Everything that is read of a player's movements."""
    exchange = Transfer.objects.get(kind=TransferKind.EXCHANGE).pk
    transfers = list(Transfer.objects.order_by("pk"))
    back = month_back(4)
    filters = [
        StatementFilter(),
        StatementFilter(currency="EUR"),
        StatementFilter(kind="bet"),
        StatementFilter(since=back),
        StatementFilter(until=back + timedelta(days=20)),
        StatementFilter(until=back + timedelta(days=1)),
    ]
    return {
        "file": list(csv_rows(person, StatementFilter(), sheet=False)),
        "lines": [list(statement.iterate_lines(person, one)) for one in filters],
        "spans": [statement.balance_spans(person, one) for one in filters],
        "pages": [[page.lines for page in pages(person, one)] for one in filters],
        "exchange": find_exchange(person, exchange),
        "activity": [
            activity.load_activity(person, view, RequestedPlace()).lines for view in ActivityView
        ],
        "legs": {
            pk: [(str(one), one.account.house_code, one.seq, one.created_at) for one in entries]
            for pk, entries in entries_by_transfer(transfers).items()
        },
        "day": query_split(
            MONEY,
            SplitPeriod(None, (Period(back, back + timedelta(days=20)),)),
            Filters(test=True),
            "SELECT * FROM fact ORDER BY kind, place, currency",
        ),
        "latest": statement.load_latest_lines(person, 5),
        "header": funds.latest_balance(person),
        "transfers": set(filter_transfers({"player": person}).values_list("pk", flat=True)),
    }


def test_a_detached_month_reads_as_before(owner_connection: Owner) -> None:
    person, other = played(), funded("bea")
    month = archive(owner_connection)
    movements.credit_deposit(person, usd("7"), key=uuid4(), provider="demo")
    before, of_other = readings(person), statement.load_page(other, StatementFilter()).lines
    detach(month)
    after = readings(person)
    for name, value in before.items():
        assert after[name] == value, name
    assert statement.load_page(other, StatementFilter()).lines == of_other
    assert len(before["lines"][0]) > 12
    assert len(before["day"]) > 10


def test_a_repeated_request_of_a_detached_month_has_its_first_answer(
    owner_connection: Owner,
) -> None:
    person, key, bet = funded(text="15.00"), uuid4(), uuid4()
    first = movements.credit_deposit(person, usd("7"), key=key, provider="demo")
    movements.hold_stake(person, usd("2"), key=bet, round_id=bet)
    lost = uuid4()
    movements.settle_stakes(person, key=lost, round_id=bet, staked=usd("2"), returned=usd("0"))
    month = archive(owner_connection)
    assert movements.credit_deposit(person, usd("7"), key=key, provider="demo").balances
    detach(month)
    before = funds.balance(person)
    again = movements.credit_deposit(person, usd("7"), key=key, provider="demo")
    assert (again.transfer_id, again.replayed, again.is_archived) == (first.transfer_id, True, True)
    assert load_first_balances(again.transfer_id) == first.balances == {"USD": usd("22.00")}
    settled = movements.settle_stakes(
        person, key=lost, round_id=bet, staked=usd("2"), returned=usd("0")
    )
    assert load_first_balances(settled.transfer_id) == {}
    assert funds.balance(person) == before


def test_the_header_keeps_the_currency_that_moved(owner_connection: Owner) -> None:
    person = funded(text="15.00")
    owner_connection.execute(
        b"INSERT INTO wallet_account (player_id, currency_id, floor) VALUES (%s, 'EUR', 0)",
        [person],
    )
    detach(archive(owner_connection))
    assert funds.latest_balance(person) == usd("15.00")


def test_a_missing_or_altered_file_is_said(owner_connection: Owner) -> None:
    person = played()
    month = archive(owner_connection)
    detach(month)
    path = month_folder(month.part) / "accounts.parquet"
    path.write_bytes(path.read_bytes() + b"x")
    with pytest.raises(ArchiveAltered):
        statement.load_page(person, StatementFilter())
    path.unlink()
    with pytest.raises(ArchiveMissing):
        statement.load_page(person, StatementFilter())
    since = timezone.now() - timedelta(days=1)
    assert statement.load_page(person, StatementFilter(since=since)).lines == []


def test_a_month_detached_while_a_statement_is_read_leaves_no_gap(
    owner_connection: Owner, monkeypatch: pytest.MonkeyPatch
) -> None:
    person = played()
    month = archive(owner_connection)
    movements.credit_deposit(person, usd("7"), key=uuid4(), provider="demo")
    before = list(statement.iterate_lines(person, StatementFilter()))
    monkeypatch.setattr(statement, "BATCH", 4)
    lines = statement.iterate_lines(person, StatementFilter())
    read = [next(lines)]
    detach(month)
    read += lines
    assert read == before
