"""Strategy chart of computed mathematics."""

from blackjack.strategy import Chart
from tables.models import Mathematics


def read_chart(mathematics: Mathematics | None) -> Chart | None:
    """Return the chart of best play; None if it has not been computed for the current version."""
    if mathematics is None or not mathematics.is_current or not mathematics.chart:
        return None
    return Chart.from_dict(mathematics.chart)
