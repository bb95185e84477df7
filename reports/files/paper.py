"""PDF on A4: header and footer, charts, column heads on every page.

Built in memory and meant for people: sheets longer than `ROWS` need another format.
"""

import logging
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path
from typing import Any, BinaryIO, Final, cast

import unfold
from django.utils.translation import gettext as _
from fpdf import FPDF
from fpdf.enums import XPos, YPos
from fpdf.fonts import TTFFont

from pages.charts import HEIGHT, WIDTH, Plot
from pages.lists import Column
from reports.files.counting import RowCounter
from reports.values.sheet import Sheet, SheetSection
from reports.words.cells import file_text
from reports.words.footer import sheet_facts

ROWS: Final = 5000
_FONT: Final = "Inter"
_FONTS: Final = Path(unfold.__file__).parent / "static" / "unfold" / "fonts" / "inter"
_MARGIN: Final = 14.0
_TEXT, _SMALL, _HEAD = 8.0, 7.0, 15.0
_LINE: Final = 4.2  # millimetres
_PAD: Final = 1.2
_MANY: Final = 7  # more columns need landscape
_LOOKED_AT: Final = 200  # rows measured for column widths
_WIDEST: Final = 62.0
_MOST_LINES: Final = 12  # per cell
_INK, _SOFT, _RULE, _GROUND = (27, 42, 36), (95, 108, 102), (208, 214, 210), (241, 244, 242)
_COLOURS: Final = ((31, 120, 84), (183, 121, 31), (59, 111, 182), (141, 90, 151))
ProgressCallback = Callable[[int], None]
logging.getLogger("fontTools").setLevel(logging.WARNING)  # it logs every table of a font


def write(sheet: Sheet, file: BinaryIO, on_progress: ProgressCallback) -> int:
    """Write the sheet as a PDF. Raises TooManyRows if it has more than `ROWS` rows."""
    counted = RowCounter(on_progress, most=ROWS)
    wide = any(len(section.columns) > _MANY for section in sheet.sections)
    page = _Paper(sheet, wide=wide)
    try:
        page.title_block()
        for section in sheet.sections:
            page.section(section, list(counted.count(section.rows)))
        page.output(file)
    finally:
        page.close_fonts()
    return counted.rows


