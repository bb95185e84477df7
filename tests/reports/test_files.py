"""Sheets in every file format: content, consistency, and no executable cell."""

import csv
import io
import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from datetime import UTC, date, datetime, timedelta
from decimal import Decimal

import openpyxl
import pypdf
import pytest
from django.utils import translation

from pages.charts import Plot, Series
from pages.lists import Column
from reports.files import FILES, Format, write_sheet
from reports.files.counting import TooManyRows
from reports.sheets.parts import FLOWS, SHARES
from reports.values.sheet import Figure, Share, Sheet, SheetSection
from wallet.money.values import Money

MADE = datetime(2026, 11, 22, 1, 2, 3, tzinfo=UTC)


@dataclass(frozen=True)
class Row:
    name: str
    played: int
    staked: Money | None
    returned: Share | None
    day: date | None
    lasted: timedelta


COLUMNS: tuple[Column[Row], ...] = (
    Column("name", "Name", lambda row: row.name),
    Column("rounds", "Rounds", lambda row: row.played, numeric=True),
    Column("staked", "Staked", lambda row: row.staked, money=True),
    Column("rtp", "RTP", lambda row: row.returned, numeric=True),
    Column("day", "Day", lambda row: row.day),
    Column("hours", "Time played", lambda row: row.lasted, numeric=True),
)
NUNEZ = Row(
    "Núñez, Łukasz",
    1234,
    Money(12_345_600, "EUR"),
    Share(Decimal("0.9953")),
    date(2026, 11, 21),
    timedelta(hours=26, minutes=5),
)
EVIL = Row('=HYPERLINK("http://x","y")', 0, None, None, None, timedelta(0))


def sheet(rows: Callable[[], Iterator[Row]] | None = None) -> Sheet:
    chart = Plot("c", "Staked by day", ("1", "2"), (Series("EUR", (Decimal(3), Decimal(-1))),), str)
    section = SheetSection(
        "By player",
        COLUMNS,
        rows() if rows else [NUNEZ, EVIL],
        totals=[Row("Total", 1234, NUNEZ.staked, None, None, NUNEZ.lasted)],
        charts=[chart],
    )
    return Sheet(
        name="players",
        title="Players",
        operator="Lígalo",
        period="2026-11-21",
        made_at=MADE,
        by="Ana Núñez",
        sections=[section],
        figures=[Figure("Staked", Money(12_345_600, "EUR"), "at the stored rates")],
        notes=["Without test accounts."],
    )


def made(form: Format, language: str = "en", made_of: Sheet | None = None) -> bytes:
    file = io.BytesIO()
    with translation.override(language):
        write_sheet(made_of or sheet(), file, form)
    return file.getvalue()


def lines(form: Format, language: str = "en", made_of: Sheet | None = None) -> list[list[str]]:
    text = made(form, language, made_of).decode("utf-8-sig")
    between = ";" if form == Format.CSV and language == "es" else ","
    return list(csv.reader(io.StringIO(text), delimiter=between))


def paper(language: str = "en", made_of: Sheet | None = None) -> str:
    pages = pypdf.PdfReader(io.BytesIO(made(Format.PDF, language, made_of))).pages
    return "\n".join(page.extract_text() for page in pages)


def cells(language: str = "en") -> dict[str, list[object]]:
    book = openpyxl.load_workbook(io.BytesIO(made(Format.XLSX, language)))
    return {str(row[0].value): [cell.value for cell in row[1:]] for row in book["By player"].rows}


def test_a_csv_of_each_language_opens_in_its_spreadsheet() -> None:
    assert made(Format.CSV).startswith(b"\xef\xbb\xbf")
    english, spanish = lines(Format.CSV), lines(Format.CSV, "es")
    assert [
        "Núñez, Łukasz",
        "1234",
        "1234.56",
        "EUR",
        "99.53%",
        "2026-11-21",
        "26:05:00",
    ] in english
    assert [
        "Núñez, Łukasz",
        "1234",
        "1234,56",
        "EUR",
        "99,53%",
        "2026-11-21",
        "26:05:00",
    ] in spanish


def test_a_csv_for_programs_is_the_same_in_every_language_but_for_its_remarks() -> None:
    english, spanish = (
        [line for line in lines(Format.DATA, language) if not line[0].startswith("#")]
        for language in ("en", "es")
    )
    assert english == spanish
    assert english[0] == ["name", "rounds", "staked", "staked_currency", "rtp", "day", "hours"]
    assert english[1] == [
        "Núñez, Łukasz",
        "1234",
        "1234.56",
        "EUR",
        "0.9953",
        "2026-11-21",
        "93900",
    ]
    assert len(english) == 3  # no total: programs add up by themselves


@pytest.mark.parametrize("form", [Format.CSV, Format.DATA])
def test_a_csv_runs_nothing(form: Format) -> None:
    (evil,) = [line for line in lines(form) if line and "HYPERLINK" in line[0]]
    assert evil[0].startswith("'=")


def test_a_workbook_holds_numbers_as_numbers_and_days_as_days() -> None:
    row = cells()["Núñez, Łukasz"]
    assert row == [1234, 1234.56, 0.9953, datetime(2026, 11, 21), timedelta(hours=26, minutes=5)]  # noqa: DTZ001 - a day has no zone
    assert cells()["Total"][:2] == [1234, 1234.56]


