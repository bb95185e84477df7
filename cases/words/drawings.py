"""Evidence of signals as drawings."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from itertools import pairwise
from math import isfinite, log
from typing import Final

from django.utils.translation import gettext as _

from cases.words.graphs import draw_graph
from cases.words.shapes import (
    BOTTOM,
    HEIGHT,
    LEFT,
    RIGHT,
    TOP,
    WIDTH,
    DrawnBox,
    DrawnCircle,
    EvidenceDrawing,
    Label,
    Line,
    Scale,
    draw_axes,
    name_axis,
    scale_across,
    scale_down,
    write_number,
    write_span,
)
from signals.definition import Words
from signals.evidence import (
    Axis,
    Bars,
    Cumulative,
    Evidence,
    Graph,
    HeatMap,
    Histogram,
    Scatter,
)

_ROWS: Final = 400  # of a table
_DAYS: Final = 7
_HOURS: Final = 24


def draw_evidence(evidence: Evidence, names: Mapping[str, str]) -> EvidenceDrawing:
    """Return the drawing of a signal's evidence. `names` are those of players by id."""
    draw: Callable[[object, Mapping[str, str]], EvidenceDrawing] = _DRAWN[type(evidence)]
    return draw(evidence, names)


def _name(words: Words, names: Mapping[str, str]) -> str:
    return names.get(str(words), str(words))


def _name_of_axis(axis: Axis, names: Mapping[str, str]) -> Axis:
    return replace(axis, words=_name(axis.words, names))


def _scatter(one: Scatter, names: Mapping[str, str]) -> EvidenceDrawing:
    one = replace(one, x=_name_of_axis(one.x, names), y=_name_of_axis(one.y, names))
    x, y = scale_across([p.x for p in one.points]), scale_down([p.y for p in one.points])
    lines, labels = draw_axes(x, y, (one.x, one.y))
    if isfinite(one.slope) and isfinite(one.intercept):
        ends = tuple((x.at(v), y.at(one.intercept + one.slope * v)) for v in (x.low, x.high))
        lines.append(Line(ends, 1, 3.0))
    return EvidenceDrawing(
        "scatter",
        lines=lines,
        circles=[DrawnCircle(x.at(p.x), y.at(p.y), 4, 0, p.round) for p in one.points],
        labels=labels,
        key=(_("round"), _("trend") if isfinite(one.slope) else ""),
        head=(name_axis(one.x), name_axis(one.y)),
        rows=[(write_number(p.x), write_number(p.y)) for p in one.points[:_ROWS]],
        rounds=[p.round for p in one.points[:_ROWS]],
        left_out=max(0, len(one.points) - _ROWS),
    )


def _histogram(one: Histogram, _names: Mapping[str, str]) -> EvidenceDrawing:
    edges = [log(edge) for edge in one.edges] if one.logarithmic else list(one.edges)
    x = scale_across(edges)
    y = scale_down([0.0, *(float(count) for series in one.series for count in series.counts)])
    lines, labels = draw_axes(
        x, y, (one.x, Axis(_("Number"))), _log_ticks(x) if one.logarithmic else None
    )
    spans = [write_span(low, high, 3) for low, high in pairwise(one.edges)]
    return EvidenceDrawing(
        "histogram",
        boxes=_columns(one, edges, x, y),
        lines=lines,
        labels=labels,
        key=[str(series.words) for series in one.series],
        head=[name_axis(one.x), *(str(series.words) for series in one.series)],
        rows=[
            [span, *(str(series.counts[n]) for series in one.series)]
            for n, span in enumerate(spans)
        ],
    )


def _columns(one: Histogram, edges: Sequence[float], x: Scale, y: Scale) -> list[DrawnBox]:
    """A column for each class of each bin, side by side."""
    boxes = []
    for number, series in enumerate(one.series):
        for n, count in enumerate(series.counts):
            left, right = x.at(edges[n]), x.at(edges[n + 1])
            width, top = (right - left) / len(one.series), y.at(float(count))
            at, tall = left + number * width, y.at(0.0) - top
            words = f"{series.words}: {count}"
            boxes.append(DrawnBox(at, top, width * 0.92, tall, number, 1.0, words))
    return boxes


def _log_ticks(x: Scale) -> list[tuple[float, str]]:
    """Places and words of 1, 2 or 5 and zeros between the ends of an axis of logarithms."""
    steps = (part * 10.0**n for n in range(-6, 7) for part in (1, 2, 5))
    return [(log(one), write_number(one)) for one in steps if x.low <= log(one) <= x.high]


