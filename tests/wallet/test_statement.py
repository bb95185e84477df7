"""The account statement: filters, pagination, running balances, the file."""

import csv
import re
from datetime import UTC, datetime, timedelta
from typing import Any
from uuid import uuid4

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from django.utils import timezone

from pages.line_pages import LineCursor, RequestedPlace
from tests.fixtures.reading import read_in, remove_tokens
from tests.wallet.cash import person
from tests.wallet.ledger import funded, staked, usd
from tests.wallet.rates import approved
from tests.wallet.test_bank_page import text
from wallet.cash.selectors import statement
from wallet.cash.values.statement_lines import StatementFilter
from wallet.exchange import services
from wallet.ledger.services import movements
from wallet.money.values import Money

STATEMENT = reverse("wallet:statement")
FILE = reverse("wallet:statement_file")

pytestmark = pytest.mark.database


@pytest.fixture
def page(client: Client) -> Client:
    client.force_login(person())
    read_in(client, "en")
    return client


def paid_in(count: int, name: str = "ana") -> int:
    for _ in range(count):
        ana = funded(name, "1.00")
    return ana


def file(page: Client, **chosen: str) -> list[list[str]]:
    answer: Any = page.get(FILE, chosen)
    sent = b"".join(answer.streaming_content).decode("utf-8-sig")
    return list(csv.reader(sent.splitlines()))


def test_the_statement_shows_running_balances_newest_first(page: Client) -> None:
    ana = funded(text="10.00")
    staked(ana, "2.505")
    shown = text(page.get(STATEMENT))
    assert shown.index("\N{MINUS SIGN}$2.5050") < shown.index("+$10.00")
    assert "$7.4950" in shown


def test_movements_of_a_round_link_to_it(page: Client) -> None:
    ana = funded(text="10.00")
    round_id = staked(ana, "2")
    shown = text(page.get(STATEMENT))
    assert re.findall(r'href="(/rounds/[0-9a-f][^"]*)"', shown) == [f"/rounds/{round_id}/"]


def test_pages_of_fifteen_lead_forth_and_back_and_show_every_line_once(page: Client) -> None:
    ana = paid_in(50)
    seen: list[str] = []
    address, newer = STATEMENT, ""
    sizes = []
    while address:
        shown = text(page.get(address))
        balances = re.findall(r'data-label="Balance after it" class="num">\$([\d.]+)', shown)
        sizes.append(len(balances))
        seen += balances
        newer = next(iter(re.findall(r'href="(\?[^"]*)" rel="prev"', shown)), "")
        older = re.findall(r'href="(\?[^"]*)" rel="next"', shown)
        address = f"{STATEMENT}{older[0]}" if older else ""
    assert sizes == [15, 15, 15, 5]
    assert seen == [f"{number}.00" for number in range(50, 0, -1)]
    back = text(page.get(f"{STATEMENT}{newer}"))
    assert "$20.00" in back
    assert "$6.00" in back
    first = statement.load_page(
        ana, StatementFilter(), RequestedPlace(after=LineCursor({"USD": 36}))
    )
    assert (first.newer, len(first.lines)) == (None, 14)


