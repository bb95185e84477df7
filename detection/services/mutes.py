"""Mutes: a signal that does not count for one player for a while."""

from datetime import datetime
from typing import Final

from django.db import transaction
from django.utils import timezone

from accounts.models.users import User
from accounts.roles.services import require
from accounts.roles.values import Right
from accounts.values.reasons import require_reason
from detection.models import Mute
from detection.models.flags import LONGEST_MUTE
from detection.refusals import MuteRefused, NotMutable
from journal.models import EventKind
from journal.refusals import NotFound
from journal.services.recording import record
from signals.catalogue import SIGNALS
from signals.definition import Family

NEVER_MUTED: Final = frozenset({Family.MONEY, Family.INTEGRITY, Family.PROTECTION})


@transaction.atomic
def mute_signal(
    player: User, signal_id: str, *, until: datetime, reason: str, acting_user: User
) -> Mute:
    """Mute a signal for one player. Raises NotPermitted, NotFound, NotMutable, MuteRefused."""
    require(acting_user, Right.WORK_CASES)
    reason, now = require_reason(reason), timezone.now()
    signal = SIGNALS.get(signal_id)
    if signal is None or player.is_staff:
        raise NotFound
    if not signal.mutable or signal.family in NEVER_MUTED:
        raise NotMutable
    if not now < until <= now + LONGEST_MUTE:
        raise MuteRefused
    mute = Mute.objects.create(
        player=player, signal=signal.id, reason=reason, acting_user=acting_user, at=now, until=until
    )
    data = {"signal": signal.id, "until": until.isoformat(), "reason": reason}
    record(EventKind.SIGNAL_MUTED, actor=acting_user.pk, subject=f"user {player.pk}", data=data)
    return mute


@transaction.atomic
def unmute_signal(player: User, signal_id: str, *, acting_user: User) -> None:
    """End a mute now. Idempotent. Raises NotPermitted."""
    require(acting_user, Right.WORK_CASES)
    now = timezone.now()
    mutes = Mute.objects.filter(player=player, signal=signal_id, until__gt=now, ended_at=None)
    if mutes.update(ended_at=now):
        data = {"signal": signal_id}
        record(
            EventKind.SIGNAL_UNMUTED, actor=acting_user.pk, subject=f"user {player.pk}", data=data
        )