def _day_names() -> list[str]:
    return [
        *(_("Monday"), _("Tuesday"), _("Wednesday"), _("Thursday")),
        *(_("Friday"), _("Saturday"), _("Sunday")),
    ]


def _heat_map(one: HeatMap, _names: Mapping[str, str]) -> EvidenceDrawing:
    most = max((cell for row in one.cells for cell in row), default=0.0) or 1.0
    width, tall = (WIDTH - LEFT - RIGHT) / _HOURS, (HEIGHT - TOP - BOTTOM) / _DAYS
    names = _day_names()
    boxes = [
        DrawnBox(
            LEFT + hour * width,
            TOP + day * tall,
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
        Label(LEFT - 10, TOP + (day + 0.6) * tall, name[:3], "end")
        for day, name in enumerate(names)
    ]
    labels += [
        Label(LEFT + (hour + 0.5) * width, HEIGHT - BOTTOM + 26, str(hour))
        for hour in range(0, _HOURS, 3)
    ]
    labels.append(Label((LEFT + WIDTH) / 2, HEIGHT - 6, _("Hour (UTC)")))
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


def _cumulative(one: Cumulative, _names: Mapping[str, str]) -> EvidenceDrawing:
    x = scale_across([p.x for p in one.points])
    y = scale_down([0.0, *(p.y for p in one.points), *one.low, *one.high])
    lines, labels = draw_axes(x, y, (one.x, one.y))
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
        head=(name_axis(one.x), name_axis(one.y), _("Lowest by chance"), _("Highest by chance")),
        rows=[
            (write_number(p.x), write_number(p.y), write_number(low), write_number(high))
            for p, low, high in list(rows)[:_ROWS]
        ],
        rounds=[p.round for p in one.points[:_ROWS]],
        left_out=max(0, len(one.points) - _ROWS),
    )


def _bars(one: Bars, names: Mapping[str, str]) -> EvidenceDrawing:
    named = {player: names.get(player, player) for player in one.players}
    y = scale_down(
        [0.0, one.limit, *(v for bar in one.bars for v in (bar.value, bar.low, bar.high))]
    )
    x = Scale(0.0, float(max(len(one.bars), 1)), LEFT, WIDTH - RIGHT)
    lines = [Line(((LEFT, y.at(t)), (WIDTH - RIGHT, y.at(t))), 9, 1.0) for t in y.ticks]
    labels = [Label(LEFT - 10, y.at(t) + 7, write_number(t), "end") for t in y.ticks]
    labels.append(Label(LEFT, TOP - 16, name_axis(one.y), "start"))
    boxes = []
    for n, bar in enumerate(one.bars):
        words, middle = _name(bar.words, named), x.at(n + 0.5)
        labels.append(Label(middle, HEIGHT - BOTTOM + 26, words))
        if isfinite(bar.value):
            top, ground = sorted((y.at(bar.value), y.at(0.0)))
            left, right = x.at(n + 0.2), x.at(n + 0.8)
            boxes.append(DrawnBox(left, top, right - left, ground - top, 0, 1.0, words))
        if isfinite(bar.low) and isfinite(bar.high):
            lines.append(Line(((middle, y.at(bar.low)), (middle, y.at(bar.high))), 3, 3.0))
    if isfinite(one.limit):
        lines.append(Line(((LEFT, y.at(one.limit)), (WIDTH - RIGHT, y.at(one.limit))), 1, 3.0))
    roles = "; ".join(f"{role}: {names.get(player, player)}" for role, player in one.roles)
    return EvidenceDrawing(
        "bars",
        boxes=boxes,
        lines=lines,
        labels=labels,
        key=(
            name_axis(one.y),
            _("threshold") if isfinite(one.limit) else "",
            "",
            _bars_interval(one),
        ),
        note=roles[:1].upper() + roles[1:],
        head=(_("Of"), name_axis(one.y), _("Interval (95%)"), _("Number")),
        rows=[
            (
                _name(bar.words, named),
                write_number(bar.value),
                write_span(bar.low, bar.high) if isfinite(bar.low) else "\N{EN DASH}",
                str(bar.n) if bar.n else "\N{EN DASH}",
            )
            for bar in one.bars
        ],
    )


def _bars_interval(one: Bars) -> str:
    return _("Interval (95%)") if any(isfinite(bar.low) for bar in one.bars) else ""


_DRAWN: Final[dict[type, Callable[..., EvidenceDrawing]]] = {
    Scatter: _scatter,
    Histogram: _histogram,
    HeatMap: _heat_map,
    Cumulative: _cumulative,
    Bars: _bars,
    Graph: draw_graph,
}
