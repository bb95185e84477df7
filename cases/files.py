"""The file of a case for a regulator: a PDF with index, figures, rounds, decisions and who looked."""

import hashlib
import logging
from collections.abc import Sequence
from dataclasses import dataclass, field
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
from accounts.roles.values import Right
from cases.models import Case
from cases.selectors import case_page as selectors
from cases.selectors.holds import HoldLine, list_holds
from cases.selectors.queue import find_why_sampled, load_players, shows_score
from cases.words.drawings import HEIGHT, WIDTH, EvidenceDrawing, draw_links
from cases.words.findings import (
    case_title,
    describe_flag,
    describe_outcome,
    origin_text,
    signal_name,
)
from cases.words.happenings import step_text, step_title
from cases.words.people import PersonLine, describe_people
from detection.models import Flag
from pages.moments import moment_text
from wallet.money.words import format_money

_FONT: Final = "Inter"
_FONTS: Final = Path(unfold.__file__).parent / "static" / "unfold" / "fonts" / "inter"
_MARGIN: Final = 14.0
_LINE: Final = 4.6  # millimetres
_INK, _SOFT, _RULE = (27, 42, 36), (95, 108, 102), (208, 214, 210)
_TONES: Final = ((31, 120, 84), (183, 121, 31), (59, 111, 182), (141, 90, 151))
_GRID: Final = 9  # tone of axis lines
_ROUNDS_LISTED: Final = 5000
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


@dataclass(frozen=True, slots=True)
class _Facts:
    case: Case
    players: list[User]
    shown: bool
    rights: frozenset[Right]
    charts: Sequence[tuple[str, EvidenceDrawing]] = field(default_factory=tuple)

    @property
    def numbers(self) -> list[int]:
        return [one.pk for one in self.players]


def write_case_file(
    case: Case,
    acting_user: User,
    rights: frozenset[Right],
    charts: Sequence[tuple[str, EvidenceDrawing]] = (),
) -> CaseFile:
    """Return the file of a case in the active language, made by this person; `charts` are drawings with their captions."""
    players = load_players([case.pk]).get(case.pk, [])
    facts = _Facts(case, players, shows_score(case), rights, charts)
    title = _("Case %(title)s") % {"title": case_title(case, [one.display_name for one in players])}
    return _write(f"{case.number}.pdf", title, _sections(facts), acting_user)


def write_report_file(case: Case, acting_user: User) -> CaseFile:
    """Return the draft of a suspicious-activity report as a PDF: the players, the evidence, and the last version."""
    players = load_players([case.pk]).get(case.pk, [])
    facts = _Facts(case, players, shows_score(case), frozenset())
    drafts = selectors.load_drafts(case)
    text = drafts[0].text.splitlines() if drafts else []
    sections = [
        Section(_("Report"), text),
        _people(describe_people(selectors.load_people(case.kind_of, players), shown=facts.shown)),
        _evidence(facts),
    ]
    title = _("Draft of a suspicious-activity report, %(number)s") % {"number": case.number}
    return _write(f"{case.number}-report.pdf", title, sections, acting_user)


def _write(name: str, title: str, sections: Sequence[Section], acting_user: User) -> CaseFile:
    paper = _Paper(title, acting_user, timezone.now())
    try:
        paper.write_sections([one for one in sections if one.lines or one.rows or one.drawings])
        made = BytesIO()
        paper.output(made)
    finally:
        paper.close_fonts()
    content = made.getvalue()
    return CaseFile(name, content, hashlib.sha256(content).hexdigest())


def _sections(facts: _Facts) -> list[Section]:
    case = facts.case
    return [
        _overview(facts),
        _people(
            describe_people(selectors.load_people(case.kind_of, facts.players), shown=facts.shown)
        ),
        _evidence(facts),
        _links(facts),
        *([_rounds(case)] if facts.shown else []),
        _holds(list_holds(case)),
        _records(case),
        _decisions(case),
        _notes(case),
        _linked(facts),
        _looks(case),
    ]


