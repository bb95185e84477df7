"""Batches of a player's rounds for the CSV file."""

from collections import defaultdict
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any, Final, NamedTuple

from django.db import connection
from django.db.models import QuerySet, Sum

from casino.fairness.selectors.replays import DealPlay, load_live_deal_plays
from casino.history.selectors.past_rounds import ORDER
from casino.models import Bet, Decision, Round
from casino.voids.selectors.voiding import open_voids
from loyalty.models.points import PointsEntry
from loyalty.selectors.points import COUNTED
from tables.models import RuleSetVersion

BATCH: Final = 500
_COLUMNS: Final = (
    "profile",
    "country_profile",
    *(
        "public_id",
        "number",
        "player_id",
        "deal__nonce",
        "status",
        "currency",
        "started_at",
        "finished_at",
    ),
    *("staked", "returned", "tasa_cambio", "balance_before", "balance_after", "tax", "result"),
    *("interrupted", "deal__shoe__public_id", "place__player_id"),
    *("place__table__name", "place__table__name_es"),
    *("version_id", "deal__boxes", "deal__cards", "deal__cards_drawn", "deal__status"),
)
"""Columns of a round that the file needs; the others are most of a row."""


class DecisionFacts(NamedTuple):
    """A decision of a round: the house's, or the player's, at a live table perhaps chosen before the turn."""

    step: int
    action: str
    by_house: bool
    early: bool


@dataclass(frozen=True, slots=True)
class BatchFacts:
    """Related rows of a batch, by round key; points by the round's public id."""

    voids: Mapping[int, str]
    decisions: Mapping[int, list[DecisionFacts]]
    bets: Mapping[int, list[Bet]]
    points: Mapping[Any, int]
    live_plays: Mapping[int, DealPlay]  # by deal


@dataclass(frozen=True, slots=True)
class Batch:
    """Up to `BATCH` rounds with their related facts."""

    rounds: list[Round]
    facts: BatchFacts


def read_batches(rounds: QuerySet[Round, Round]) -> Iterator[Batch]:
    """Read rounds in batches, oldest first.

    Outside a transaction, the connection is closed between batches: a slow download holds none.
    """
    named = rounds.select_related(None).select_related("deal__shoe", "place__table").only(*_COLUMNS)
    in_order, place = named.order_by(*ORDER.fields), None
    versions: dict[int, RuleSetVersion] = {}
    while True:
        rest = in_order if place is None else in_order.filter(ORDER.newer(place))
        found = list(rest[:BATCH])
        facts = _load_facts(found)
        _share_rules(found, versions)
        if not connection.in_atomic_block:
            connection.close()
        yield Batch(found, facts)
        if len(found) < BATCH:
            return
        place = ORDER.cursor_of(found[-1])


def _share_rules(rounds: list[Round], versions: dict[int, RuleSetVersion]) -> None:
    """Set each round's rules version, read once per file. One query if there are new ones."""
    missing = {one.version_id for one in rounds} - versions.keys()
    if missing:
        versions |= RuleSetVersion.objects.in_bulk(missing)
    for round_ in rounds:
        round_.version = versions[round_.version_id]


def _load_facts(rounds: list[Round]) -> BatchFacts:
    """Four queries; seven if a player decided at a live table."""
    numbers = [round_.pk for round_ in rounds]
    decisions: defaultdict[int, list[DecisionFacts]] = defaultdict(list)
    made = Decision.objects.filter(round__in=numbers).order_by("round", "step")
    columns = ("round", *DecisionFacts._fields)
    for number, step, action, by_house, early in made.values_list(*columns):
        decisions[number].append(DecisionFacts(step, action, by_house, early))
    bets: defaultdict[int, list[Bet]] = defaultdict(list)
    decided = [one for one in rounds if one.pk in decisions]
    for bet in Bet.objects.filter(round__in=decided).order_by("round", "box"):
        bets[bet.round_id].append(bet)
    voids = open_voids().filter(round__in=numbers).values_list("round", "reason")
    plays = load_live_deal_plays(decided)
    return BatchFacts(dict(voids), decisions, bets, _points(rounds), plays)


def _points(rounds: list[Round]) -> dict[Any, int]:
    """Points of each round after voids, by the round's public id."""
    players = {round_.player_id for round_ in rounds}
    of_them = PointsEntry.objects.filter(
        player__in=players,
        round_id__in=[round_.public_id for round_ in rounds],
        kind__in=COUNTED,
    )
    sums = of_them.order_by().values_list("round_id").annotate(stands=Sum("hundredths"))
    return dict(sums.values_list("round_id", "stands"))