def test_all_time_statements_page_to_the_end(page: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    paid_in(25)
    soon = timezone.now().date() + timedelta(days=1)
    monkeypatch.setattr("wallet.cash.views.statement.default_first_day", lambda: soon)
    assert "No movements in this period." in text(page.get(STATEMENT))
    first = text(page.get(STATEMENT, {"currency": "", "kind": "", "since": "", "until": ""}))
    (older,) = re.findall(r'href="(\?[^"]*)" rel="next"', first)
    second = text(page.get(f"{STATEMENT}{older}"))
    balances = re.findall(r'data-label="Balance after it" class="num">\$([\d.]+)', second)
    assert balances == [f"{number}.00" for number in range(10, 0, -1)]
    assert 'id="period"' not in second


def test_pages_over_several_accounts_leave_nothing_out_and_show_nothing_twice() -> None:
    ana = person().pk
    for number in range(40):
        money = Money.parse("1", ("USD", "COP", "EUR")[number * number % 3])
        movements.credit_deposit(ana, money, key=uuid4(), provider="demo")
    pages = [statement.load_page(ana, StatementFilter(), size=7)]
    while older := pages[-1].older:
        pages.append(
            statement.load_page(
                ana,
                StatementFilter(),
                RequestedPlace(before=LineCursor.parse(str(older))),
                size=7,
            )
        )
    down = [(line.amount.currency, line.seq) for page in pages for line in page.lines]
    assert (len(down), len(set(down)), len(pages)) == (40, 40, 6)
    assert [line.at for page in pages for line in page.lines] == sorted(
        (line.at for page in pages for line in page.lines), reverse=True
    )
    up = [pages[-1]]
    while newer := up[-1].newer:
        up.append(
            statement.load_page(
                ana, StatementFilter(), RequestedPlace(after=LineCursor.parse(str(newer)))
            )
        )
    again = [(line.amount.currency, line.seq) for page in up[::-1] for line in page.lines]
    assert again == down


def test_a_place_stays_where_it_was_when_movements_are_added() -> None:
    ana = paid_in(60)
    older = statement.load_page(ana, StatementFilter()).older
    before = statement.load_page(ana, StatementFilter(), RequestedPlace(before=older)).lines
    paid_in(5)
    movements.credit_deposit(ana, Money.parse("5", "COP"), key=uuid4(), provider="demo")
    assert statement.load_page(ana, StatementFilter(), RequestedPlace(before=older)).lines == before


def test_the_number_of_queries_does_not_grow(page: Client) -> None:
    approved("COP", "0.00025")
    ana = paid_in(2)
    with CaptureQueriesContext(connection) as few:
        page.get(STATEMENT)
    allowed = len(few)
    paid_in(60)
    movements.credit_deposit(ana, Money.parse("5", "COP"), key=uuid4(), provider="demo")
    with CaptureQueriesContext(connection) as many:
        page.get(STATEMENT)
    assert len(many) == allowed


def test_filters_choose_currency_kind_and_period(page: Client) -> None:
    ana = funded(text="10.00")
    movements.credit_deposit(ana, Money.parse("5", "COP"), key=uuid4(), provider="demo")
    staked(ana, "2.00")
    pesos = remove_tokens(text(page.get(STATEMENT, {"currency": "COP"}))).partition("<table")[2]
    assert ("COP" in pesos, "USD" in pesos) == (True, False)
    only = text(page.get(STATEMENT, {"kind": "bet"}))
    assert ("\N{MINUS SIGN}$2.00" in only, "+$10.00" in only) == (True, False)
    today = datetime.now(UTC).date()
    assert "+$10.00" in text(page.get(STATEMENT, {"since": f"{today}", "until": f"{today}"}))
    past = {"until": f"{today - timedelta(days=1)}"}
    assert "No movements in this period." in text(page.get(STATEMENT, past))


@pytest.mark.parametrize(
    "wrong",
    [
        {"currency": "XYZ"},
        {"kind": "theft"},
        {"since": "yesterday"},
        {"since": "2026-02-01", "until": "2026-01-01"},
    ],
)
def test_a_filter_that_makes_no_sense_is_explained(page: Client, wrong: dict[str, str]) -> None:
    for address in (STATEMENT, FILE):
        answer = page.get(address, wrong)
        assert answer.status_code == 422
        assert 'role="alert"' in text(answer)


@pytest.mark.parametrize(
    "odd", ["x", "-1", "USD", "USD1e3", "USD" + "9" * 30, "USD\N{ARABIC-INDIC DIGIT FIVE}", "USD1."]
)
def test_an_invalid_cursor_shows_the_first_page(page: Client, odd: str) -> None:
    funded()
    assert "+$100.00" in text(page.get(STATEMENT, {"before": odd}))


@pytest.mark.parametrize("day", ["0001-01-01", "9999-12-31"])
def test_the_first_and_last_days_there_are_can_be_asked_for(page: Client, day: str) -> None:
    assert page.get(STATEMENT, {"since": day, "until": day}).status_code == 200


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


def test_statements_show_own_movements_only(page: Client) -> None:
    funded("ben", "777.00")
    assert "777.00" not in text(page.get(STATEMENT))
    assert file(page)[1:] == []


@pytest.mark.parametrize(
    ("since", "until", "words"),
    [
        ("2026-03-04", "2026-05-06", "From 4 Mar 2026 to 6 May 2026, both included (UTC)"),
        ("2026-03-04", "", "From 4 Mar 2026 on (UTC)"),
        ("", "2026-05-06", "Up to 6 May 2026, included (UTC)"),
    ],
)
def test_the_days_are_said_in_words_however_the_browser_writes_them(
    page: Client, since: str, until: str, words: str
) -> None:
    assert words in text(page.get(STATEMENT, {"since": since, "until": until}))


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


def test_the_file_shows_amounts_rate_and_spread(page: Client) -> None:
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


def test_players_without_accounts_have_no_balances(page: Client) -> None:
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