def _moment(at: datetime) -> str:
    return moment_text(at, "j M Y, H:i")


def _overview(facts: _Facts) -> Section:
    case = facts.case
    lines = [
        f"{_('Kind')}: {case.get_kind_display()}",
        f"{_('Status')}: {case.get_status_display()}",
        f"{_('Opened')}: {_moment(case.opened_at)}, {origin_text(case, shown=facts.shown)}",
        f"{_('Due')}: {_moment(case.due_at)} ({case.get_severity_display()})",
    ]
    if case.outcome:
        lines.append(f"{_('Outcome')}: {case.get_outcome_display()}")
    if case.reason:
        lines.append(f"{_('Reason')}: {case.reason}")
    if case.assignee:
        lines.append(f"{_('Assigned to')}: {case.assignee.full_name}")
    if facts.shown:
        score = {"now": case.score, "then": case.score_at_opening}
        lines.append(f"{_('Score')}: " + _("%(now)s, when opened %(then)s") % score)
    if sample := find_why_sampled(case):
        lines.append(f"{_('Blind sample')}: {sample.get_why_display()} {sample.signal}".rstrip())
    return Section(_("Overview"), lines)


def _people(people: Sequence[PersonLine]) -> Section:
    rows = [
        (
            f"{one.player.display_name} ({one.player.pk})",
            ", ".join([str(one.player.get_state_display()), *one.restrictions]),
            _("verified") if one.player.is_verified else _("not verified"),
            "" if one.score is None else str(one.score),
            ", ".join(f"{row.number} {format_money(money)}" for row, money in one.withdrawals),
        )
        for one in people
    ]
    head = (_("Player"), _("State"), _("Identity"), _("Score"), _("Unfinished withdrawals"))
    return Section(_("Players"), head=head, rows=rows)


def _evidence(facts: _Facts) -> Section:
    flags = selectors.load_flags(facts.case)
    rows = [_flag_row(one, shown=facts.shown) for one in flags]
    flagged = {one.signal for one in flags}
    outcomes = (
        selectors.load_outcomes(facts.case.kind_of, facts.numbers[0]) if facts.numbers else []
    )
    rows += [
        (signal_name(one.signal), describe_outcome(one), str(one.n), "", "")
        for one in outcomes
        if one.signal not in flagged
    ]
    if not facts.shown:  # in the order of a blind sample, which has no flags
        rows.sort()
    head = (_("Signal"), _("Finding"), _("Number"), _("Thresholds"), _("Judged"))
    return Section(_("Evidence by signal"), (), facts.charts, head, rows)


def _flag_row(flag: Flag, *, shown: bool) -> tuple[str, ...]:
    """Return a flag's row; before the decision without what a blind sample does not have."""
    if not shown:
        return signal_name(flag.signal), describe_flag(flag), str(flag.n), "", ""
    thresholds = ", ".join(f"{name} {value}" for name, value in flag.thresholds.items())
    judged = _("version %(version)d, %(at)s") % {
        "version": flag.version,
        "at": _moment(flag.raised_at),
    }
    return signal_name(flag.signal), describe_flag(flag), str(flag.n), thresholds, judged


def _links(facts: _Facts) -> Section:
    links = selectors.load_links(facts.numbers)
    drawing = draw_links(links, facts.numbers)
    if drawing is None:
        return Section(_("Linked accounts"))
    return Section(
        _("Linked accounts"),
        drawings=[(_("Linked accounts"), drawing)],
        head=drawing.head,
        rows=drawing.rows,
    )


def _rounds(case: Case) -> Section:
    rows = [
        (
            one.number or str(one.public_id),
            one.player.display_name,
            one.place.table.display_name,
            _moment(one.started_at),
            _("voided") if getattr(one, "voided", False) else str(one.get_status_display()),
        )
        for one in selectors.load_flagged_rounds(case, _ROUNDS_LISTED)
    ]
    told = _(
        "Each round can be replayed from its shoe's seed, whose commitment was published before the first card."
    )
    head = (_("Round"), _("Player"), _("Table"), _("Time"), _("State"))
    return Section(_("Rounds behind the flags"), [told] if rows else [], head=head, rows=rows)


