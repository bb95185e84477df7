"""Points of players against their theoretical loss (LOY1)."""

from collections import defaultdict
from collections.abc import Iterator
from datetime import datetime

import numpy as np
from django.db.models import Exists, OuterRef, Sum

from casino.models import Round, Void
from detection.selectors.rules import load_rules, make_worths
from journal.selectors.gaming_days import day_of
from loyalty.models import PointsEntry
from loyalty.values.points import HUNDREDTHS
from signals.columns import UNITS
from signals.population import Earner, measure_population
from wallet.money.values import PLAY_MONEY

_EARNED = (PointsEntry.Kind.EARNED, PointsEntry.Kind.REVERSED, PointsEntry.Kind.RESTORED)


def load_earners(since: datetime) -> Iterator[tuple[int, Earner]]:
    """Yield all players with points earned since then, with their theoretical loss and all players' points. Two queries."""
    points = _load_points(since)
    losses = _load_losses(since)
    players = sorted(points)
    population = measure_population(
        np.array([points[player] for player in players], np.float64),
        np.array([losses.get(player, 0.0) for player in players], np.float64),
    )
    for player in players:
        yield player, Earner(str(player), points[player], losses.get(player, 0.0), population)


def _load_points(since: datetime) -> dict[int, float]:
    """Points earned, less those taken back with void rounds."""
    entries = PointsEntry.objects.filter(kind__in=_EARNED, earned_on__gte=day_of(since))
    rows = entries.order_by().values_list("player").annotate(hundredths=Sum("hundredths"))
    return {player: hundredths / HUNDREDTHS for player, hundredths in rows if hundredths > 0}


def _load_losses(since: datetime) -> dict[int, float]:
    """Theoretical loss in USD: bets by what their rules keep of a bet on a fresh shoe. Cancelled and void rounds are left out."""
    voided = Void.objects.filter(round=OuterRef("pk"), undone_at__isnull=True)
    rounds = Round.objects.filter(
        ~Exists(voided), started_at__gte=since, status=Round.Status.COMPLETED
    ).exclude(currency=PLAY_MONEY)
    rows = rounds.order_by().values_list("player", "version").annotate(total=Sum("amount_usd"))
    worth_of = make_worths()
    losses: defaultdict[int, float] = defaultdict(float)
    for player, version, total in rows:
        worth = worth_of(load_rules(version))
        if worth is not None:
            losses[player] -= worth.base * total / UNITS
    return losses
