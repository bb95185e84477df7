"""CSV for programs and for spreadsheets, protected against formula injection."""

import csv
import io
import re
import string
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime
from typing import Final

from django.utils import timezone
from django.utils.formats import get_format

BOM: Final = "\N{BYTE ORDER MARK}"
"""Byte order mark before the first line: spreadsheets recognise UTF-8 by it."""

# Thousands separators and a currency or per cent sign after the number are allowed.
_NUMBER: Final = re.compile(r"-?[0-9][0-9.,\u00a0]*(?:[ \u00a0]?(?:%|[A-Z]{3}))?")
_FORMULA: Final = ("=", "+", "-", "@", "|", "%")
_SEPARATORS: Final = re.compile("([,;\t\r\n])")


def escape_formula(cell: str) -> str:
    """Mark text that a spreadsheet would run as a formula.

    Also within a cell, because spreadsheets in other locales split at other separators.
    """
    if _NUMBER.fullmatch(cell):
        return cell
    first, *others = _SEPARATORS.split(cell)
    others[1::2] = [f"'{part}" if _runs(part) else part for part in others[1::2]]
    return ("'" if _runs(cell) else "") + "".join([first, *others])


def _runs(text: str) -> bool:
    """Return whether a spreadsheet would run the text as a formula."""
    begins = text.lstrip(string.whitespace + '"').startswith(_FORMULA)
    return begins and not _NUMBER.fullmatch(text.strip())


@dataclass(frozen=True, slots=True)
class CsvFormat:
    """Format of a file: decimal mark, separator, and whether it is for a spreadsheet."""

    mark: str
    between: str
    sheet: bool

    def number(self, text: str) -> str:
        """Replace the decimal point by this file's mark."""
        return text.replace(".", self.mark)

    def time(self, at: datetime) -> str:
        """Format a time in the reader's zone: with its offset, or in the format of spreadsheets."""
        there = timezone.localtime(at)
        return f"{there:%Y-%m-%d %H:%M:%S}" if self.sheet else there.isoformat()

    def line(self, cells: Iterable[str]) -> str:
        """Return one line of the file, including its line end."""
        text = io.StringIO()
        csv.writer(text, delimiter=self.between).writerow(escape_formula(cell) for cell in cells)
        return text.getvalue()


def select_csv_format(*, sheet: bool) -> CsvFormat:
    """Return the style for programs (decimal point, UTC offsets), or with `sheet` for the reader's spreadsheet."""
    mark = str(get_format("DECIMAL_SEPARATOR")) if sheet else "."
    return CsvFormat(mark, ";" if mark == "," else ",", sheet=sheet)
