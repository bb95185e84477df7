"""Hands dealt to a player within a minute and a day, as a subquery for the bet's own query."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

from django.contrib.postgres.expressions import ArraySubquery
from django.db.models import F, Func, IntegerField, Max, Min, OuterRef, Q, Sum
from django.db.models.functions import JSONObject

from casino.models import Round
from wallet.money.values import PLAY_MONEY

MINUTE = timedelta(minutes=1)
DAY = timedelta(days=1)
_HANDS = Func(F("boxes"), function="cardinality", output_field=IntegerField())


@dataclass(frozen=True, slots=True)
class Pace:
    """Hands dealt within a day and a minute, the time of the last round, and those of the first within day and minute."""

    day: int = 0
    minute: int = 0
    last: datetime | None = None
    first_of_day: datetime | None = None
    first_of_minute: datetime | None = None


Paces = tuple[Pace, Pace]


def _time(written: str | None) -> datetime | None:
    return None if written is None else datetime.fromisoformat(written)


def select_paces(participant: str, player: str, day: datetime, minute: datetime) -> ArraySubquery:
    """Subquery: pace of the participant, and of its player with real money. Parsed by `read_paces`.

    `participant` and `player` are columns of the outer query; `day` and `minute` are the starts of the
    windows.
    """
    rounds = Round.objects.filter(player=OuterRef(player), started_at__gt=day).order_by()
    lately = Q(started_at__gt=minute)
    which = {"here": Q(participant=OuterRef(participant)), "real": ~Q(currency=PLAY_MONEY)}
    counted = {
        f"{name}_{what}": made
        for name, those in which.items()
        for what, made in (
            ("day", Sum(_HANDS, filter=those, default=0)),
            ("minute", Sum(_HANDS, filter=those & lately, default=0)),
            ("last", Max("started_at", filter=those)),
            ("first_of_day", Min("started_at", filter=those)),
            ("first_of_minute", Min("started_at", filter=those & lately)),
        )
    }
    told = JSONObject(**{name: name for name in counted})
    return ArraySubquery(rounds.values("player").annotate(**counted).values(json=told))


def read_paces(rows: list[Mapping[str, Any]]) -> Paces:
    """Parse the rows of `select_paces` to the pace here and the pace with real money."""
    if not rows:
        return Pace(), Pace()
    found = rows[0]
    here, real = (
        Pace(
            found[f"{name}_day"],
            found[f"{name}_minute"],
            *(_time(found[f"{name}_{one}"]) for one in ("last", "first_of_day", "first_of_minute")),
        )
        for name in ("here", "real")
    )
    return here, real
