"""The findings that a case is about: what each means, its chart, and the way to what is behind it."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Final

from accounts.models.users import User
from cases.models import Case
from cases.selectors.evidence import find_flag, load_evidence, load_names, load_round_pages
from cases.selectors.queue import REASONS, load_findings
from cases.words.drawings import draw_evidence
from cases.words.findings import SignalLine, describe_meaning, line_of_flag
from cases.words.shapes import EvidenceDrawing
from cases.words.tables import TableCell, table_rows
from detection.models import Flag

_LINKED: Final = "MA1"


@dataclass(frozen=True, slots=True)
class EvidenceBlock:
    """A finding with its chart, None without one, and the chart's figures. `names` are the players that it shows."""

    line: SignalLine
    meaning: str
    drawing: EvidenceDrawing | None
    rows: Sequence[Sequence[TableCell]]
    names: Mapping[str, str]


def list_blocks(
    case: Case, players: Sequence[User], *, shown: bool, may: Mapping[str, bool]
) -> list[EvidenceBlock]:
    """Return the findings of a case's queue line, EDGE first. Loads the rows behind each again."""
    found = load_findings([case], {case.pk: players})[case.pk]
    signals = list(dict.fromkeys(one.signal for one in found))[:REASONS]
    flags = [find_flag(case, players[0].pk, signal) for signal in signals if players]
    numbers = [one.pk for one in players]
    return [build_block(one, numbers, shown=shown, may=may) for one in flags if one is not None]


def build_block(
    flag: Flag, players: Sequence[int], *, shown: bool, may: Mapping[str, bool]
) -> EvidenceBlock:
    """Return a flag with its chart."""
    evidence = load_evidence(flag)
    names = load_names(evidence, players)
    drawing = draw_evidence(evidence, names) if evidence is not None else None
    known = load_round_pages(drawing.rounds) if drawing else {}
    return EvidenceBlock(
        line_of_flag(flag, several=len(players) > 1, shown=shown, may=may),
        describe_meaning(flag.signal),
        drawing,
        table_rows(drawing, known, may) if drawing else [],
        names,
    )


def show_links(
    blocks: Sequence[EvidenceBlock],
    graph: EvidenceDrawing | None,
    rows: Sequence[Sequence[TableCell]],
) -> tuple[list[EvidenceBlock], EvidenceDrawing | None]:
    """Show the graph of all links in place of that of linked accounts; return it as well if no finding is about them."""
    told = [one.line.signal == _LINKED for one in blocks]
    if graph is None or not any(told):
        return list(blocks), graph
    shown = [
        replace(one, drawing=graph, rows=rows) if is_about else one
        for one, is_about in zip(blocks, told, strict=True)
    ]
    return shown, None
