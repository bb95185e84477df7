"""The account statement: filters, pages, running balances."""

import re
from datetime import UTC, datetime, timedelta
from uuid import uuid4

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from pages.line_pages import LineCursor, RequestedPlace
from tests.fixtures.reading import read_in, remove_tokens
from tests.wallet.cash import person
from tests.wallet.ledger import funded, staked
from tests.wallet.rates import approved
from tests.wallet.statements import FILE, STATEMENT, file, paid_in
from tests.wallet.test_bank_page import text
from wallet.cash.selectors import statement
from wallet.cash.values.statement_lines import StatementFilter
from wallet.ledger.services import movements
from wallet.money.values import Money

pytestmark = pytest.mark.database


@pytest.fixture
def page(client: Client) -> Client:
    client.force_login(person())
    read_in(client, "en")
    return client


def test_it_shows_running_balances_newest_first(page: Client) -> None:
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


def test_nobody_sees_what_is_another_players(page: Client) -> None:
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
