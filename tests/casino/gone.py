"""Absent players: charts for the house to play by, and its decisions."""

from datetime import datetime, timedelta

from django.utils import timezone

from blackjack.rules import Rules
from blackjack.strategy import ROWS, UPCARDS, Chart
from casino.models import Round
from tables.models import Mathematics
from tests.tables.house import with_mathematics


def charted(rules: Rules, code: str = "H", pairs: str = "") -> Chart:
    """Store and return a chart with one action for every hand, and `pairs`, if given, for pairs."""
    rows = [(pairs if pairs and row.startswith("pair") else code,) * len(UPCARDS) for row in ROWS]
    chart = Chart(tuple(rows))
    with_mathematics(rules)
    Mathematics.objects.filter(digest=rules.digest).update(chart=chart.to_dict())
    return chart


def later(seconds: int = 301) -> datetime:
    """Return a time at which a player who acted just now counts as absent."""
    return timezone.now() + timedelta(seconds=seconds)


def by_house(round_: Round) -> list[str]:
    """Return the actions the house decided in this round, in order."""
    made = round_.decisions.filter(by_house=True).order_by("step")
    return list(made.values_list("action", flat=True))
