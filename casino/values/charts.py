"""The strategy chart of computed mathematics."""

from blackjack.strategy import Chart
from tables.models import Mathematics


def chart_of(mathematics: Mathematics | None) -> Chart | None:
    """The chart of best play, where it has been computed."""
    if mathematics is None or not mathematics.is_current or not mathematics.chart:
        return None
    return Chart.from_dict(mathematics.chart)
