"""What a signal's chart shows, as plain values: `Signal.draw` makes one, pages and the PDF draw it and list it as a table.

Axes and series carry words for people; where they are a player, as in `History.player`, pages show the name. Numbers are
plain floats; times are seconds since the epoch.
"""

from dataclasses import dataclass
from typing import ClassVar, TypeAlias

from signals.definition import Words


@dataclass(frozen=True, slots=True)
class Axis:
    """What an axis measures. `unit` is shown beside the numbers: "USD", "s", "%"."""

    words: Words
    unit: str = ""


@dataclass(frozen=True, slots=True)
class Point:
    """A point and the round behind it (0: none)."""

    x: float
    y: float
    round: int = 0


@dataclass(frozen=True, slots=True)
class Scatter:
    """Points with a straight trend: y = `intercept` + `slope`·x. Both are NaN without a trend."""

    kind: ClassVar[str] = "scatter"

    x: Axis
    y: Axis
    points: tuple[Point, ...]
    slope: float = float("nan")
    intercept: float = float("nan")


@dataclass(frozen=True, slots=True)
class EvidenceSeries:
    """Counts of one class, one for each bin."""

    words: Words
    counts: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Histogram:
    """Counts by class. `edges` has one number more than there are bins; `logarithmic` edges grow by a factor."""

    kind: ClassVar[str] = "histogram"

    x: Axis
    edges: tuple[float, ...]
    series: tuple[EvidenceSeries, ...]
    logarithmic: bool = False


@dataclass(frozen=True, slots=True)
class HeatMap:
    """Activity by hour and weekday in UTC: `cells[weekday][hour]`, Monday first, 7 rows of 24."""

    kind: ClassVar[str] = "heat_map"

    words: Words
    cells: tuple[tuple[float, ...], ...]
    unit: str = ""


@dataclass(frozen=True, slots=True)
class Cumulative:
    """A running sum, point by point, with the band in which chance keeps it (`low` and `high`, one for each point)."""

    kind: ClassVar[str] = "cumulative"

    x: Axis
    y: Axis
    points: tuple[Point, ...]
    low: tuple[float, ...]
    high: tuple[float, ...]


@dataclass(frozen=True, slots=True)
class EvidenceBar:
    """A value with its interval (`low` and `high` NaN: none) and the number of units behind it."""

    words: Words
    value: float
    n: int = 0
    low: float = float("nan")
    high: float = float("nan")


@dataclass(frozen=True, slots=True)
class Bars:
    """Values side by side, with the `limit` that the signal compares them with (NaN: none).

    `roles` say which player did what: (role, player as in `History.player`). `players` are the bars' words that are players.
    """

    kind: ClassVar[str] = "bars"

    y: Axis
    bars: tuple[EvidenceBar, ...]
    limit: float = float("nan")
    roles: tuple[tuple[Words, str], ...] = ()
    players: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Node:
    """An account of a graph. `player` is as in `History.player`; `centre` marks the player of the case."""

    player: str
    centre: bool = False


@dataclass(frozen=True, slots=True)
class Edge:
    """What links two accounts: nodes by their place in `Graph.nodes`, the weight, and what they share in words."""

    first: int
    second: int
    weight: float
    words: Words = ""


@dataclass(frozen=True, slots=True)
class Graph:
    """Accounts and links. `left_out` counts accounts beyond the number shown."""

    kind: ClassVar[str] = "graph"

    nodes: tuple[Node, ...]
    edges: tuple[Edge, ...]
    left_out: int = 0


Evidence: TypeAlias = Scatter | Histogram | HeatMap | Cumulative | Bars | Graph


def list_players(evidence: Evidence | None) -> set[str]:
    """Return the players that are named: as nodes of a graph, by bars, or by a scatter's axes."""
    if isinstance(evidence, Graph):
        return {node.player for node in evidence.nodes}
    if isinstance(evidence, Bars):
        return {*evidence.players, *(player for _role, player in evidence.roles)}
    return (
        {str(evidence.x.words), str(evidence.y.words)} if isinstance(evidence, Scatter) else set()
    )
