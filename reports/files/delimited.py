"""CSV (docs/operations.md, "Exported files").

For spreadsheets: UTF-8 with a BOM, which Excel needs; in Spanish with semicolons and decimal commas. For programs: no BOM,
commas and points, keys as headings, ISO 8601 times, and metadata in lines that begin with #.
"""

import codecs
import csv
import io
from collections.abc import Callable, Iterator, Sequence
from typing import Any, BinaryIO

from django.utils.translation import gettext as _

from pages.lists import Column
from pages.signs import MINUS
from pages.spreadsheets import escape_formula
from reports.files.counting import RowCounter
from reports.values.sheet import Sheet, SheetSection
from reports.words.cells import PROGRAMS, CsvStyle, csv_text, file_text
from reports.words.footer import sheet_facts
from wallet.money.values import Money

ProgressCallback = Callable[[int], None]


def write_for_spreadsheets(sheet: Sheet, file: BinaryIO, on_progress: ProgressCallback) -> int:
    """Write a CSV that a spreadsheet in the active language opens correctly."""
    file.write(codecs.BOM_UTF8)
    return _write(sheet, file, CsvStyle.of_language(), on_progress)


def write_for_programs(sheet: Sheet, file: BinaryIO, on_progress: ProgressCallback) -> int:
    """Write a language-independent CSV; texts that are not codes are in English."""
    return _write(sheet, file, PROGRAMS, on_progress)


def _write(sheet: Sheet, file: BinaryIO, style: CsvStyle, on_progress: ProgressCallback) -> int:
    text = io.TextIOWrapper(file, encoding="utf-8", newline="", write_through=False)
    lines = csv.writer(text, delimiter=style.between)
    counted = RowCounter(on_progress)
    try:
        for line in _head(sheet, style):
            lines.writerow([escape_formula(cell) for cell in line])
        for section in sheet.sections:
            for line in _section(section, style, counted, alone=len(sheet.sections) == 1):
                lines.writerow([escape_formula(cell) for cell in line])
        text.flush()
    finally:
        text.detach()
    return counted.rows


def _head(sheet: Sheet, style: CsvStyle) -> Iterator[list[str]]:
    first = "" if style.sheet else "# "
    yield [f"{first}{sheet.title}"]
    for label, value in sheet_facts(sheet):
        yield [f"{first}{label}", value]
    for figure in sheet.figures:
        yield [f"{first}{figure.label}", file_text(figure.value).replace(MINUS, "-"), figure.note]
    for note in sheet.notes:
        yield [f"{first}{note}"]
    if style.sheet:
        yield []


def _section(
    section: SheetSection, style: CsvStyle, counted: RowCounter, *, alone: bool
) -> Iterator[list[str]]:
    if not alone:
        yield [f"{'' if style.sheet else '# '}{section.title}"]
    yield [heading for column in section.columns for heading in _headings(column, style)]
    before = counted.rows
    for row in counted.count(section.rows):
        yield _cells(section.columns, row, style)
    if counted.rows == before:
        yield [f"{'' if style.sheet else '# '}{_('No activity')}"]
    elif style.sheet:  # programs sum the rows themselves and would count totals twice
        for row in section.totals:
            yield _cells(section.columns, row, style)
    if not alone and style.sheet:
        yield []


def _headings(column: Column[Any], style: CsvStyle) -> list[str]:
    title = str(column.title) if style.sheet else column.key
    if not column.money:
        return [title]
    currency = _("%(column)s: currency") % {"column": title}
    return [title, currency if style.sheet else f"{column.key}_currency"]


def _cells(columns: Sequence[Column[Any]], row: object, style: CsvStyle) -> list[str]:
    cells: list[str] = []
    for column in columns:
        read = column.value if style.sheet or column.code is None else column.code
        value = read(row)
        if column.money:
            money = value if isinstance(value, Money) else None
            cells += [csv_text(value, style), "" if money is None else money.currency]
        elif isinstance(value, Money):
            cells.append(f"{csv_text(value, style)} {value.currency}")
        else:
            cells.append(csv_text(value, style))
    return cells
