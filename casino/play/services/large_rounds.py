"""Events about large bets and wins, per round and per player and day."""

from datetime import datetime

from django.db import transaction
from django.db.models import F, Sum

from casino.models import Round
from casino.play.selectors.large_rounds import is_large_bet, is_large_win
from journal.models import EventKind
from journal.selectors.gaming_days import day_of, start_of
from journal.services.recording import record, record_once
from profiles.selectors.in_force import profile_in_force
from wallet.money.values import PLAY_MONEY, UNITS


def record_large_round(round_: Round) -> None:
    """Write the events of a completed round with large stakes or a large win. No query for others."""
    if round_.currency == PLAY_MONEY or round_.returned_usd is None:
        return
    profile = profile_in_force()
    won = round_.returned_usd - round_.staked_usd
    for kind, units, is_large, least in (
        (EventKind.LARGE_BET, round_.staked_usd, is_large_bet(round_), profile.large_bet_usd),
        (EventKind.LARGE_WIN, won, is_large_win(round_), profile.large_win_usd),
    ):
        if is_large:
            data = {"player": round_.player_id, "usd": _written(units), "from_usd": str(least)}
            record(kind, subject=f"round {round_.public_id}", data=data)


def _written(units: int) -> str:
    return f"{units / UNITS:.2f}"


@transaction.atomic
def record_large_days(now: datetime) -> int:
    """Write events about players with large total stakes or net wins today, once a day each. Returns how many."""
    today = day_of(now)
    rounds = Round.objects.filter(started_at__gte=start_of(today), status=Round.Status.COMPLETED)
    rounds = rounds.exclude(currency=PLAY_MONEY)
    told, profile = 0, profile_in_force()
    for kind, sum_of, least in (
        (EventKind.LARGE_BETS_OF_A_DAY, F("staked_usd"), profile.large_bets_day_usd),
        (
            EventKind.LARGE_WINS_OF_A_DAY,
            F("returned_usd") - F("staked_usd"),
            profile.large_wins_day_usd,
        ),
    ):
        players = rounds.values("player_id").annotate(usd=Sum(sum_of))
        for one in players.filter(usd__gte=least * UNITS).order_by("player_id"):
            told += _tell_once(kind, one["player_id"], int(one["usd"]), least, f"{today}")
    return told


def _tell_once(kind: EventKind, player_id: int, units: int, least: int, day: str) -> bool:
    data = {"day": day, "usd": _written(units), "from_usd": str(least)}
    return record_once(kind, subject=f"user {player_id}", data=data, once=day)
