"""Shapes of evidence within a box, with the same figures as a table, and the scales and axes they share.

Pages draw them as SVG (`cases/_drawing.html`), the file for a regulator with lines.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field
from math import ceil, floor, isfinite, log10
from typing import Final

from django.utils import formats

from signals.evidence import Axis

WIDTH: Final = 1000.0
HEIGHT: Final = 420.0
LEFT, RIGHT, TOP, BOTTOM = 90.0, 20.0, 38.0, 60.0
_TICKS: Final = 5
_NOTHING: Final = 1e-9


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
    """Shapes in drawing order, labels, a key, and a table of the same figures.

    `rounds` has the id of the round behind each row (0: none), `players` the ids of those whom its first cells name.
    """

    kind: str
    boxes: Sequence[DrawnBox] = ()
    lines: Sequence[Line] = ()
    circles: Sequence[DrawnCircle] = ()
    labels: Sequence[Label] = ()
    key: Sequence[str] = ()
    note: str = ""
    head: Sequence[str] = ()
    rows: Sequence[Sequence[str]] = ()
    rounds: Sequence[int] = ()
    players: Sequence[Sequence[str]] = ()
    left_out: int = 0
    box: str = field(default=f"0 0 {WIDTH:.0f} {HEIGHT:.0f}")


def write_number(value: float, digits: int = 2) -> str:
    """Return a number as text; a dash for none."""
    if not isfinite(value):
        return "\N{EN DASH}"
    places = 0 if value == int(value) and abs(value) < 1e12 else digits  # noqa: PLR2004  # whole numbers of any size used here
    return str(formats.number_format(round(value, places), decimal_pos=places))


def write_span(low: float, high: float, digits: int = 2) -> str:
    return f"{write_number(low, digits)}\N{EN DASH}{write_number(high, digits)}"


@dataclass(frozen=True, slots=True)
class Scale:
    low: float
    high: float
    start: float
    end: float

    def at(self, value: float) -> float:
        share = (value - self.low) / (self.high - self.low) if self.high > self.low else 0.5
        return self.start + (self.end - self.start) * min(max(share, 0.0), 1.0)

    @property
    def ticks(self) -> list[float]:
        """About five round numbers between both ends."""
        step = _round_up((self.high - self.low) / _TICKS)
        first = ceil(self.low / step - _NOTHING)
        last = floor(self.high / step + _NOTHING)
        return [n * step for n in range(first, last + 1)]


def _round_up(step: float) -> float:
    """The next number of 1, 2 or 5 and zeros."""
    size = 10.0 ** floor(log10(step))
    return size * next(one for one in (1, 2, 5, 10) if one * size >= step * (1 - _NOTHING))


def scale_across(values: Sequence[float]) -> Scale:
    return Scale(*_bounds(values), LEFT, WIDTH - RIGHT)


def scale_down(values: Sequence[float]) -> Scale:
    return Scale(*_bounds(values), HEIGHT - BOTTOM, TOP)


def _bounds(values: Sequence[float]) -> tuple[float, float]:
    known = [one for one in values if isfinite(one)] or [0.0]
    low, high = min(known), max(known)
    return (low, high) if high > low else (low - 1, high + 1)


def draw_axes(
    x: Scale,
    y: Scale,
    names: tuple[Axis, Axis],
    x_ticks: Sequence[tuple[float, str]] | None = None,
) -> tuple[list[Line], list[Label]]:
    """Return the lines across and the labels of both axes; `x_ticks` are places and words instead of round numbers."""
    lines = [Line(((LEFT, y.at(one)), (WIDTH - RIGHT, y.at(one))), 9, 1.0) for one in y.ticks]
    labels = [Label(LEFT - 10, y.at(one) + 7, write_number(one), "end") for one in y.ticks]
    places = [(one, write_number(one)) for one in x.ticks] if x_ticks is None else x_ticks
    labels += [Label(x.at(one), HEIGHT - BOTTOM + 26, words) for one, words in places]
    labels.append(Label((LEFT + WIDTH) / 2, HEIGHT - 6, name_axis(names[0])))
    labels.append(Label(LEFT, TOP - 16, name_axis(names[1]), "start"))
    return lines, labels


def name_axis(axis: Axis) -> str:
    return f"{axis.words} ({axis.unit})" if axis.unit else str(axis.words)
