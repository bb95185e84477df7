"""File formats of a sheet, each written row by row into an open file."""

from collections.abc import Callable, Mapping
from typing import BinaryIO, Final

from django.db import models
from django.utils.translation import gettext_lazy as _

from reports.files import delimited, screen, workbook
from reports.values.sheet import Sheet

ProgressCallback = Callable[[int], None]


class Format(models.TextChoices):
    """File formats. `PAGE` is viewed in the browser, not downloaded."""

    CSV = "csv", _("CSV for spreadsheets")
    DATA = "data", _("CSV for programs")
    XLSX = "xlsx", _("Excel workbook")
    PDF = "pdf", _("PDF")
    PAGE = "page", _("Screen")

    @property
    def ending(self) -> str:
        """File extension."""
        return "csv" if self == Format.DATA else self.value

    @property
    def content_type(self) -> str:
        return _TYPES[self]


_TYPES: Final[Mapping[Format, str]] = {
    Format.CSV: "text/csv; charset=utf-8",
    Format.DATA: "text/csv; charset=utf-8",
    Format.XLSX: "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
    Format.PDF: "application/pdf",
    Format.PAGE: "text/html; charset=utf-8",
}
FILES: Final = tuple(one for one in Format if one != Format.PAGE)
"""Formats offered for download."""


def _paper(sheet: Sheet, file: BinaryIO, on_progress: ProgressCallback) -> int:
    from reports.files import paper  # noqa: PLC0415 - the PDF library, with numpy, is loaded only when needed

    return paper.write(sheet, file, on_progress)


_WRITE: Final[Mapping[Format, Callable[[Sheet, BinaryIO, ProgressCallback], int]]] = {
    Format.CSV: delimited.write_for_spreadsheets,
    Format.DATA: delimited.write_for_programs,
    Format.XLSX: workbook.write,
    Format.PDF: _paper,
    Format.PAGE: screen.write,
}


def write_sheet(
    sheet: Sheet, file: BinaryIO, form: Format, on_progress: ProgressCallback = lambda _rows: None
) -> int:
    """Write a sheet in the active language; return the number of rows.

    `on_progress` is called with the rows so far, from time to time.

    Raises `TooManyRows` if the format cannot hold all rows.
    """
    return _WRITE[form](sheet, file, on_progress)
