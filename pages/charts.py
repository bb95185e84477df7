"""Charts of the back office: values over a horizontal axis, as a drawing and as text.

Coordinates are within a box of `WIDTH` by `HEIGHT`: pages draw it as SVG (`staff/_chart.html`),
PDFs with lines. Labels are text outside the drawing, because phones would distort them.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from decimal import Decimal
from enum import StrEnum
from typing import Final

from django.utils.translation import gettext as _

WIDTH: Final = 1000
HEIGHT: Final = 400
_TICKS: Final = 4  # approximate number of steps of the vertical axis
_UNSEEN: Final = 1 / 40  # of the width: smaller shifts of a label are not visible
_NAMED: Final = 5  # maximum number of labels on the horizontal axis
_GAP: Final = 0.28  # share of a place left free between bars
_STEPS: Final = (Decimal(1), Decimal(2), Decimal("2.5"), Decimal(5), Decimal(10))


class PlotShape(StrEnum):
    BARS = "bars"
    LINE = "line"
    STEPS = "steps"  # a value holds until the next one


@dataclass(frozen=True, slots=True)
class Series:
    """Values of one kind, one per place; None for no value."""

    label: str
    values: tuple[Decimal | None, ...]


@dataclass(frozen=True, slots=True)
class Bar:
    """One value as a rectangle, with its label."""

    x: float
    y: float
    width: float
    height: float
    series: int
    words: str


@dataclass(frozen=True, slots=True)
class PlotLine:
    """Connected points of one series."""

    points: tuple[tuple[float, float], ...]
    series: int

    @property
    def svg_points(self) -> str:
        """The value of SVG's `points` attribute."""
        return " ".join(f"{x:.1f},{y:.1f}" for x, y in self.points)


@dataclass(frozen=True, slots=True)
class Tick:
    """A label of the vertical axis and its distance from the top."""

    y: float
    words: str


@dataclass(frozen=True, slots=True)
class Drawing:
    """Bars, lines and labels of a plot: ticks from top to bottom, place names from left to right."""

    bars: tuple[Bar, ...]
    lines: tuple[PlotLine, ...]
    ticks: tuple[Tick, ...]
    zero: float | None
    named: tuple[str, ...]
    each_named: bool  # one name under the bars of each place
    box: str = f"0 0 {WIDTH} {HEIGHT}"
    width: int = WIDTH


@dataclass(frozen=True, slots=True)
class Plot:
    """Series of values over named places: days, tables, versions.

    `written` formats a value, `in_files` does in files if they differ. `at` gives the places as
    shares of the width if they are not equidistant.
    """

    key: str  # prefix of its ids on the page
    title: str
    places: tuple[str, ...]
    series: tuple[Series, ...]
    written: Callable[[Decimal], str]
    shape: PlotShape = PlotShape.BARS
    at: tuple[float, ...] | None = None
    in_files: Callable[[Decimal], str] | None = None

    @property
    def is_empty(self) -> bool:
        """Return whether there is no value to draw."""
        return not any(value is not None for one in self.series for value in one.values)

    @property
    def words(self) -> str:
        """The drawing as text."""
        return " ".join(told for one in self.series if (told := self._told(one)))

    @property
    def rows(self) -> list[tuple[str, list[tuple[str, str]]]]:
        """The data as a table: each place with its formatted values, each with the name of its series."""
        return [
            (place, [(str(one.label), _said(one.values[n], self.written)) for one in self.series])
            for n, place in enumerate(self.places)
        ]

    @property
    def non_empty_rows(self) -> list[tuple[str, list[tuple[str, str]]]]:
        """Rows with at least one value."""
        return [
            (place, values) for place, values in self.rows if any(said for _name, said in values)
        ]

    @property
    def drawing(self) -> Drawing:
        return _drawing(self)

    @property
    def file_drawing(self) -> Drawing:
        """The drawing with values as files write them."""
        return _drawing(replace(self, written=self.in_files or self.written))

    def _told(self, one: Series) -> str:
        known = [(value, n) for n, value in enumerate(one.values) if value is not None]
        if not known:
            return ""
        (least, low), (most, high) = min(known), max(known, key=lambda pair: (pair[0], -pair[1]))
        told = {
            "label": one.label,
            "first": self.written(known[0][0]),
            "last": self.written(known[-1][0]),
            "least": self.written(least),
            "most": self.written(most),
            "low": self.places[low],
            "high": self.places[high],
        }
        if len(known) == 1:
            return _("%(label)s: %(last)s.") % told
        return (
            _(
                "%(label)s: first %(first)s, last %(last)s, lowest %(least)s (%(low)s), highest %(most)s (%(high)s)."
            )
            % told
        )


