"""What lines and files of the account statement say."""

import csv
from datetime import datetime, timedelta
from typing import Any
from uuid import uuid4

import pytest
from django.test import Client
from django.utils import timezone

from tests.fixtures.reading import read_in
from tests.wallet.cash import person
from tests.wallet.ledger import funded, staked, usd
from tests.wallet.rates import approved
from tests.wallet.statements import FILE, STATEMENT, file, paid_in
from tests.wallet.test_bank_page import text
from wallet.cash.selectors import statement
from wallet.exchange import services
from wallet.ledger.services import movements
from wallet.money.values import Money

pytestmark = pytest.mark.database


@pytest.fixture
def page(client: Client) -> Client:
    client.force_login(person())
    read_in(client, "en")
    return client


def test_the_file_has_every_movement_with_numbers_for_machines(page: Client) -> None:
    ana = funded(text="1234.50")
    round_id = staked(ana, "2.505")
    header, first, second = file(page)
    assert header[5:7] == ["amount", "balance after it"]
    assert first[2:7] == ["deposit", "Deposit", "USD", "1234.50", "1234.50"]
    assert second[2:8] == ["bet", "Bet", "USD", "-2.5050", "1231.9950", str(round_id)]
    assert datetime.fromisoformat(first[0]).tzinfo is not None


def test_the_file_speaks_the_readers_language_but_not_in_numbers(page: Client) -> None:
    funded(text="1234.50")
    read_in(page, "es")
    assert file(page)[1][5] == "1234.50"


def test_the_file_is_read_in_batches_that_miss_nothing(
    page: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(statement, "BATCH", 7)
    ana = paid_in(15)
    for _ in range(9):
        movements.credit_deposit(ana, Money.parse("1", "COP"), key=uuid4(), provider="demo")
    lines = file(page)[1:]
    assert [line[6] for line in lines if line[4] == "USD"] == [f"{n}.00" for n in range(1, 16)]
    assert [line[6] for line in lines if line[4] == "COP"] == [f"{n}.00" for n in range(1, 10)]


def test_the_file_can_be_filtered(page: Client) -> None:
    staked(funded(), "2.00")
    assert [line[2] for line in file(page, kind="bet")[1:]] == ["bet"]


def exchanged() -> None:
    approved("EUR", "1.16")
    ana = funded(text="1000.00")
    offer = services.offer_exchange(ana, Money.parse("100", "USD"), "EUR")
    services.confirm_exchange(ana, offer.sealed)
    approved("EUR", "1.17", hours=0.1)


def test_an_exchange_shows_both_amounts_and_its_rate_and_spread_as_they_were(page: Client) -> None:
    exchanged()
    shown = text(page.get(STATEMENT)).replace("\N{NO-BREAK SPACE}", " ")
    assert shown.count("$100.00 → €85.3448. Rate: 1 EUR = 1.16 USD; the house kept 1%") == 2
    only = text(page.get(STATEMENT, {"currency": "EUR"})).replace("\N{NO-BREAK SPACE}", " ")
    assert "$100.00 → €85.3448." in only


def test_so_does_the_file(page: Client) -> None:
    exchanged()
    header, *lines = file(page, kind="exchange")
    assert header[9:] == [
        "given",
        "currency given",
        "received",
        "currency received",
        "exchange rate",
        "share of the house",
    ]
    assert [line[4:6] for line in lines] in (
        [["USD", "-100.00"], ["EUR", "85.3448"]],
        [["EUR", "85.3448"], ["USD", "-100.00"]],
    )
    for line in lines:
        assert line[9:] == ["100.00", "USD", "85.3448", "EUR", "1.16", "0.01"]


def test_a_spreadsheet_gets_numbers_and_times_as_it_reads_them(page: Client) -> None:
    staked(funded(text="1234.50"), "2.505")
    read_in(page, "es")
    answer: Any = page.get(FILE, {"sheet": ""})
    sent = b"".join(answer.streaming_content).decode("utf-8-sig")
    _header, first, second = csv.reader(sent.splitlines(), delimiter=";")
    assert first[5:7] == ["1234,50", "1234,50"]
    assert second[5:7] == ["-2,5050", "1231,9950"]
    assert datetime.fromisoformat(first[0]).tzinfo is None


@pytest.mark.parametrize(
    ("since", "until", "opening", "closing"),
    [
        (0, 0, "0.00", "7.50"),
        (1, None, "7.50", "7.50"),
        (None, -1, "0.00", "0.00"),
        (None, None, "0.00", "7.50"),
    ],
)
def test_a_period_says_what_there_was_when_it_began_and_when_it_ended(
    page: Client, since: int | None, until: int | None, opening: str, closing: str
) -> None:
    """Days are relative to today; the filter by kind does not affect the balances."""
    staked(funded(text="10.00"), "2.50")
    today = timezone.now().date()
    days = {"since": since, "until": until}
    chosen = {
        name: (today + timedelta(days=n)).isoformat() for name, n in days.items() if n is not None
    }

    answer: Any = page.get(STATEMENT, {**chosen, "currency": "USD", "kind": "deposit"})

    (span,) = answer.context["spans"]
    assert (span.opening.text, span.closing.text) == (opening, closing)
    assert "Opening balance" in answer.text


def test_whoever_never_had_an_account_has_no_balances(page: Client) -> None:
    assert page.get(STATEMENT).context["spans"] == []


@pytest.mark.parametrize(
    ("returned", "english", "spanish"),
    [
        (
            "0.20",
            "Won 0.10 (payout 0.20 with the bet)",
            "Ganaste 0,10 (pago de 0,20 con la apuesta)",
        ),
        ("0.10", "Push: bet returned", "Empate: apuesta devuelta"),
        ("0.05", "Lost 0.05 (0.05 returned)", "Perdiste 0,05 (devuelto: 0,05)"),
    ],
)
def test_a_payout_says_what_was_won_or_lost_and_is_no_refund(
    page: Client, returned: str, english: str, spanish: str
) -> None:
    ana = funded(text="10.00")
    round_id = staked(ana, "0.10")
    movements.settle_stakes(
        ana, key=uuid4(), round_id=round_id, staked=usd("0.10"), returned=usd(returned)
    )

    assert english in text(page.get(STATEMENT))
    assert [line[3] for line in file(page)[1:]] == ["Deposit", "Bet", "Payout"]
    read_in(page, "es")
    assert spanish in text(page.get(STATEMENT))
