"""Reality check: duration, stakes, wins and net result of the session, at all tables."""

from dataclasses import dataclass
from datetime import datetime, timedelta

from django.db.models import Sum

from accounts.models.users import User
from accounts.protection.selectors.reality_check import (
    is_check_due,
    next_check_at,
    reality_check_id,
)
from accounts.protection.values import format_duration
from casino.models import Round
from casino.play.selectors.player_money import PlayerMoney
from casino.play.selectors.position import Position
from wallet.money.values import Money


@dataclass(frozen=True, slots=True)
class SessionPlay:
    """Play in one currency; `net` is returned less staked of completed rounds."""

    staked: Money
    won: Money
    net: Money


@dataclass(frozen=True, slots=True)
class RealityCheck:
    """A due check: the session's duration and result; answers refer to its `mark`."""

    lasted: timedelta
    played: list[SessionPlay]
    mark: str

    @property
    def clock(self) -> str:
        """Hours, minutes and seconds, as on the table."""
        return format_duration(self.lasted)


def reality_check(position: Position, now: datetime) -> RealityCheck | None:
    """Return the check that is due, None during a round. One query if due, else none."""
    if position.states or not is_check_due(position.player, now):
        return None
    return summarize_session(position.player, position.player_money, now)


def summarize_session(player: User, player_money: PlayerMoney, now: datetime) -> RealityCheck:
    """Return the session's duration and results. One query."""
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
    return RealityCheck(
        max(now - player_money.since, timedelta()), played, reality_check_id(player)
    )


def seconds_left(position: Position, now: datetime) -> int | None:
    """Return the seconds until the next check; None without one, if one is due, or during a round."""
    due = next_check_at(position.player)
    if due is None or position.states or due <= now:
        return None
    return int((due - now).total_seconds()) + 1
