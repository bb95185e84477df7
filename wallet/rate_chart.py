"""A currency's rates over time as the points of a drawing."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from decimal import Decimal

from wallet.rate_models import Rate

WIDTH, HEIGHT, EDGE = 640, 160, 8


@dataclass(frozen=True, slots=True)
class Chart:
    """A line from the oldest to the newest rate, and the words that say the same."""

    line: str
    least: Decimal
    most: Decimal
    first_at: datetime
    last_at: datetime
    first: Decimal
    last: Decimal
    viewbox: str = f"0 0 {WIDTH} {HEIGHT}"


def chart_of(rows: Sequence[Rate]) -> Chart | None:
    """Draw rates that are in order of time; a line needs two of them."""
    if len(rows) < 2:  # noqa: PLR2004  two ends
        return None
    values = [row.rate for row in rows]
    least, most = min(values), max(values)
    begin, end = rows[0].as_of.timestamp(), rows[-1].as_of.timestamp()
    points = [
        (
            _placed((row.as_of.timestamp() - begin) / (end - begin), WIDTH),
            HEIGHT
            - _placed(float((row.rate - least) / (most - least)) if most > least else 0.5, HEIGHT),
        )
        for row in rows
    ]
    # a rate holds until the next one: the line goes across before it goes up or down
    steps = [points[0]]
    for x, y in points[1:]:
        steps += [(x, steps[-1][1]), (x, y)]
    line = " ".join(f"{x:.1f},{y:.1f}" for x, y in steps)
    return Chart(line, least, most, rows[0].as_of, rows[-1].as_of, rows[0].rate, rows[-1].rate)


def _placed(share: float, length: int) -> float:
    return EDGE + share * (length - 2 * EDGE)
