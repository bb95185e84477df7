"""Report pages, empty and with data, in both languages, compared with their files."""

import html
import io
import re
from typing import Any

import openpyxl
import pypdf
import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from django.utils import timezone, translation

from accounts.models.users import User
from accounts.roles.values import Right, Role
from casino.play.services.betting import place_bet
from reports.catalogue.report_sheets import build_form, build_sheet
from reports.catalogue.reports import BY_NAME, REPORTS, Medium
from reports.figures import till
from reports.files import FILES, Format
from reports.models import Export
from reports.values.period import Period, day_of
from reports.values.sheet import Sheet
from reports.words.cells import cell_text, file_text
from tests.accounts.staff import inside, staff
from tests.casino import scenes
from tests.exhaustive import slow_but_every
from tests.wallet.cash import checked
from tests.wallet.ledger import usd
from tests.wallet.rates import approved
from tests.wallet.test_desk_list import recorded
from wallet.cash.services import deposits
from wallet.money.values import Money

NAMES = [one.name for one in REPORTS if one.right == Right.VIEW_REPORTS]
PERIOD = {"period": "days"}


def text(answer: Any) -> str:
    """Return the text of a page, without tags and with uniform spaces."""
    shown: str = answer.content.decode()
    return plain(html.unescape(re.sub(r"<[^>]*>", " ", shown)))


MINUS = "\N{MINUS SIGN}"  # files for programs and spreadsheets have a hyphen


def plain(told: str) -> str:
    return re.sub(r"\s+", " ", told.replace("\N{NO-BREAK SPACE}", " "))


def address(name: str) -> str:
    return reverse("reports:report", args=[name])


def file(reader: Client, name: str, form: Format) -> bytes:
    source = BY_NAME[name].source
    answer: Any = reader.post(
        reverse("reports:export", args=[source], query=PERIOD), {"format": form.value}
    )
    return b"".join(answer.streaming_content)


def read_back(content: bytes, form: Format) -> str:
    if form == Format.PDF:
        pages = pypdf.PdfReader(io.BytesIO(content)).pages
        return plain(" ".join(page.extract_text() for page in pages))
    if form == Format.XLSX:
        book = openpyxl.load_workbook(io.BytesIO(content))
        cells = [cell.value for page in book for row in page.rows for cell in row]
        return plain(" ".join(str(value) for value in cells if value is not None))
    return plain(content.decode("utf-8-sig"))


pytestmark = pytest.mark.database


@pytest.fixture
def reader(committed_db: None) -> User:
    return staff(Role.AUDITOR)


@pytest.fixture
def something(committed_db: None) -> None:
    """Create a EUR rate and a real player with a finished round."""
    approved("EUR", "1.10", hours=3)
    round_ = scenes.deal(scenes.ordinary)
    player = round_.player
    User.objects.filter(pk=player.pk).update(is_test_account=False)
    scenes.play_out(round_)


def sheet(name: str, reader: User, language: str) -> Sheet:
    report = BY_NAME[name]
    with translation.override(language):
        return build_sheet(report, build_form(report, PERIOD), reader, Medium.PAGE)


@pytest.mark.parametrize("language", slow_but_every(2, ["es", "en"]))
def test_a_house_where_nothing_happened_has_every_report(language: str, reader: User) -> None:
    with translation.override(language):
        nothing = translation.gettext("No activity")
    for name in NAMES:
        answer = inside(reader, language).get(address(name), PERIOD)
        assert answer.status_code == 200, name
        # never empty: creating staff is an event
        assert nothing in text(answer) or name == "events", name


@pytest.mark.slow
@pytest.mark.committed
@pytest.mark.usefixtures("something")
@pytest.mark.parametrize("language", ["es", "en"])
def test_every_file_says_what_the_page_says(language: str, reader: User) -> None:
    for name in NAMES:
        says_the_same(name, language, reader)


def says_the_same(name: str, language: str, reader: User) -> None:
    client = inside(reader, language)
    shown = text(client.get(address(name), PERIOD))
    for form in FILES:
        # Files for programs are the same in every language.
        spoken = "en" if form == Format.DATA else language
        told = sheet(name, reader, spoken)
        found = read_back(file(client, name, form), form)
        assert told.title in found
        with translation.override(spoken):
            values = [(figure.label, figure.value) for figure in told.figures]
            for label, value in values:
                assert plain(label) in found, (form, label)
                if name == "events":  # each download adds an event
                    continue
                if spoken == language:
                    assert plain(cell_text(value)) in shown, label
                if form != Format.XLSX and value is not None:  # a workbook holds numbers
                    assert plain(file_text(value)) in found.replace("-", MINUS), (form, label)


@pytest.mark.usefixtures("something")
def test_a_workbook_has_the_pages_headlines_as_numbers(reader: User) -> None:
    book = openpyxl.load_workbook(
        io.BytesIO(file(inside(reader), "overview", Format.XLSX)), data_only=True
    )
    found = {row[0].value: row[1].value for row in book.worksheets[0].rows}
    figures = {one.label: one.value for one in sheet("overview", reader, "en").figures}
    staked, rounds = figures["Staked"], figures["Rounds"]
    assert isinstance(staked, Money)
    assert staked.units > 0
    assert (found["Staked"], found["Rounds"]) == (float(staked.decimal), rounds)


