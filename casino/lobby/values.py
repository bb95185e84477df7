"""Geometry of a table's picture in the lobby: decks, boxes, side bets, hole card."""

from dataclasses import dataclass
from math import cos, radians, sin
from typing import Final

from blackjack.rules import Rules

# Lengths in units of the drawing, 640 by 300. Integers, because templates localise decimals.
_MIDDLE: Final = 320
_LOWEST: Final = 248
_WIDEST: Final = 480  # between the first and the last box
_APART: Final = 112
_RISE: Final = 40  # height of the outermost boxes above the middle one
_ROOMY: Final = 5  # up to this many boxes get large circles
_FAN: Final = 34  # degrees between two side bets, seen from their box
_LAST_DECK: Final = 560
_DECK: Final = 9  # distance between two decks
_DECK_WIDTH: Final = 54
_INFINITE: Final = 3


@dataclass(frozen=True, slots=True)
class Circle:
    """Circle of a bet: centre and radius."""

    x: int
    y: int
    r: int


@dataclass(frozen=True, slots=True)
class BoxShape:
    """Circles of a box: the main bet, and the side bets towards the dealer."""

    main: Circle
    sides: tuple[Circle, ...]


@dataclass(frozen=True, slots=True)
class TablePicture:
    """Everything the picture of a table draws.

    `decks`: left edges of the decks. `count`: their number, or an infinity sign. `below`: x of that text.
    """

    decks: tuple[int, ...]
    count: str
    below: int
    boxes: tuple[BoxShape, ...]
    has_hole_card: bool


def build_table_picture(rules: Rules, *, live: bool = False) -> TablePicture:
    """Lay out the picture of a table with these rules: the boxes one player may have, or all boxes if `live`."""
    decks, count = rules.finite_decks, rules.seats if live else rules.boxes_per_player
    lefts = tuple(_LAST_DECK - _DECK * number for number in range(decks or _INFINITE))
    return TablePicture(
        decks=lefts,
        count=str(decks or "\N{INFINITY}"),
        below=(lefts[0] + lefts[-1] + _DECK_WIDTH) // 2,
        boxes=tuple(_box(number, count, len(rules.side_bets)) for number in range(count)),
        has_hole_card=rules.hole_card == "dealt",
    )


def _box(number: int, count: int, sides: int) -> BoxShape:
    apart = min(_APART, _WIDEST // max(count - 1, 1))
    aside = round((number - (count - 1) / 2) * apart)
    x, y = _MIDDLE + aside, _LOWEST - round((aside / (_WIDEST / 2)) ** 2 * _RISE)
    main = Circle(x, y, 38 if count <= _ROOMY else 29)
    return BoxShape(main, tuple(_side(main, place, sides) for place in range(sides)))


def _side(main: Circle, place: int, sides: int) -> Circle:
    """Place a side bet on a fan above its box."""
    angle, away = radians((place - (sides - 1) / 2) * _FAN), main.r + 22
    return Circle(main.x + round(away * sin(angle)), main.y - round(away * cos(angle)), 13)
