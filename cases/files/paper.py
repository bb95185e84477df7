"""Sections as a PDF with an index."""

import hashlib
import logging
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from io import BytesIO
from pathlib import Path
from typing import Final

import unfold
from django.conf import settings
from django.utils import timezone
from django.utils.text import capfirst
from django.utils.translation import gettext as _
from fpdf import FPDF
from fpdf.enums import XPos, YPos
from fpdf.fonts import TTFFont

from accounts.models.users import User
from cases.words.shapes import HEIGHT, WIDTH, EvidenceDrawing
from pages.moments import moment_text

_FONT: Final = "Inter"
_FONTS: Final = Path(unfold.__file__).parent / "static" / "unfold" / "fonts" / "inter"
_MARGIN: Final = 14.0
_LINE: Final = 4.6  # millimetres
_INK, _SOFT, _RULE, _PAPER = (27, 42, 36), (95, 108, 102), (208, 214, 210), (255, 255, 255)
_TONES: Final = (
    *((31, 120, 84), (183, 121, 31), (59, 111, 182)),
    *((141, 90, 151), (180, 72, 61), (95, 108, 102)),
)
_GRID: Final = 9  # tone of axis lines
logging.getLogger("fontTools").setLevel(logging.WARNING)  # it logs every table of a font


@dataclass(frozen=True, slots=True)
class Section:
    """A section of the file: paragraphs, then drawings, then a table."""

    title: str
    lines: Sequence[str] = ()
    drawings: Sequence[tuple[str, EvidenceDrawing]] = ()
    head: Sequence[str] = ()
    rows: Sequence[Sequence[str]] = ()


@dataclass(frozen=True, slots=True)
class CaseFile:
    """The bytes of the file and their SHA-256."""

    name: str
    content: bytes
    digest: str


def write_paper(name: str, title: str, sections: Sequence[Section], acting_user: User) -> CaseFile:
    """Return a PDF of these sections, empty ones left out, in the active language."""
    paper = _Paper(title, acting_user, timezone.now())
    try:
        paper.write_sections([one for one in sections if one.lines or one.rows or one.drawings])
        made = BytesIO()
        paper.output(made)
    finally:
        paper.close_fonts()
    content = made.getvalue()
    return CaseFile(name, content, hashlib.sha256(content).hexdigest())


def tell_moment(at: datetime) -> str:
    """Return a time in the reader's zone."""
    return moment_text(at, _("j M Y, H:i"))