@pytest.mark.committed
@pytest.mark.usefixtures("something")
def test_a_chart_has_words_and_the_table_behind_it(reader: User) -> None:
    answer = inside(reader).get(address("overview"), PERIOD)
    page = answer.content.decode()
    assert 'role="img"' in page
    assert re.search(r"<desc[^>]*>GGR: first", page)
    assert "The chart in words and figures" in page


@pytest.mark.committed
@pytest.mark.usefixtures("something")
def test_filters_and_period_stay_in_the_links(reader: User) -> None:
    page = inside(reader).get(
        address("overview"), {"period": "range", "since": "2026-01-01", "currency": "USD"}
    )
    assert "period=month" in page.content.decode()
    assert "currency=USD&amp;period=month" in page.content.decode()
    assert "Currency: USD" in text(page)


@pytest.mark.parametrize(
    ("asked", "refusal"),
    slow_but_every(
        4,
        [
            ({"period": "range"}, "Enter a start date."),
            ({"period": "range", "since": "2026-02-30"}, "Enter a valid date."),
            (
                {"period": "range", "since": "2026-02-02", "until": "2026-02-01"},
                "It ends before it begins.",
            ),
            ({"period": "range", "since": "2999-02-02"}, "This is in the future."),
            ({"period": "range", "since": "1900-02-02"}, "No more than twenty years."),
            (
                {"period": "range", "since": "2026-01-01", "until": "9999-12-31"},
                "No more than twenty years.",
            ),
            (
                {"period": "range", "since": "0001-01-01", "until": "0001-01-01"},
                "There is nothing from before the year 2000.",
            ),
            ({"period": "sometimes"}, "Select a valid choice."),
            ({"table": "7777"}, "Select a valid choice."),
            ({"currency": "PLY"}, "Select a valid choice."),
        ],
    ),
)
def test_a_period_that_is_none_is_refused_in_a_sentence(
    asked: dict[str, str], refusal: str, reader: User
) -> None:
    answer = inside(reader).get(address("overview"), asked)
    assert answer.status_code == 422
    assert refusal in text(answer)
    assert "Made at" not in text(answer)


def test_a_file_of_a_period_within_a_day_is_made_in_the_background(reader: User) -> None:
    asked = {"period": "range", "since": "2026-01-01", "since_time": "10:30"}
    client = inside(reader)
    source = BY_NAME["overview"].source
    answer = client.post(
        reverse("reports:export", args=[source], query=asked), {"format": Format.CSV.value}
    )
    export = Export.objects.get()
    assert answer.headers["Location"] == reverse("reports:file", args=[export.public_id])


def test_unknown_reports_are_not_found(reader: User) -> None:
    assert inside(reader).get(address("salaries")).status_code == 404


def test_a_till_counts_deposits_by_their_recorder() -> None:
    """Above the limit another person approves, but does not hold the cash."""
    checked()
    small, large = recorded("50.00"), recorded("2500.00")
    cashier, approver = staff(Role.CASHIER), staff(Role.COMPLIANCE_MANAGER)
    today = Period.day(day_of(timezone.now()))
    assert [act.number for act in till.load_figures(today, cashier).acts] == [small.number]
    deposits.approve_deposit(large.pk, seen=1, acting_user=approver)
    acts = till.load_figures(today, cashier).acts
    assert {act.number for act in acts} == {small.number, large.number}
    (total,) = till.load_figures(today, cashier).sums
    assert (total.taken, total.paid, total.acts) == (usd("2550.00"), usd("0"), 2)
    assert till.load_figures(today, approver).acts == ()


def test_a_cashier_sees_the_own_till_and_no_report() -> None:
    cashier = inside(staff(Role.CASHIER))
    assert cashier.get(reverse("reports:till")).status_code == 200
    assert [cashier.get(address(name)).status_code for name in NAMES] == [403] * len(NAMES)
    assert "Overview" not in text(cashier.get(reverse("reports:index"))).split("My till")[-1]
    assert inside(staff(Role.AUDITOR)).get(reverse("reports:till")).status_code == 403


def test_an_administrator_sees_none() -> None:
    admin = inside(staff(Role.ADMINISTRATOR))
    assert admin.get(reverse("reports:index")).status_code == 403
    assert admin.get(address("overview")).status_code == 403


def queries(client: Client, name: str) -> int:
    with CaptureQueriesContext(connection) as asked:
        assert client.get(address(name), PERIOD).status_code == 200
    return len(asked)


@pytest.mark.usefixtures("something")
def test_a_report_asks_as_often_whatever_there_is(reader: User) -> None:
    client = inside(reader)
    client.get(address("overview"), PERIOD)
    few = {name: queries(client, name) for name in NAMES}
    for email in ("eva@example.test", "luis@example.test"):
        player, table = scenes.new_player(email), scenes.ligalo()
        participant = scenes.sit(player, table)
        scenes.play_out(place_bet(player, table, scenes.bet_request(participant, "5")))
        User.objects.filter(pk=player.pk).update(is_test_account=False)
    assert {name: queries(client, name) for name in NAMES} == few
