"""Notices to players about rounds that ended without them: create, mark as seen."""

from datetime import datetime
from uuid import UUID

from casino.models import Notice, Round


def write_notice(round_: Round, kind: Notice.Kind, now: datetime) -> None:
    """Write the notice, in the transaction that ends the round."""
    Notice.objects.create(round=round_, player_id=round_.player_id, kind=kind, created_at=now)


def mark_notices_seen(player: int, round_id: UUID, now: datetime, *, whole: bool = False) -> None:
    """Mark the player's notices of a round as seen; those of a void only with `whole`."""
    unseen = Notice.objects.filter(player=player, seen_at__isnull=True)
    told = unseen if whole else unseen.filter(void__isnull=True)
    told.filter(round__public_id=round_id).update(seen_at=now)
