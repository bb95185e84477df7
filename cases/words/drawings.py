"""Evidence as drawings: shapes and labels within a box, and the same figures as a table.

Pages draw them as SVG (`cases/_drawing.html`), the file for a regulator with lines.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from math import cos, exp, isfinite, log, pi, sin
from typing import Final

from django.utils import formats
from django.utils.translation import gettext as _

from detection.models import AccountLink
from signals.evidence import (
    Axis,
    Bars,
    Cumulative,
    Edge,
    Evidence,
    Graph,
    HeatMap,
    Histogram,
    Node,
    Scatter,
)

WIDTH: Final = 1000.0
HEIGHT: Final = 420.0
_LEFT, _RIGHT, _TOP, _BOTTOM = 90.0, 20.0, 20.0, 60.0
_ROWS: Final = 400  # of a table
_TICKS: Final = 4
_DAYS: Final = 7
_HOURS: Final = 24


@dataclass(frozen=True, slots=True)
class DrawnCircle:
    x: float
    y: float
    radius: float
    tone: int = 0
    round: int = 0
    words: str = ""


@dataclass(frozen=True, slots=True)
class Line:
    points: tuple[tuple[float, float], ...]
    tone: int = 0
    width: float = 2.0

    @property
    def svg_points(self) -> str:
        """The value of SVG's `points` attribute."""
        return " ".join(f"{x:.1f},{y:.1f}" for x, y in self.points)


@dataclass(frozen=True, slots=True)
class DrawnBox:
    x: float
    y: float
    width: float
    height: float
    tone: int = 0
    opacity: float = 1.0
    words: str = ""


@dataclass(frozen=True, slots=True)
class Label:
    x: float
    y: float
    words: str
    anchor: str = "middle"


@dataclass(frozen=True, slots=True)
class EvidenceDrawing:
    """Shapes in drawing order, labels, a key, and a table of the same figures."""

    kind: str
    boxes: Sequence[DrawnBox] = ()
    lines: Sequence[Line] = ()
    circles: Sequence[DrawnCircle] = ()
    labels: Sequence[Label] = ()
    key: Sequence[str] = ()
    head: Sequence[str] = ()
    rows: Sequence[Sequence[str]] = ()
    rounds: Sequence[int] = ()  # behind each row, 0 for none
    left_out: int = 0
    box: str = field(default=f"0 0 {WIDTH:.0f} {HEIGHT:.0f}")


def draw_evidence(evidence: Evidence) -> EvidenceDrawing:
    """Return the drawing of a signal's evidence."""
    draw: Callable[[object], EvidenceDrawing] = _DRAWN[type(evidence)]
    return draw(evidence)


def draw_links(links: Sequence[AccountLink], centre: Sequence[int]) -> EvidenceDrawing | None:
    """Return the graph of linked accounts around the players of a case; None without links."""
    if not links:
        return None
    numbers = list(
        dict.fromkeys([*centre, *(n for one in links for n in (one.one_id, one.other_id))])
    )
    place = {number: n for n, number in enumerate(numbers)}
    edges = tuple(
        Edge(place[one.one_id], place[one.other_id], one.weight, one.get_kind_display())
        for one in links
    )
    nodes = tuple(Node(str(number), number in centre) for number in numbers)
    return _graph(Graph(nodes, edges))


def write_number(value: float, digits: int = 2) -> str:
    """Return a number as text; a dash for none."""
    if not isfinite(value):
        return "\N{EN DASH}"
    places = 0 if value == int(value) and abs(value) < 1e12 else digits  # noqa: PLR2004  # whole numbers of any size used here
    return str(formats.number_format(round(value, places), decimal_pos=places))


def _write_span(low: float, high: float, digits: int = 2) -> str:
    return f"{write_number(low, digits)}\N{EN DASH}{write_number(high, digits)}"


@dataclass(frozen=True, slots=True)
class _Scale:
    low: float
    high: float
    start: float
    end: float

    def at(self, value: float) -> float:
        share = (value - self.low) / (self.high - self.low) if self.high > self.low else 0.5
        return self.start + (self.end - self.start) * min(max(share, 0.0), 1.0)

    @property
    def ticks(self) -> list[float]:
        return [self.low + (self.high - self.low) * n / _TICKS for n in range(_TICKS + 1)]


def _across(values: Sequence[float]) -> _Scale:
    return _Scale(*_bounds(values), _LEFT, WIDTH - _RIGHT)


def _down(values: Sequence[float]) -> _Scale:
    return _Scale(*_bounds(values), HEIGHT - _BOTTOM, _TOP)


def _bounds(values: Sequence[float]) -> tuple[float, float]:
    known = [one for one in values if isfinite(one)] or [0.0]
    low, high = min(known), max(known)
    return (low, high) if high > low else (low - 1, high + 1)


