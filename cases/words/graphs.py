"""Linked accounts as a graph: accounts on rings, what they share as lines."""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from math import cos, pi, sin
from typing import Final

from django.utils import formats
from django.utils.translation import gettext as _

from cases.words.shapes import (
    HEIGHT,
    WIDTH,
    DrawnCircle,
    EvidenceDrawing,
    Label,
    Line,
    write_number,
)
from detection.models import AccountLink
from signals.evidence import Edge, Graph, Node

_NAMED: Final = 12
"""Around more accounts than this names would overlap: numbers stand there, and names in the table."""
_LABELLED: Final = 3
_INNER, _OUTER, _FLAT = 90.0, 165.0, 2.0
_MOST_WEIGHT: Final = 100


def draw_links(
    links: Sequence[AccountLink], centre: Sequence[int], names: Mapping[str, str]
) -> EvidenceDrawing | None:
    """Return the graph of linked accounts around the players of a case; None without links. `names` are by player id."""
    if not links:
        return None
    numbers = list(
        dict.fromkeys([*centre, *(n for one in links for n in (one.one_id, one.other_id))])
    )
    place = {number: n for n, number in enumerate(numbers)}
    shared: dict[tuple[int, int], list[AccountLink]] = defaultdict(list)
    for one in links:
        shared[place[one.one_id], place[one.other_id]].append(one)
    edges = tuple(
        Edge(*ends, sum(one.weight for one in rows), "; ".join(map(_describe_link, rows)))
        for ends, rows in shared.items()
    )
    nodes = tuple(Node(str(number), number in centre) for number in numbers)
    return draw_graph(Graph(nodes, edges), names)


def _describe_link(link: AccountLink) -> str:
    first, last = (
        formats.date_format(at, "SHORT_DATE_FORMAT") for at in (link.first_at, link.last_at)
    )
    days = first if first == last else f"{first} \N{EN DASH} {last}"
    return f"{link.get_kind_display()} ({days})"


def draw_graph(graph: Graph, names: Mapping[str, str]) -> EvidenceDrawing:
    """Draw accounts and what they share; the table has a row for each pair."""
    marks, titles = _name_nodes(graph, names)
    places = _place_nodes(graph)
    return EvidenceDrawing(
        "graph",
        lines=[_draw_edge(edge, places) for edge in graph.edges],
        circles=[
            DrawnCircle(*places[n], 14 if node.centre else 9, 1 if node.centre else 0, 0, titles[n])
            for n, node in enumerate(graph.nodes)
        ],
        labels=[
            *(Label(x, y + 34, marks[n]) for n, (x, y) in places.items()),
            *_label_edges(graph, places),
        ],
        key=_name_tones(graph),
        head=(_("Account"), _("Account"), _("Shared data"), _("Weight")),
        rows=[
            (titles[one.first], titles[one.second], str(one.words), write_number(one.weight))
            for one in graph.edges
        ],
        players=[
            (graph.nodes[one.first].player, graph.nodes[one.second].player) for one in graph.edges
        ],
        left_out=graph.left_out,
    )


def _name_nodes(graph: Graph, names: Mapping[str, str]) -> tuple[list[str], list[str]]:
    """What stands at each account in the drawing, and its name in the table."""
    named = [names.get(one.player, one.player) for one in graph.nodes]
    if len(named) <= _NAMED:
        return named, named
    return [str(n) for n, _name in enumerate(named, 1)], [
        f"{n} \N{MIDDLE DOT} {name}" for n, name in enumerate(named, 1)
    ]


def _name_tones(graph: Graph) -> tuple[str, str]:
    inside = any(node.centre for node in graph.nodes)
    outside = any(not node.centre for node in graph.nodes)
    return (
        _("linked account") if outside else "",
        _("player of the case") if inside else "",
    )


def _label_edges(graph: Graph, places: Mapping[int, tuple[float, float]]) -> list[Label]:
    """What two accounts share, beside their line, if there are few lines."""
    if len(graph.edges) > _LABELLED:
        return []
    found = []
    for one in graph.edges:
        (x, y), (other_x, other_y) = places[one.first], places[one.second]
        found.append(Label((x + other_x) / 2, (y + other_y) / 2 - 10, str(one.words)))
    return found


def _draw_edge(edge: Edge, places: Mapping[int, tuple[float, float]]) -> Line:
    return Line(
        (places[edge.first], places[edge.second]), 0, 1.0 + min(edge.weight, _MOST_WEIGHT) / 25
    )


def _place_nodes(graph: Graph) -> dict[int, tuple[float, float]]:
    """Players of the case in the middle, the others around them; without such players all on one ring."""
    centre = [n for n, node in enumerate(graph.nodes) if node.centre]
    around = [n for n, node in enumerate(graph.nodes) if not node.centre]
    return {**_ring(centre, _INNER if len(centre) > 1 else 0.0), **_ring(around, _OUTER)}


def _ring(nodes: Sequence[int], radius: float) -> dict[int, tuple[float, float]]:
    step = 2 * pi / max(len(nodes), 1)
    return {
        node: (
            WIDTH / 2 + radius * _FLAT * cos(n * step),
            HEIGHT / 2 - 10 + radius * sin(n * step),
        )
        for n, node in enumerate(nodes)
    }
