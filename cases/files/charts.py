"""The figures of the charts as tables, with the rounds behind them."""

from collections.abc import Mapping, Sequence

from django.utils.translation import gettext as _, ngettext

from cases.files.paper import Section
from cases.selectors.evidence import load_round_pages
from cases.words.shapes import EvidenceDrawing
from casino.models import Round


def tell_figures(charts: Sequence[tuple[str, EvidenceDrawing]]) -> list[Section]:
    """Return a section for each chart. One query."""
    known = load_round_pages(number for _name, drawing in charts for number in drawing.rounds)
    return [_tell(name, drawing, known) for name, drawing in charts]


def _tell(name: str, drawing: EvidenceDrawing, known: Mapping[int, Round]) -> Section:
    title = _("Figures of the chart: %(name)s") % {"name": name}
    left = drawing.left_out
    lines = [ngettext("and %(n)s more", "and %(n)s more", left) % {"n": left}] if left else []
    if not any(drawing.rounds):
        return Section(title, lines, head=drawing.head, rows=drawing.rows)
    rows = [
        (*row, known[number].number if number in known else "")
        for row, number in zip(drawing.rows, drawing.rounds, strict=True)
    ]
    return Section(title, lines, head=(*drawing.head, _("Round")), rows=rows)