def _axes(x: _Scale, y: _Scale, names: tuple[Axis, Axis]) -> tuple[list[Line], list[Label]]:
    lines = [Line(((_LEFT, y.at(one)), (WIDTH - _RIGHT, y.at(one))), 9, 1.0) for one in y.ticks]
    labels = [Label(_LEFT - 10, y.at(one) + 7, write_number(one), "end") for one in y.ticks]
    labels += [Label(x.at(one), HEIGHT - _BOTTOM + 26, write_number(one)) for one in x.ticks]
    labels.append(Label((_LEFT + WIDTH) / 2, HEIGHT - 6, _axis_name(names[0])))
    labels.append(Label(_LEFT, _TOP - 4, _axis_name(names[1]), "start"))
    return lines, labels


def _axis_name(axis: Axis) -> str:
    return f"{axis.words} ({axis.unit})" if axis.unit else str(axis.words)


def _scatter(one: Scatter) -> EvidenceDrawing:
    x, y = _across([p.x for p in one.points]), _down([p.y for p in one.points])
    lines, labels = _axes(x, y, (one.x, one.y))
    if isfinite(one.slope) and isfinite(one.intercept):
        ends = tuple((x.at(v), y.at(one.intercept + one.slope * v)) for v in (x.low, x.high))
        lines.append(Line(ends, 1, 3.0))
    return EvidenceDrawing(
        "scatter",
        lines=lines,
        circles=[DrawnCircle(x.at(p.x), y.at(p.y), 4, 0, p.round) for p in one.points],
        labels=labels,
        key=(_("round"), _("trend")),
        head=(_axis_name(one.x), _axis_name(one.y)),
        rows=[(write_number(p.x), write_number(p.y)) for p in one.points[:_ROWS]],
        rounds=[p.round for p in one.points[:_ROWS]],
        left_out=max(0, len(one.points) - _ROWS),
    )


def _histogram(one: Histogram) -> EvidenceDrawing:
    edges = [log(edge) for edge in one.edges] if one.logarithmic else list(one.edges)
    x = _across(edges)
    y = _down([0.0, *(float(count) for series in one.series for count in series.counts)])
    lines, labels = _axes(x, y, (one.x, Axis(_("Number"))))
    if one.logarithmic:
        shown = {write_number(tick) for tick in x.ticks}
        labels = [row for row in labels if row.y != HEIGHT - _BOTTOM + 26 or row.words not in shown]
        labels += [
            Label(x.at(tick), HEIGHT - _BOTTOM + 26, write_number(exp(tick))) for tick in x.ticks
        ]
    boxes = []
    for number, series in enumerate(one.series):
        for n, count in enumerate(series.counts):
            left, right = x.at(edges[n]), x.at(edges[n + 1])
            width = (right - left) / max(len(one.series), 1)
            top = y.at(float(count))
            words = f"{series.words}: {count}"
            boxes.append(
                DrawnBox(
                    left + number * width, top, width * 0.92, y.at(0.0) - top, number, 1.0, words
                )
            )
    spans = [_write_span(low, high, 3) for low, high in zip(one.edges, one.edges[1:], strict=False)]
    return EvidenceDrawing(
        "histogram",
        boxes=boxes,
        lines=lines,
        labels=labels,
        key=[str(series.words) for series in one.series],
        head=[_axis_name(one.x), *(str(series.words) for series in one.series)],
        rows=[
            [span, *(str(series.counts[n]) for series in one.series)]
            for n, span in enumerate(spans)
        ],
    )


def _day_names() -> list[str]:
    return [
        *(_("Monday"), _("Tuesday"), _("Wednesday"), _("Thursday")),
        *(_("Friday"), _("Saturday"), _("Sunday")),
    ]


def _heat_map(one: HeatMap) -> EvidenceDrawing:
    most = max((cell for row in one.cells for cell in row), default=0.0) or 1.0
    width, tall = (WIDTH - _LEFT - _RIGHT) / _HOURS, (HEIGHT - _TOP - _BOTTOM) / _DAYS
    names = _day_names()
    boxes = [
        DrawnBox(
            _LEFT + hour * width,
            _TOP + day * tall,
            width - 2,
            tall - 2,
            0,
            0.06 + 0.94 * cell / most,
            f"{names[day]} {hour}:00: {write_number(cell)} {one.unit}".strip(),
        )
        for day, row in enumerate(one.cells)
        for hour, cell in enumerate(row)
    ]
    labels = [
        Label(_LEFT - 10, _TOP + (day + 0.6) * tall, name[:3], "end")
        for day, name in enumerate(names)
    ]
    labels += [
        Label(_LEFT + (hour + 0.5) * width, HEIGHT - _BOTTOM + 26, str(hour))
        for hour in range(0, _HOURS, 3)
    ]
    labels.append(Label((_LEFT + WIDTH) / 2, HEIGHT - 6, _("Hour (UTC)")))
    return EvidenceDrawing(
        "heat_map",
        boxes=boxes,
        labels=labels,
        key=(str(one.words),),
        head=[_("Hour (UTC)"), *names],
        rows=[
            [str(hour), *(write_number(row[hour]) for row in one.cells)] for hour in range(_HOURS)
        ],
    )


