"""A player's finished rounds, by filter.

Keyset pagination along the index of a player's or a place's rounds by time: every page costs the same, nothing is counted.
"""

from dataclasses import dataclass
from datetime import datetime
from typing import Final

from django.db.models import F, Q, QuerySet
from django.utils import timezone

from accounts.models.users import User
from accounts.protection.selectors.reality_check import session_start
from casino.models import Round, Shoe
from casino.selectors.places import find_shoe_rounds
from casino.values.round_numbers import RoundName
from casino.voids.selectors.voiding import open_voids
from pages.moments import months_later
from pages.pagination import ByTime
from profiles.selectors.in_force import profile_in_force

PAGE: Final = 10
ORDER: Final = ByTime("started_at")


@dataclass(frozen=True, slots=True)
class PastRoundsFilter:
    """Filters; None means no filter. `until` is exclusive; `least` and `most` are in units of each round's currency."""

    since: datetime | None = None
    until: datetime | None = None
    table: str | None = None
    currency: str | None = None
    result: str | None = None
    least: int | None = None
    most: int | None = None
    number: RoundName | None = None


def history_start(now: datetime) -> datetime:
    """The start of the history: midnight in the reader's zone, the configured number of months ago."""
    today = timezone.localtime(now).replace(hour=0, minute=0, second=0, microsecond=0)
    return months_later(today, -profile_in_force().history_months)


def past_rounds(player: User, wanted: PastRoundsFilter, begins: datetime) -> QuerySet[Round, Round]:
    """A player's finished rounds that match, unordered, none older than `begins`."""
    since = max(wanted.since or begins, begins)
    mine = Round.objects.filter(player=player, started_at__gte=since)
    over = mine.exclude(status=Round.Status.IN_PROGRESS).filter(*_asked(player, wanted))
    return over.select_related("deal__shoe__version", "place__table").defer(
        "limits_at_deal", "deal__shoe__sealed_seed", "deal__shoe__kept_left"
    )


def session_rounds(player: User) -> list[Round]:
    """A player's last finished rounds of the present session, at all tables, newest first. One query.

    As many as the profile prescribes, and never fewer than `PAGE`.
    """
    begins = session_start(player) or player.created_at
    most = max(PAGE, profile_in_force(player.country).replayed_games)
    rounds = past_rounds(player, PastRoundsFilter(), begins)
    return list(rounds.order_by("-started_at", "-id")[:most])


def _asked(player: User, wanted: PastRoundsFilter) -> list[Q]:
    """Conditions other than player and start."""
    asked = {
        "started_at__lt": wanted.until,
        "currency": wanted.currency,
        "staked__gte": wanted.least,
        "staked__lte": wanted.most,
    }
    found = [Q((name, value)) for name, value in asked.items() if value is not None]
    if wanted.number is not None:
        found.append(wanted.number.lookup())
    if wanted.table is not None:
        places = player.participations.filter(place__table__slug=wanted.table)
        found.append(Q(place__in=list(places.values_list("place", flat=True))))
    return [*found, *_resulting(player, wanted.result)]


def _resulting(player: User, result: str | None) -> list[Q]:
    """Condition on the result. A player's void rounds are few, so their keys are read first."""
    if result is None:
        return []
    if result == "void":
        return [Q(pk__in=list(open_voids().filter(player=player).values_list("round", flat=True)))]
    completed = Q(status=Round.Status.COMPLETED)
    results = {
        "won": completed & Q(returned__gt=F("staked")),
        "lost": completed & Q(returned__lt=F("staked")),
        "push": completed & Q(returned=F("staked")),
        "cancelled": Q(status=Round.Status.CANCELLED),
        "interrupted": Q(interrupted=True),
    }
    return [results[result]]


def rounds_in_order(shoe: Shoe) -> QuerySet[Round, Round]:
    """The rounds of a shoe in the order of play."""
    rounds = find_shoe_rounds(shoe).select_related("deal__shoe__version", "place__table")
    return rounds.order_by("deal__nonce")


def advice_by_step(round_: Round) -> dict[int, str]:
    """Chart advice that the player asked for, by step. One query."""
    return dict(round_.hints.values_list("step", "advice"))
