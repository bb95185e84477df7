"""A sheet as an Excel workbook, one worksheet per table, written row by row in constant memory.

Numbers and dates keep their type, and money shows its currency by its number format. Text is never read as a formula
or a link.
"""

import re
from collections.abc import Callable, Mapping
from datetime import date, datetime, timedelta
from decimal import Decimal
from typing import Any, BinaryIO, Final

import xlsxwriter
from django.utils import timezone
from django.utils.translation import gettext as _
from xlsxwriter.format import Format
from xlsxwriter.workbook import Workbook
from xlsxwriter.worksheet import Worksheet

from pages.lists import Column
from reports.files.counting import RowCounter
from reports.values.sheet import Share, Sheet, SheetSection
from reports.words.cells import file_text
from reports.words.footer import sheet_facts
from wallet.money.values import MINOR_DIGITS, Money

# Of a worksheet, less those for metadata above and totals below the table.
ROWS: Final = 1_048_576 - 16
_LONGEST: Final = 32_767  # characters per cell
_FORBIDDEN: Final = re.compile(r"[\[\]:*?/\\]")
_LONGEST_NAME: Final = 31
_WIDEST: Final = 40
_EXACT: Final = 15  # significant digits of a spreadsheet number
ProgressCallback = Callable[[int], None]


def write(sheet: Sheet, file: BinaryIO, on_progress: ProgressCallback) -> int:
    """Write the workbook; tables longer than a worksheet continue on another one."""
    options = {
        "constant_memory": True,
        "strings_to_formulas": False,
        "strings_to_urls": False,
        "default_date_format": "yyyy-mm-dd hh:mm:ss",
        "remove_timezone": True,
    }
    book = xlsxwriter.Workbook(file, options)
    book.set_properties({"title": sheet.title, "company": sheet.operator, "author": sheet.by})
    book.set_calc_mode("auto")
    counted = RowCounter(on_progress)
    pages = _Pages(book, sheet)
    for section in sheet.sections:
        _SheetTable(pages, section).write(counted)
    book.close()
    return counted.rows


class _Pages:
    """Worksheets of one book, each with the sheet's metadata, and the cell formats."""

    def __init__(self, book: Workbook, sheet: Sheet) -> None:
        self.book, self.sheet = book, sheet
        self.names: set[str] = set()
        self.formats: dict[tuple[str, bool], Format] = {}

    def format(self, number: str = "", *, bold: bool = False) -> Format:
        """Return a cell format of the book, made once."""
        if (number, bold) not in self.formats:
            made: Mapping[str, Any] = {"num_format": number, "bold": bold}
            self.formats[number, bold] = self.book.add_format(made)
        return self.formats[number, bold]

    def new(self, section: SheetSection) -> tuple[Worksheet, int]:
        """Return a new worksheet and the row at which its table begins."""
        page = self.book.add_worksheet(self._sheet_name(section.title or self.sheet.title))
        page.set_landscape()
        page.set_paper(9)  # A4
        page.fit_to_pages(1, 0)
        for n, column in enumerate(section.columns):
            page.set_column(n, n, _wide(column))
        row = 0
        page.write_string(row, 0, _short(self.sheet.title), self.format(bold=True))
        for label, value in sheet_facts(self.sheet):
            row += 1
            page.write_string(row, 0, _short(f"{label}: {value}"))
        if len(self.names) == 1:
            for figure in self.sheet.figures:
                row += 1
                page.write_string(row, 0, _short(figure.label))
                self.cell(page, row, 1, figure.value)
                page.write_string(row, 2, _short(figure.note))
            for note in self.sheet.notes:
                row += 1
                page.write_string(row, 0, _short(note))
        if section.note:
            row += 1
            page.write_string(row, 0, _short(section.note))
        return page, row + 2

    def cell(
        self, page: Worksheet, row: int, column: int, value: object, *, bold: bool = False
    ) -> None:
        """Write one value by its type."""
        if value is None:
            return
        if isinstance(value, Money) and _fits(value.decimal):
            page.write_number(
                row, column, float(value.decimal), self.format(_money(value.currency), bold=bold)
            )
        elif isinstance(value, Share):
            page.write_number(
                row,
                column,
                float(value.value),
                self.format("0." + "0" * value.places + "%", bold=bold),
            )
        elif isinstance(value, bool | tuple):
            page.write_string(row, column, file_text(value), self.format(bold=bold))
        elif isinstance(value, int | Decimal | float) and _fits(Decimal(value)):
            number = "#,##0" if isinstance(value, int) else "#,##0.00########"
            page.write_number(row, column, float(value), self.format(number, bold=bold))
        elif isinstance(value, datetime):
            at = timezone.localtime(value).replace(tzinfo=None)
            page.write_datetime(row, column, at, self.format("yyyy-mm-dd hh:mm:ss", bold=bold))
        elif isinstance(value, date):
            page.write_datetime(row, column, value, self.format("yyyy-mm-dd", bold=bold))
        elif isinstance(value, timedelta):
            days = value.total_seconds() / 86_400
            page.write_number(row, column, days, self.format("[h]:mm:ss", bold=bold))
        else:
            page.write_string(row, column, _short(str(value)), self.format(bold=bold))

    def _sheet_name(self, title: str) -> str:
        """Return a valid worksheet name that is unique in the book."""
        plain = _FORBIDDEN.sub(" ", title).strip("' ") or "1"
        name, n = plain[:_LONGEST_NAME], 1
        while name.casefold() in self.names:
            n += 1
            name = f"{plain[: _LONGEST_NAME - len(str(n)) - 1]} {n}"
        self.names.add(name.casefold())
        return name


class _SheetTable:
    """A table, on as many worksheets as it needs."""

    def __init__(self, pages: _Pages, section: SheetSection) -> None:
        self.pages, self.section = pages, section

    def write(self, counted: RowCounter) -> None:
        """Write head, rows and totals."""
        before = counted.rows
        self._begin()
        for row in counted.count(self.section.rows):
            if self.row >= ROWS:
                self._end()
                self._begin()
            self._line(row)
        if counted.rows == before:
            self.page.write_string(self.row, 0, _("No activity"))
        else:
            for row in self.section.totals:
                self._line(row, bold=True)
        self._end()

    def _begin(self) -> None:
        self.page, self.first = self.pages.new(self.section)
        for n, column in enumerate(self.section.columns):
            self.page.write_string(
                self.first, n, _short(str(column.title)), self.pages.format(bold=True)
            )
        self.page.freeze_panes(self.first + 1, 0)
        self.row = self.first + 1

    def _line(self, row: object, *, bold: bool = False) -> None:
        for n, column in enumerate(self.section.columns):
            self.pages.cell(self.page, self.row, n, column.value(row), bold=bold)
        self.row += 1

    def _end(self) -> None:
        last = self.row - 1 - len(self.section.totals)
        if last > self.first and self.section.columns:
            self.page.autofilter(self.first, 0, last, len(self.section.columns) - 1)


def _money(currency: str) -> str:
    return f'#,##0.{"0" * MINOR_DIGITS[currency]}## "{currency}"'


def _fits(value: Decimal) -> bool:
    """Return whether a double holds every digit; otherwise the value is written as text."""
    return value.is_finite() and len(value.normalize().as_tuple().digits) <= _EXACT


def _wide(column: Column[Any]) -> int:
    return min(
        max(len(str(column.title)) + 3, 14 if column.numeric or column.money else 18), _WIDEST
    )


def _short(text: str) -> str:
    return text if len(text) <= _LONGEST else text[: _LONGEST - 1] + "…"