def test_a_workbook_shows_money_in_its_currency_and_runs_nothing() -> None:
    book = openpyxl.load_workbook(io.BytesIO(made(Format.XLSX)))
    found = {cell.value: cell for row in book["By player"].rows for cell in row}
    assert found[1234.56].number_format == '#,##0.00## "EUR"'
    assert found['=HYPERLINK("http://x","y")'].data_type != "f"
    assert found['=HYPERLINK("http://x","y")'].hyperlink is None


def test_an_amount_with_more_digits_than_a_spreadsheet_holds_stays_exact() -> None:
    much = Row("much", 1, Money(9_223_372_036_854_775_807, "VES"), None, None, timedelta(0))
    book = openpyxl.load_workbook(
        io.BytesIO(made(Format.XLSX, made_of=sheet(lambda: iter([much]))))
    )
    values = [cell.value for row in book["By player"].rows for cell in row]
    assert "922337203685477.5807 VES" in values


@pytest.mark.slow
def test_a_pdf_says_names_amounts_and_the_number_of_its_pages() -> None:
    text = paper()
    assert "Núñez, Łukasz" in text
    assert "1,234.56\N{NO-BREAK SPACE}EUR" in text or "1,234.56 EUR" in text
    assert "1 / 1" in text
    assert "1.234,56" in paper("es")


@pytest.mark.parametrize("form", FILES)
@pytest.mark.parametrize("language", ["en", "es"])
def test_every_file_names_operator_period_and_time(form: Format, language: str) -> None:
    if form == Format.PDF:
        text = paper(language)
    elif form == Format.XLSX:
        text = str(cells(language))
    else:
        text = str(lines(form, language))
    for word in ("Players", "Lígalo", "2026-11-21", "2026-11-22 01:02:03 UTC", "Ana Núñez"):
        assert word in text


@pytest.mark.parametrize("form", FILES)
def test_an_empty_file_is_explained(form: Format) -> None:
    empty = sheet(lambda: iter(()))
    if form == Format.PDF:
        assert "No activity" in paper(made_of=empty)
    elif form == Format.XLSX:
        book = openpyxl.load_workbook(io.BytesIO(made(form, made_of=empty)))
        assert "No activity" in [cell.value for row in book["By player"].rows for cell in row]
    else:
        assert any("No activity" in line[0] for line in lines(form, made_of=empty) if line)


@pytest.mark.slow
def test_long_tables_turn_the_page_with_their_heads() -> None:
    many = sheet(lambda: (Row(f"n {n}", n, None, None, None, timedelta(0)) for n in range(150)))
    pages = pypdf.PdfReader(io.BytesIO(made(Format.PDF, made_of=many))).pages
    assert len(pages) > 2
    assert all("Time played" in page.extract_text() for page in pages[1:])
    text = "\n".join(page.extract_text() for page in pages)
    assert [int(n) for n in re.findall(r"n (\d+)", text)] == list(range(150))


def test_a_pdf_refuses_what_nobody_would_read() -> None:
    with pytest.raises(TooManyRows):
        made(Format.PDF, made_of=sheet(lambda: iter([NUNEZ] * 5001)))


def test_a_table_longer_than_a_worksheet_goes_on_in_another(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("reports.files.workbook.ROWS", 40)
    many = sheet(lambda: (Row(f"n {n}", n, None, None, None, timedelta(0)) for n in range(100)))
    book = openpyxl.load_workbook(io.BytesIO(made(Format.XLSX, made_of=many)))
    names = [
        str(row[0].value)
        for page in book
        for row in page.rows
        if str(row[0].value).startswith("n ")
    ]
    assert len(book.sheetnames) > 2
    assert names == [f"n {n}" for n in range(100)]


@pytest.mark.parametrize(
    ("language", "amounts", "share"),
    [
        ("en", {"1.00 USD", "\N{MINUS SIGN}1.00 USD"}, "50.00%"),
        ("es", {"1,00 USD", "\N{MINUS SIGN}1,00 USD"}, "50,00 %"),
    ],
)
def test_an_axis_on_paper_has_codes_of_currencies_and_the_percent_sign_of_the_language(
    language: str, amounts: set[str], share: str
) -> None:
    values = (Series("Net", (Decimal(-1), Decimal(1))),)
    scales = (FLOWS, replace(SHARES, nothing=Decimal(0)))
    charts = [
        Plot("c", "By day", ("1", "2"), values, scale.written, in_files=scale.in_files)
        for scale in scales
    ]
    section = SheetSection("By player", COLUMNS, [NUNEZ], charts=charts)
    text = paper(language, replace(sheet(), sections=[section])).replace(NBSP, " ")
    assert {*amounts, share} <= {line.strip() for line in text.splitlines()}


def test_a_cell_that_a_page_has_no_room_for_shows_that_it_is_cut() -> None:
    long = replace(NUNEZ, name=" ".join(f"word{n}" for n in range(400)))
    text = paper(made_of=sheet(lambda: iter([long])))
    assert "word0" in text
    assert "word399" not in text
    assert "…" in text


def test_a_narrow_column_keeps_the_words_of_its_heading_whole() -> None:
    names = ("Restrictions", "Limitations", "Verification", "Registration", "Corrections")
    narrow: tuple[Column[Row], ...] = tuple(
        Column(name, name, lambda _row: "", numeric=False) for name in names
    )
    wide: tuple[Column[Row], ...] = tuple(
        Column(f"wide{n}", f"Wide {n}", lambda row: f"{row.name} " * 6) for n in range(7)
    )
    section = SheetSection("Many columns", (*wide, *narrow), [NUNEZ])
    words = paper(made_of=replace(sheet(), sections=[section])).split()
    assert set(names) <= set(words)


NBSP = "\N{NO-BREAK SPACE}"
