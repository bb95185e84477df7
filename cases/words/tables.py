"""The figures of a drawing as a table, with links to rounds and players."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from django.utils.translation import gettext as _

from cases.words.shapes import EvidenceDrawing
from casino.models import Round
from pages.page_links import PageLink


@dataclass(frozen=True, slots=True)
class TableCell:
    words: str
    label: str
    page: PageLink | None = None


def table_rows(
    drawing: EvidenceDrawing, rounds: Mapping[int, Round], may: Mapping[str, bool]
) -> list[list[TableCell]]:
    """Return the rows of a drawing. `rounds` are by id; links lead where the reader may go."""
    return [_row(drawing, n, rounds, may) for n in range(len(drawing.rows))]


def _row(
    drawing: EvidenceDrawing, n: int, rounds: Mapping[int, Round], may: Mapping[str, bool]
) -> list[TableCell]:
    players = drawing.players[n] if drawing.players and may["see_players"] else ()
    cells = [
        TableCell(words, label, _player_page(players, place))
        for place, (words, label) in enumerate(zip(drawing.rows[n], drawing.head, strict=True))
    ]
    if any(drawing.rounds):
        round_ = rounds.get(drawing.rounds[n])
        page = PageLink("hands:hand", (round_.public_id,)) if round_ and may["see_hands"] else None
        cells.append(TableCell(round_.number if round_ else "", _("Round"), page))
    return cells


def _player_page(players: Sequence[str], place: int) -> PageLink | None:
    known = place < len(players) and players[place].isdecimal()
    return PageLink("players:player", (int(players[place]),)) if known else None