class _Paper(FPDF):
    """The pages of the file."""

    def __init__(self, title: str, acting_user: User, made_at: datetime) -> None:
        super().__init__(format="A4")
        for style, name in (("", "Regular"), ("B", "SemiBold")):
            self.add_font(_FONT, style, _FONTS / f"Inter-{name}.woff2")
        self.heading, self.made = (
            title,
            _("Made %(at)s by %(person)s")
            % {
                "at": tell_moment(made_at),
                "person": acting_user.full_name,
            },
        )
        self.set_margin(_MARGIN)
        self.set_auto_page_break(auto=True, margin=_MARGIN + 4)
        self.set_title(title)
        self.set_author(settings.OPERATOR_NAME)
        self.set_creation_date(made_at)
        self.add_page()

    def close_fonts(self) -> None:
        """Close the font files, which fpdf2 leaves open."""
        for font in self.fonts.values():
            if isinstance(font, TTFFont):
                font.ttfont.close()

    def footer(self) -> None:
        """Title, who made it, and page number."""
        self.set_y(-_MARGIN)
        self._ink(_SOFT, 7)
        self.cell(
            self.epw - 25, _LINE, f"{settings.OPERATOR_NAME} · {self.heading} · {self.made}"[:130]
        )
        self.cell(25, _LINE, f"{self.page_no()} / {{nb}}", align="R")

    def write_title(self, sections: Sequence[Section]) -> list[int]:
        """Write the title and the index; return the links of its lines."""
        self._ink(_INK, 15, bold=True)
        self._text(self.heading, 7)
        self._ink(_SOFT, 8)
        self._text(self.made)
        self.ln(3)
        self._ink(_INK, 10, bold=True)
        self._text(_("Index"))
        links = []
        self._ink(_INK, 9)
        for n, section in enumerate(sections, 1):
            links.append(self.add_link())
            line = f"{n}. {section.title}"
            self.cell(self.epw, _LINE, line, link=links[-1], new_x=XPos.LMARGIN, new_y=YPos.NEXT)
        self.ln(4)
        return links

    def write_sections(self, sections: Sequence[Section]) -> None:
        """Write the index and all sections."""
        links = self.write_title(sections)
        for n, (section, link) in enumerate(zip(sections, links, strict=True), 1):
            self._room(24)
            self.set_link(link, y=self.get_y(), page=self.page_no())
            self.start_section(f"{n}. {section.title}")
            self._ink(_INK, 11, bold=True)
            self._text(f"{n}. {section.title}", 6)
            self._ink(_INK, 8)
            for line in section.lines:
                self._text(line)
            for caption, drawing in section.drawings:
                self._drawing(caption, drawing)
            if section.rows:
                self._table(section.head, section.rows)
            self.ln(4)

    def _table(self, head: Sequence[str], rows: Sequence[Sequence[str]]) -> None:
        self._ink(_INK, 7)
        self.set_draw_color(*_RULE)
        self.set_fill_color(*_PAPER)  # cells are filled with the last colour of a drawing else
        with self.table(
            col_widths=_weigh_columns(head, rows),
            line_height=3.6,
            text_align="LEFT",
            first_row_as_headings=True,
        ) as table:
            for row in [head, *rows]:
                line = table.row()
                for cell in row:
                    line.cell(capfirst(str(cell)) if row is head else str(cell))

    def _drawing(self, caption: str, drawing: EvidenceDrawing) -> None:
        tall = self.epw * HEIGHT / WIDTH
        self._room(tall + 12)
        self._ink(_INK, 8, bold=True)
        self._text(caption)
        self._legend(drawing)
        left, top, scale = self.l_margin, self.get_y() + 2, self.epw / WIDTH
        for box in drawing.boxes:
            self.set_fill_color(*_shade(_tone(box.tone), box.opacity))
            at = (left + box.x * scale, top + box.y * scale)
            self.rect(*at, max(box.width * scale, 0.05), max(box.height * scale, 0.05), style="F")
        for line in drawing.lines:
            self.set_draw_color(*_tone(line.tone))
            self.set_line_width(0.1 if line.tone == _GRID else line.width * scale)
            if len(line.points) > 1:
                self.polyline([(left + x * scale, top + y * scale) for x, y in line.points])
        for one in drawing.circles:
            self.set_fill_color(*_tone(one.tone))
            self.circle(left + one.x * scale, top + one.y * scale, one.radius * scale, style="F")
        self._ink(_SOFT, 6)
        for label in drawing.labels:
            width = self.get_string_width(label.words)
            shift = {"end": width, "middle": width / 2}.get(label.anchor, 0.0)
            self.text(left + label.x * scale - shift, top + label.y * scale, label.words)
        self.set_line_width(0.2)
        self.set_xy(self.l_margin, top + tall + 2)

    def _legend(self, drawing: EvidenceDrawing) -> None:
        """Write the note and, beside a square of its colour, each word of the key."""
        self._ink(_INK, 7)
        if drawing.note:
            self._text(drawing.note)
        for tone, words in enumerate(drawing.key):
            if words:
                self.set_fill_color(*_tone(tone))
                self.rect(self.get_x() + 1, self.get_y() + 1.2, 2, 2, style="F")
                self.set_x(self.get_x() + 4)
                self.cell(self.get_string_width(words) + 4, _LINE, words)
        self.ln(_LINE)

    def _text(self, text: str, tall: float = _LINE) -> None:
        self.multi_cell(self.epw, tall, text, align="L", new_x=XPos.LMARGIN, new_y=YPos.NEXT)

    def _ink(self, colour: tuple[int, int, int], size: float, *, bold: bool = False) -> None:
        self.set_font(_FONT, "B" if bold else "", size)
        self.set_text_color(*colour)

    def _room(self, tall: float) -> None:
        if self.get_y() + tall > self.h - self.b_margin:
            self.add_page()


def _weigh_columns(head: Sequence[str], rows: Sequence[Sequence[str]]) -> tuple[int, ...]:
    """Shares of the width by the longest text, at least that of the longest word of the head."""
    longest = [max(len(str(row[n])) for row in [head, *rows[:200]]) for n in range(len(head))]
    least = [max((len(word) for word in str(name).split()), default=0) + 5 for name in head]
    return tuple(max(min(one, 90), few, 8) for one, few in zip(longest, least, strict=True))


def _tone(tone: int) -> tuple[int, int, int]:
    return _RULE if tone == _GRID else _TONES[tone % len(_TONES)]


def _shade(colour: tuple[int, int, int], opacity: float) -> tuple[int, int, int]:
    red, green, blue = (round(255 - (255 - part) * opacity) for part in colour)
    return red, green, blue