class _Paper(FPDF):
    """The pages of one sheet."""

    def __init__(self, sheet: Sheet, *, wide: bool) -> None:
        super().__init__(orientation="landscape" if wide else "portrait", format="A4")
        self.sheet = sheet
        for style, name in (("", "Regular"), ("B", "SemiBold")):
            self.add_font(_FONT, style, _FONTS / f"Inter-{name}.woff2")
        self.set_margin(_MARGIN)
        self.set_auto_page_break(auto=True, margin=_MARGIN + 4)
        self.set_title(sheet.title)
        self.set_author(sheet.operator)
        self.set_creation_date(sheet.made_at)
        self.add_page()

    def close_fonts(self) -> None:
        """Close the font files, which fpdf2 leaves open."""
        for font in self.fonts.values():
            if isinstance(font, TTFFont):
                font.ttfont.close()

    def header(self) -> None:
        """Operator and title, on every page but the first, which has a title block."""
        if self.page_no() > 1:
            self._ink(_SOFT, _SMALL)
            self.cell(self.epw / 2, _LINE, self.sheet.operator)
            self.cell(
                self.epw / 2,
                _LINE,
                self.sheet.title,
                align="R",
                new_x=XPos.LMARGIN,
                new_y=YPos.NEXT,
            )
            self.ln(2)

    def footer(self) -> None:
        """Time made and page number."""
        self.set_y(-_MARGIN)
        self._ink(_SOFT, _SMALL)
        made = dict(sheet_facts(self.sheet))[_("Made at")]
        left = f"{self.sheet.title} · {self.sheet.period} · {made}"
        self.cell(self.epw - 25, _LINE, self._cut(left, self.epw - 25))
        self.cell(25, _LINE, f"{self.page_no()} / {{nb}}", align="R")

    def title_block(self) -> None:
        """Draw title, operator, period, notes and headline figures."""
        self._ink(_INK, _HEAD, bold=True)
        self.multi_cell(self.epw, 7, self.sheet.title, new_x=XPos.LMARGIN, new_y=YPos.NEXT)
        self.ln(1)
        for label, value in sheet_facts(self.sheet):
            self._ink(_SOFT, _TEXT)
            self.cell(28, _LINE, label)
            self._ink(_INK, _TEXT)
            self.multi_cell(self.epw - 28, _LINE, value, new_x=XPos.LMARGIN, new_y=YPos.NEXT)
        for note in self.sheet.notes:
            self._paragraph(note)
        self.ln(2)
        self._figures()

    def _figures(self) -> None:
        across = 4
        width, tall = self.epw / across, 14.0
        for n, figure in enumerate(self.sheet.figures):
            if n % across == 0:
                self._room(tall)
                top = self.get_y()
            x = self.l_margin + width * (n % across)
            self.set_fill_color(*_GROUND)
            self.rect(x, top, width - 2, tall - 2, style="F", round_corners=True, corner_radius=1)
            for text, size, bold, down in (
                (figure.label, _SMALL, False, 1.0),
                (file_text(figure.value), 10.0, True, 4.6),
                (figure.note, 6.0, False, 8.6),
            ):
                self._ink(_INK if bold else _SOFT, size, bold=bold)
                self.set_xy(x + 1.5, top + down)
                self.cell(width - 5, _LINE, self._cut(text, width - 5))
            self.set_xy(self.l_margin, top + tall)
        self.ln(2)

    def section(self, section: SheetSection, rows: Sequence[Any]) -> None:
        """Draw a heading, its charts and its table."""
        self._room(18)
        self._ink(_INK, 10.5, bold=True)
        self.multi_cell(self.epw, 6, section.title, new_x=XPos.LMARGIN, new_y=YPos.NEXT)
        if section.note:
            self._paragraph(section.note)
        if not rows:
            self._paragraph(_("No activity"))
            self.ln(3)
            return
        for chart in section.charts:
            if not chart.is_empty:
                self._chart(chart)
        self._table(section.columns, rows, section.totals)
        self.ln(5)

    def _table(
        self, columns: Sequence[Column[Any]], rows: Sequence[Any], totals: Sequence[Any]
    ) -> None:
        titles = [str(column.title) for column in columns]
        lines = [[file_text(column.value(row)) for column in columns] for row in rows]
        last = [[file_text(column.value(row)) for column in columns] for row in totals]
        right = [column.numeric or column.money for column in columns]
        whole = [self._widest_number(column, [*rows, *totals]) for column in columns]
        widths = self._widths(titles, [*lines, *last], right, whole)
        self._line(titles, widths, right, bold=True, filled=True)
        for line in lines:
            if self._line(line, widths, right, turn=True):
                self._line(titles, widths, right, bold=True, filled=True)
                self._line(line, widths, right)
        for line in last:
            self._line(line, widths, right, bold=True, filled=True)

    def _line(
        self,
        cells: Sequence[str],
        widths: Sequence[float],
        right: Sequence[bool],
        *,
        bold: bool = False,
        filled: bool = False,
        turn: bool = False,
    ) -> bool:
        """Draw one row of a table. With `turn`, if it doesn't fit, only start a new page and return True."""
        self._ink(_INK, _SMALL, bold=bold)
        texts = [
            self._wrap_text(text, width - 2 * _PAD)
            for text, width in zip(cells, widths, strict=True)
        ]
        tall = max(len(lines) for lines in texts) * 3.4 + 2 * _PAD
        if self.get_y() + tall > self.h - self.b_margin:
            self.add_page()
            if turn:
                return True
        top, x = self.get_y(), self.l_margin
        if filled:
            self.set_fill_color(*_GROUND)
            self.rect(x, top, sum(widths), tall, style="F")
        self.set_draw_color(*_RULE)
        self.line(x, top + tall, x + sum(widths), top + tall)
        self._ink(_INK, _SMALL, bold=bold)
        for lines, width, is_right in zip(texts, widths, right, strict=True):
            for n, text in enumerate(lines):
                self.set_xy(x + _PAD, top + _PAD + n * 3.4)
                self.cell(width - 2 * _PAD, 3.4, text, align="R" if is_right else "L")
            x += width
        self.set_xy(self.l_margin, top + tall)
        return False

    def _wrap_text(self, text: str, width: float) -> list[str]:
        if self.get_string_width(text) <= width:
            return [text]
        found = cast(
            "list[str]", self.multi_cell(width, 3.4, text, dry_run=True, output="LINES", padding=0)
        )
        if len(found) > _MOST_LINES:
            found = [*found[: _MOST_LINES - 1], self._cut(found[_MOST_LINES - 1] + "…", width)]
        return found or [""]

    def _widths(
        self,
        titles: Sequence[str],
        lines: Sequence[Sequence[str]],
        right: Sequence[bool],
        whole: Sequence[float],
    ) -> list[float]:
        """Return column widths by content, scaled to the page.

        Numbers are never broken (`whole` is the widest of each column), and words of headings only if necessary.
        """
        self._ink(_INK, _SMALL, bold=True)
        least, asked = [], []
        for n, title in enumerate(titles):
            words = max(self._widest(title.split()), whole[n])
            text = whole[n] if right[n] else self._widest(line[n] for line in lines[:_LOOKED_AT])
            least.append(words + 2 * _PAD + 1)
            asked.append(max(least[n], min(text + 2 * _PAD + 1, _WIDEST)))
        if sum(asked) <= self.epw:
            return [width * self.epw / sum(asked) for width in asked]
        numbers = sum(width for width, kept in zip(least, whole, strict=True) if kept)
        if sum(least) > self.epw > numbers:
            rest = (self.epw - numbers) / (sum(least) - numbers)
            return [
                width if kept else width * rest for width, kept in zip(least, whole, strict=True)
            ]
        if sum(least) > self.epw:
            return [width * self.epw / sum(least) for width in least]
        room, more = self.epw - sum(least), sum(asked) - sum(least)
        return [few + (many - few) * room / more for few, many in zip(least, asked, strict=True)]

    def _widest_number(self, column: Column[Any], rows: Sequence[Any]) -> float:
        """Return the width of a column's longest number, each amount of a cell separately; 0 for text."""
        self._ink(_INK, _SMALL, bold=True)
        values = [column.value(row) for row in rows]
        wrapped = not (column.numeric or column.money)
        if wrapped:
            values = [one for value in values if isinstance(value, tuple) for one in value]
        widest = self._widest(sorted(map(file_text, values), key=len)[-_LOOKED_AT:])
        return widest + 2 * self.c_margin if wrapped and widest else widest

    def _widest(self, texts: Iterable[str]) -> float:
        return max(map(self.get_string_width, texts), default=0.0)

    def _chart(self, chart: Plot) -> None:
        """Draw the chart with its labels, as on the page."""
        tall, left = 42.0, 24.0
        self._room(tall + 16)
        self._ink(_INK, _TEXT, bold=True)
        self.cell(self.epw, 5, chart.title, new_x=XPos.LMARGIN, new_y=YPos.NEXT)
        self._key(chart)
        top, x, width = self.get_y() + 2, self.l_margin + left, self.epw - left
        drawing = chart.file_drawing

        def across(value: float) -> float:
            return x + width * value / WIDTH

        def down(value: float) -> float:
            return top + tall * value / HEIGHT

        self.set_line_width(0.1)
        self.set_draw_color(*_RULE)
        self._ink(_SOFT, 6)
        for tick in drawing.ticks:
            self.line(x, down(tick.y), x + width, down(tick.y))
            self.set_xy(self.l_margin, down(tick.y) - 1.5)
            self.cell(left - 2, 3, tick.words, align="R")
        for bar in drawing.bars:
            self.set_fill_color(*_COLOURS[bar.series % len(_COLOURS)])
            self.rect(
                across(bar.x),
                down(bar.y),
                width * bar.width / WIDTH,
                tall * bar.height / HEIGHT,
                style="F",
            )
        self.set_line_width(0.35)
        for line in drawing.lines:
            self.set_draw_color(*_COLOURS[line.series % len(_COLOURS)])
            self.polyline([(across(px), down(py)) for px, py in line.points])
        self.set_line_width(0.2)
        if drawing.zero is not None:
            self.set_draw_color(*_SOFT)
            self.line(x, down(drawing.zero), x + width, down(drawing.zero))
        steps = max(len(drawing.named) - 1, 1)
        for n, name in enumerate(drawing.named):
            self.set_xy(x + (width - 30) * n / steps, top + tall + 1)
            self.cell(30, 3, name, align="L" if n == 0 else "R" if n == steps else "C")
        self.set_xy(self.l_margin, top + tall + 6)

    def _key(self, chart: Plot) -> None:
        if len(chart.series) < 2:  # noqa: PLR2004  a single series needs no key
            return
        self._ink(_SOFT, _SMALL)
        for n, one in enumerate(chart.series):
            self.set_fill_color(*_COLOURS[n % len(_COLOURS)])
            self.rect(self.get_x(), self.get_y() + 0.8, 2.4, 2.4, style="F")
            self.set_x(self.get_x() + 3.4)
            self.cell(self.get_string_width(one.label) + 6, _LINE, one.label)
        self.ln(_LINE)

    def _paragraph(self, text: str) -> None:
        self._ink(_SOFT, _TEXT)
        self.multi_cell(self.epw, _LINE, text, align="L", new_x=XPos.LMARGIN, new_y=YPos.NEXT)

    def _ink(self, colour: tuple[int, int, int], size: float, *, bold: bool = False) -> None:
        self.set_font(_FONT, "B" if bold else "", size)
        self.set_text_color(*colour)

    def _cut(self, text: str, width: float) -> str:
        if self.get_string_width(text) <= width:
            return text
        while text and self.get_string_width(text + "…") > width:
            text = text[:-1]
        return text + "…"

    def _room(self, tall: float) -> None:
        """Start a new page if less room is left."""
        if self.get_y() + tall > self.h - self.b_margin:
            self.add_page()