def _cumulative(one: Cumulative) -> EvidenceDrawing:
    x = _across([p.x for p in one.points])
    y = _down([0.0, *(p.y for p in one.points), *one.low, *one.high])
    lines, labels = _axes(x, y, (one.x, one.y))
    for values, tone in ((one.low, 2), (one.high, 2), ([p.y for p in one.points], 0)):
        points = tuple(
            (x.at(p.x), y.at(v)) for p, v in zip(one.points, values, strict=False) if isfinite(v)
        )
        lines.append(Line(points, tone, 2.0 if tone else 3.0))
    rows = zip(one.points, one.low, one.high, strict=False)
    return EvidenceDrawing(
        "cumulative",
        lines=lines,
        labels=labels,
        key=(_("sum"), "", _("band of chance")),
        head=(_axis_name(one.x), _axis_name(one.y), _("Lowest by chance"), _("Highest by chance")),
        rows=[
            (write_number(p.x), write_number(p.y), write_number(low), write_number(high))
            for p, low, high in list(rows)[:_ROWS]
        ],
        rounds=[p.round for p in one.points[:_ROWS]],
        left_out=max(0, len(one.points) - _ROWS),
    )


def _bars(one: Bars) -> EvidenceDrawing:
    known = [v for bar in one.bars for v in (bar.value, bar.low, bar.high)]
    y = _down([0.0, one.limit, *known])
    x = _Scale(0.0, float(max(len(one.bars), 1)), _LEFT, WIDTH - _RIGHT)
    lines = [Line(((_LEFT, y.at(t)), (WIDTH - _RIGHT, y.at(t))), 9, 1.0) for t in y.ticks]
    labels = [Label(_LEFT - 10, y.at(t) + 7, write_number(t), "end") for t in y.ticks]
    labels.append(Label(_LEFT, _TOP - 4, _axis_name(one.y), "start"))
    boxes = []
    for n, bar in enumerate(one.bars):
        top, ground = sorted((y.at(bar.value), y.at(0.0)))
        left, right = x.at(n + 0.2), x.at(n + 0.8)
        boxes.append(DrawnBox(left, top, right - left, ground - top, 0, 1.0, str(bar.words)))
        labels.append(Label((left + right) / 2, HEIGHT - _BOTTOM + 26, str(bar.words)))
        if isfinite(bar.low) and isfinite(bar.high):
            middle = (left + right) / 2
            lines.append(Line(((middle, y.at(bar.low)), (middle, y.at(bar.high))), 3, 3.0))
    if isfinite(one.limit):
        lines.append(Line(((_LEFT, y.at(one.limit)), (WIDTH - _RIGHT, y.at(one.limit))), 1, 3.0))
    return EvidenceDrawing(
        "bars",
        boxes=boxes,
        lines=lines,
        labels=labels,
        key=(_axis_name(one.y), _("threshold")) if isfinite(one.limit) else (_axis_name(one.y),),
        head=(_("Of"), _axis_name(one.y), _("Interval"), _("Number")),
        rows=[
            (
                str(bar.words),
                write_number(bar.value),
                _write_span(bar.low, bar.high),
                str(bar.n),
            )
            for bar in one.bars
        ],
    )


def _graph(one: Graph) -> EvidenceDrawing:
    middle, down = WIDTH / 2, HEIGHT / 2
    centre = [n for n, node in enumerate(one.nodes) if node.centre]
    around = [n for n, node in enumerate(one.nodes) if not node.centre]
    places = dict(_ring(centre, 90.0 if len(centre) > 1 else 0.0, middle, down))
    places |= dict(_ring(around, 165.0, middle, down))
    lines = [
        Line((places[edge.first], places[edge.second]), 0, 1.0 + min(edge.weight, 100) / 25)
        for edge in one.edges
    ]
    labels = [
        Label(places[n][0], places[n][1] + 34, node.player) for n, node in enumerate(one.nodes)
    ]
    circles = [
        DrawnCircle(*places[n], 14 if node.centre else 9, 1 if node.centre else 0, 0, node.player)
        for n, node in enumerate(one.nodes)
    ]
    return EvidenceDrawing(
        "graph",
        lines=lines,
        circles=circles,
        labels=labels,
        key=(_("linked account"), _("player of the case")),
        head=(_("Account"), _("Account"), _("Shared data"), _("Weight")),
        rows=[
            (
                one.nodes[edge.first].player,
                one.nodes[edge.second].player,
                str(edge.words),
                write_number(edge.weight),
            )
            for edge in one.edges
        ],
        left_out=one.left_out,
    )


def _ring(
    nodes: Sequence[int], radius: float, x: float, y: float
) -> list[tuple[int, tuple[float, float]]]:
    step = 2 * pi / max(len(nodes), 1)
    return [
        (node, (x + radius * 2 * cos(n * step), y + radius * sin(n * step)))
        for n, node in enumerate(nodes)
    ]


_DRAWN: Final[dict[type, Callable[..., EvidenceDrawing]]] = {
    Scatter: _scatter,
    Histogram: _histogram,
    HeatMap: _heat_map,
    Cumulative: _cumulative,
    Bars: _bars,
    Graph: _graph,
}
