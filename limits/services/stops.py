"""Refusals at a limit, as events: markers of harm (HARM1) look at what a player does within an hour of one."""

from typing import Final

from django.utils import timezone

from journal.models import EventKind
from journal.services.recording import record_once

_SPAN: Final = 600
"""Seconds in which repeated attempts at the same limit leave one event."""


def record_stop(kind: EventKind, player_id: int, limit: str) -> None:
    """Record that a limit (`own_loss_limit 24h`) refused a player, once in ten minutes; after the refusal's rollback."""
    span = int(timezone.now().timestamp()) // _SPAN
    record_once(
        kind,
        actor=player_id,
        subject=f"user {player_id}",
        data={"limit": limit},
        once=f"{limit} {span}",
    )