def draw_sparkline(values: Sequence[Decimal | None], *, width: int = 120, height: int = 32) -> str:
    """Return the SVG points of a line in a small box; empty for fewer than two values."""
    known = [(n, value) for n, value in enumerate(values) if value is not None]
    if len(known) < 2:  # noqa: PLR2004  a line needs two points
        return ""
    least, most = min(value for _n, value in known), max(value for _n, value in known)
    edge, wide = 2, max(len(values) - 1, 1)
    points = [
        (
            edge + (width - 2 * edge) * n / wide,
            edge + (height - 2 * edge) * (1 - _share(value, least, most)),
        )
        for n, value in known
    ]
    return " ".join(f"{x:.1f},{y:.1f}" for x, y in points)


def _said(value: Decimal | None, written: Callable[[Decimal], str]) -> str:
    return "" if value is None else written(value)


def _share(value: Decimal, least: Decimal, most: Decimal) -> float:
    return float((value - least) / (most - least)) if most > least else 0.5


def _drawing(chart: Plot) -> Drawing:
    ticks = _ticks(chart)
    least, most = ticks[0], ticks[-1]

    def down(value: Decimal) -> float:
        return HEIGHT * (1 - _share(value, least, most))

    return Drawing(
        bars=_bars(chart, down) if chart.shape == PlotShape.BARS else (),
        lines=() if chart.shape == PlotShape.BARS else _lines(chart, down),
        ticks=tuple(Tick(down(value), chart.written(value)) for value in reversed(ticks)),
        zero=down(Decimal(0)) if least < 0 < most else None,
        named=(named := _named(chart.places, _at(chart))),
        each_named=chart.shape == PlotShape.BARS and len(named) == len(chart.places),
    )


def _ticks(chart: Plot) -> list[Decimal]:
    """Return equidistant round values that enclose all values; for bars they include zero."""
    known = [value for one in chart.series for value in one.values if value is not None]
    if chart.shape == PlotShape.BARS or not known:
        known.append(Decimal(0))
    least, most = min(known), max(known)
    if least == most:
        most += abs(most) / 10 or 1
        least = least if chart.shape == PlotShape.BARS else least - (most - least)
    rough = (most - least) / _TICKS
    unit = Decimal(1).scaleb(rough.adjusted())
    step = next(unit * one for one in _STEPS if unit * one >= rough)
    first, last = int((least / step).to_integral_value("ROUND_FLOOR")), most / step
    count = int(last.to_integral_value("ROUND_CEILING")) - first
    return [step * (first + n) for n in range(count + 1)]


def _bars(chart: Plot, down: Callable[[Decimal], float]) -> tuple[Bar, ...]:
    place = WIDTH / max(len(chart.places), 1)
    width = place * (1 - _GAP) / max(len(chart.series), 1)
    found = []
    for number, one in enumerate(chart.series):
        for n, value in enumerate(one.values):
            if value is None:
                continue
            top, ground = down(max(value, Decimal(0))), down(min(value, Decimal(0)))
            x = place * (n + _GAP / 2) + number * width
            words = f"{chart.places[n]} · {one.label}: {chart.written(value)}"
            found.append(
                Bar(
                    round(x, 1),
                    round(top, 1),
                    round(width, 1),
                    round(ground - top, 1),
                    number,
                    words,
                )
            )
    return tuple(found)


def _lines(chart: Plot, down: Callable[[Decimal], float]) -> tuple[PlotLine, ...]:
    at, found = _at(chart), []
    for number, one in enumerate(chart.series):
        points: list[tuple[float, float]] = []
        for n, value in enumerate(one.values):
            if value is None:
                continue
            x, y = WIDTH * at[n], down(value)
            if points and chart.shape == PlotShape.STEPS:
                points.append((x, points[-1][1]))
            points.append((x, y))
        if points:
            found.append(PlotLine(tuple(points), number))
    return tuple(found)


def _at(chart: Plot) -> tuple[float, ...]:
    last = max(len(chart.places) - 1, 1)
    return chart.at or tuple(n / last for n in range(len(chart.places)))


def _named(places: Sequence[str], at: Sequence[float]) -> tuple[str, ...]:
    """Pick evenly spaced axis labels including both ends."""
    for steps in range(min(_NAMED, len(places)) - 1, 0, -1):
        wanted = [n / steps for n in range(steps + 1)]
        nearest = [min(range(len(at)), key=lambda n: abs(at[n] - one)) for one in wanted]
        if all(abs(at[n] - one) <= _UNSEEN for n, one in zip(nearest, wanted, strict=True)):
            return tuple(places[n] for n in nearest)
    return tuple(places[:1])
