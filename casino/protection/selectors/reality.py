"""What a player is shown at a reality check: how long, staked, won and net of the present session, at all tables."""

from dataclasses import dataclass
from datetime import datetime, timedelta

from django.db.models import Sum

from accounts.models.users import User
from accounts.protection.selectors.reality_check import due_at, is_due, mark_of
from accounts.protection.values import format_duration
from casino.models import Round
from casino.play.selectors.player_money import PlayerMoney
from casino.play.selectors.position import Position
from wallet.money.values import Money


@dataclass(frozen=True, slots=True)
class SessionPlay:
    """What was played in one currency; `net` is returned less staked of what is over."""

    staked: Money
    won: Money
    net: Money


@dataclass(frozen=True, slots=True)
class RealityCheck:
    """The check that is due: how long the session has lasted, and what it came to; an answer names it by its `mark`."""

    lasted: timedelta
    played: list[SessionPlay]
    mark: str

    @property
    def clock(self) -> str:
        """Hours, minutes and seconds, as on the table."""
        return format_duration(self.lasted)


def reality_check(position: Position, now: datetime) -> RealityCheck | None:
    """The check that is due at a place where no round runs. One query where one is, else none."""
    if position.states or not is_due(position.place.player, now):
        return None
    return summarize_session(position.place.player, position.player_money, now)


def summarize_session(player: User, player_money: PlayerMoney, now: datetime) -> RealityCheck:
    """The session's duration and results. One query."""
    rounds = Round.objects.filter(player=player.pk, started_at__gte=player_money.since).order_by()
    sums = rounds.values("currency").annotate(all=Sum("staked"), back=Sum("returned"))
    played = [
        SessionPlay(
            Money(row["all"], row["currency"]),
            Money(row["back"] or 0, row["currency"]),
            player_money.net(row["currency"]),
        )
        for row in sums.order_by("currency")
    ]
    return RealityCheck(max(now - player_money.since, timedelta()), played, mark_of(player))


def seconds_left(position: Position, now: datetime) -> int | None:
    """How long until the next check; None where none comes, or where a round runs and its end will tell."""
    due = due_at(position.place.player)
    if due is None or position.states or due <= now:
        return None
    return int((due - now).total_seconds()) + 1