def _holds(holds: Sequence[HoldLine]) -> Section:
    rows = [
        (
            one.hold.withdrawal.number,
            format_money(one.money),
            one.hold.acting_user.full_name if one.hold.acting_user else _("the site"),
            ", ".join(one.hold.signals) or one.hold.reason,
            _moment(one.hold.at),
            _("held") if one.is_active else _("not held any more"),
        )
        for one in holds
    ]
    head = (_("Withdrawal"), _("Amount"), _("By"), _("Reason"), _("Time"), _("State"))
    return Section(_("Held withdrawals"), head=head, rows=rows)


def _records(case: Case) -> Section:
    rows = [
        *(
            (_moment(one.at), _("Void proposed"), one.void.number, one.void.get_state_display())
            for one in selectors.load_voids(case)
        ),
        *(
            (
                _moment(one.happened_at),
                _("Contact by %(person)s") % {"person": one.acting_user.full_name},
                one.said,
                one.agreed,
            )
            for one in selectors.load_contacts(case)
        ),
        *(
            (
                _moment(one.at),
                _("Documents requested"),
                str(one.get_what_display()),
                one.acting_user.full_name,
            )
            for one in selectors.load_document_requests(case)
        ),
        *(
            (_moment(one.at), _("Draft of the report"), one.text, one.acting_user.full_name)
            for one in selectors.load_drafts(case)
        ),
    ]
    head = (_("Time"), _("What"), _("Text"), _("More"))
    return Section(_("History"), head=head, rows=[tuple(map(str, row)) for row in rows])


def _decisions(case: Case) -> Section:
    rows = [
        (str(one.n), _moment(one.at), step_title(one), step_text(one))
        for one in selectors.load_steps(case)
    ]
    head = (_("Step"), _("Time"), _("Status"), _("Staff member and reason"))
    return Section(_("Decisions"), head=head, rows=rows)


def _notes(case: Case) -> Section:
    rows = [
        (_moment(one.at), one.acting_user.full_name, one.text) for one in selectors.load_notes(case)
    ]
    return Section(_("Notes"), head=(_("Time"), _("Who"), _("Text")), rows=rows)


def _linked(facts: _Facts) -> Section:
    rows = [
        (other.number, str(other.get_status_display()), link.reason)
        for other, link in selectors.load_linked_cases(facts.case, facts.rights)
    ]
    return Section(_("Linked cases"), head=(_("Case"), _("Status"), _("Reason")), rows=rows)


def _looks(case: Case) -> Section:
    rows = [(_moment(one.at), one.staff.full_name) for one in selectors.load_case_looks(case)]
    return Section(_("Views of this case"), head=(_("Time"), _("Who")), rows=rows)


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
                "at": _moment(made_at),
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
        longest = [max(len(str(row[n])) for row in [head, *rows[:200]]) for n in range(len(head))]
        widths = [min(max(one, 8), 60) for one in longest]
        with self.table(
            col_widths=tuple(widths), line_height=3.6, first_row_as_headings=True
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

    def _text(self, text: str, tall: float = _LINE) -> None:
        self.multi_cell(self.epw, tall, text, align="L", new_x=XPos.LMARGIN, new_y=YPos.NEXT)

    def _ink(self, colour: tuple[int, int, int], size: float, *, bold: bool = False) -> None:
        self.set_font(_FONT, "B" if bold else "", size)
        self.set_text_color(*colour)

    def _room(self, tall: float) -> None:
        if self.get_y() + tall > self.h - self.b_margin:
            self.add_page()


def _tone(tone: int) -> tuple[int, int, int]:
    return _RULE if tone == _GRID else _TONES[tone % len(_TONES)]


def _shade(colour: tuple[int, int, int], opacity: float) -> tuple[int, int, int]:
    red, green, blue = (round(255 - (255 - part) * opacity) for part in colour)
    return red, green, blue
