"""Basic strategy chart as three tables and a legend."""

from collections.abc import Mapping
from dataclasses import dataclass, replace

from django import template
from django.utils.functional import Promise
from django.utils.text import capfirst
from django.utils.translation import gettext as _, gettext_lazy, pgettext_lazy

from blackjack.strategy import CODES, UPCARDS, Chart

register = template.Library()

KINDS: Mapping[str, Promise] = {
    "hard": gettext_lazy("Hard totals"),
    "soft": gettext_lazy("Soft totals"),
    "pair": gettext_lazy("Pairs"),
}
ACTIONS: Mapping[str, Promise] = {
    "hit": pgettext_lazy("action", "Hit"),
    "stand": pgettext_lazy("action", "Stand"),
    "double": pgettext_lazy("action", "Double"),
    "split": pgettext_lazy("action", "Split"),
    "surrender": pgettext_lazy("action", "Surrender"),
}


@dataclass(frozen=True, slots=True)
class Cell:
    """A cell of the chart: code, preferred action (its colour), and words; `before` is the other chart's action if it differs."""

    code: str
    action: str
    words: str
    before: str = ""


@dataclass(frozen=True, slots=True)
class ChartRow:
    head: str
    cells: tuple[Cell, ...]


@dataclass(frozen=True, slots=True)
class HandKind:
    title: str
    rows: tuple[ChartRow, ...]


@register.inclusion_tag("tables/_strategy_chart.html")
def strategy_chart(chart: Chart, before: Chart | None = None) -> dict[str, object]:
    """Render a chart with a legend; cells that differ from the chart `before` are marked."""
    cells = {code: Cell(code, CODES[code][0], _words(code)) for code in chart.legend}
    kinds = [
        HandKind(
            str(title),
            tuple(_row(chart, before, row, cells) for row in chart.rows if row.startswith(kind)),
        )
        for kind, title in KINDS.items()
    ]
    return {
        "compared": before is not None,
        "changed": sum(
            bool(cell.before) for kind in kinds for row in kind.rows for cell in row.cells
        ),
        "upcards": [_card(upcard) for upcard in UPCARDS],
        "kinds": kinds,
        "legend": list(cells.values()),
    }


def _row(chart: Chart, before: Chart | None, row: str, cells: Mapping[str, Cell]) -> ChartRow:
    kind, named = row.split()
    head = f"{_card(named)},{_card(named)}" if kind == "pair" else named
    found = (
        _compare(cells[chart.code(row, upcard)], before.code(row, upcard) if before else "")
        for upcard in UPCARDS
    )
    return ChartRow(head, tuple(found))


def _compare(cell: Cell, before: str) -> Cell:
    return cell if before in ("", cell.code) else replace(cell, before=_words(before))


def _card(name: str) -> str:
    return "10" if name == "T" else name


def _words(code: str) -> str:
    """Return a code in words: "Double, else hit"."""
    order = CODES[code]
    said = [str(ACTIONS[verb]) for verb in order]
    if order[-1] == "split":
        said.append(_("play the total"))
    words = said[0].lower()
    for more in said[1:]:
        words = _("%(first)s, else %(second)s") % {"first": words, "second": more.lower()}
    return str(capfirst(words))
