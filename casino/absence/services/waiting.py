"""The wait for the player of a running round; each request for the round restarts it."""

from datetime import datetime, timedelta
from uuid import UUID

from django.db.models import QuerySet

from accounts.models.users import User
from casino.models import Round
from tables.models import Table

WRITE_INTERVAL = timedelta(seconds=5)  # a reload within this time writes nothing


def _asked(rounds: QuerySet[Round], now: datetime) -> None:
    running = rounds.filter(status=Round.Status.IN_PROGRESS, asked_at__lt=now - WRITE_INTERVAL)
    round_ = running.select_related("deal__shoe__version").first()
    if round_ is None:
        return
    round_.record_request(now)
    Round.objects.filter(pk=round_.pk, status=Round.Status.IN_PROGRESS).update(
        asked_at=round_.asked_at, house_plays_at=round_.house_plays_at
    )


def restart_wait(player: User, table: Table, now: datetime) -> None:
    """Restart the wait of the player's running round at this table. Blocks while the house is playing it."""
    _asked(Round.objects.filter(player=player, place__table=table), now)


def restart_round_wait(player: User, round_id: UUID, now: datetime) -> None:
    """Restart the wait of one of the player's rounds, if it is running."""
    _asked(Round.objects.filter(player=player, public_id=round_id), now)
