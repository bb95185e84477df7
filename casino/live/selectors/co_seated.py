"""Co-seated players: those with rounds of the same deal at a live table, in own boxes or behind.

Only rounds at live tables are read, through the few participants that a player has there, because most of a
player's rounds are private. The indexes of a participant's rounds by time and of a deal's rounds by player
serve all queries (with 20,000 deals of seven players among 440,000 rounds: a day 20 ms, everything 0.5 s).
"""

from collections.abc import Collection
from dataclasses import dataclass
from datetime import datetime

from django.db.models import Count, F, Max, Q, QuerySet

from casino.models import Participant, Round


@dataclass(frozen=True, slots=True)
class CoSeatedPair:
    """Two players, the number of deals with both of them, and the time of the last of these deals."""

    player: int
    other: int
    deals: int
    last_at: datetime


def find_co_seated_players(
    player: int, since: datetime | None = None, most: int | None = None
) -> list[CoSeatedPair]:
    """Players who shared a deal with this player, those with the most deals first. One query."""
    return _pairs(_live_rounds([player], since), ~Q(other=player), most)


def find_co_seated_pair(one: int, other: int, since: datetime | None = None) -> CoSeatedPair | None:
    """Shared deals of two players; None if there are none. One query."""
    if one == other:
        return None
    found = _pairs(_live_rounds([one], since), Q(other=other))
    return found[0] if found else None


def find_co_seated_pairs(
    players: Collection[int], since: datetime | None = None
) -> dict[tuple[int, int], CoSeatedPair]:
    """Pairs of these players that shared a deal, keyed with the lower id first. One query for any number of players."""
    each_once = Q(other__in=players, other__gt=F("player"))
    return {
        (pair.player, pair.other): pair for pair in _pairs(_live_rounds(players, since), each_once)
    }


def _live_rounds(players: Collection[int], since: datetime | None) -> QuerySet[Round, Round]:
    at_live_tables = Participant.objects.filter(player__in=players, place__player__isnull=True)
    rounds = Round.objects.filter(participant__in=at_live_tables)
    return rounds if since is None else rounds.filter(started_at__gte=since)


def _pairs(rounds: QuerySet[Round, Round], asked: Q, most: int | None = None) -> list[CoSeatedPair]:
    """Pair these rounds with those of their deals whose player, `other`, matches; most deals first."""
    beside = rounds.annotate(other=F("deal__rounds__player")).filter(asked)
    pairs = beside.values("player", "other").annotate(deals=Count("pk"), last_at=Max("started_at"))
    ordered = pairs.order_by("-deals", "-last_at", "player", "other")
    return [
        CoSeatedPair(row["player"], row["other"], row["deals"], row["last_at"])
        for row in ordered[:most]
    ]
