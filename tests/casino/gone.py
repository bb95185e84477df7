"""Rounds whose players have gone, and charts for the house to play them by."""

from datetime import datetime, timedelta

from django.utils import timezone

from blackjack.rules import Rules
from blackjack.strategy import ROWS, UPCARDS, Chart
from casino.models import Round
from tables.models import Mathematics
from tests.tables.house import with_mathematics


def charted(rules: Rules, code: str = "H", pairs: str = "") -> Chart:
    """Store a chart that says the same of every hand, and perhaps another thing of pairs."""
    rows = [(pairs if pairs and row.startswith("pair") else code,) * len(UPCARDS) for row in ROWS]
    chart = Chart(tuple(rows))
    with_mathematics(rules)
    Mathematics.objects.filter(digest=rules.digest).update(chart=chart.to_dict())
    return chart


def later(seconds: int = 301) -> datetime:
    """A time at which whoever asked just now is taken for gone."""
    return timezone.now() + timedelta(seconds=seconds)


def by_house(round_: Round) -> list[str]:
    """What the house decided, in order."""
    made = round_.decisions.filter(by_house=True).order_by("step")
    return list(made.values_list("action", flat=True))
