"""What the programme tells: points, entries, tiers, and the sums of a time."""

from collections.abc import Collection
from dataclasses import dataclass
from datetime import date
from uuid import UUID

from django.db.models import Max, Sum

from loyalty.models.points import Account, Entry

COUNTED = (Entry.Kind.EARNED, Entry.Kind.REVERSED, Entry.Kind.RESTORED)
"""The entries that add up to what a player has gathered, whatever was spent of it: those of `sql/tiers.sql`, as a test sees to."""


@dataclass(frozen=True, slots=True)
class Points:
    """What a player has and owes, in hundredths; nothing for who never earned any."""

    balance: int = 0
    debt: int = 0


@dataclass(frozen=True, slots=True)
class Gathered:
    """What a round has brought, how much of it stands, and the day."""

    earned: int
    stands: int
    day: date


def points_of(player_id: int) -> Points:
    """A player's points. One query."""
    return points_by_player([player_id]).get(player_id, Points())


def points_by_player(players: Collection[int]) -> dict[int, Points]:
    """Of these players, those who have an account. One query."""
    rows = Account.objects.filter(player__in=players).values_list("player", "balance", "debt")
    return {player: Points(balance, debt) for player, balance, debt in rows}


def gathered_in(rounds: Collection[UUID], players: Collection[int]) -> dict[UUID, Gathered]:
    """What these rounds of these players have brought; those that brought nothing are left out. Two queries."""
    of_them = Entry.objects.filter(player__in=players, round_id__in=rounds)
    changed = of_them.filter(case_id__isnull=False, kind__in=COUNTED).order_by()
    since = dict(changed.values_list("round_id").annotate(units=Sum("hundredths")))
    earned = of_them.filter(kind=Entry.Kind.EARNED)
    return {
        round_id: Gathered(units, units + int(since.get(round_id, 0)), day)
        for round_id, units, day in earned.values_list("round_id", "hundredths", "earned_on")
        if round_id is not None
    }


def gathered_by_player(players: Collection[int], since: date) -> dict[int, int]:
    """What these players have gathered after a day. One query."""
    entries = Entry.objects.filter(player__in=players, earned_on__gt=since, kind__in=COUNTED)
    rows = entries.order_by().values_list("player").annotate(units=Sum("hundredths"))
    return {player: int(units) for player, units in rows}


def last_player() -> int:
    """The greatest number of a player with points; 0 where there is none."""
    return int(Account.objects.aggregate(last=Max("player"))["last"] or 0)
