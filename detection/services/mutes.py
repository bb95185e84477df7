"""Mutes: a signal that does not count for one player for a while."""

from datetime import datetime

from django.db import transaction
from django.utils import timezone

from accounts.models.users import User
from accounts.roles.services import require
from accounts.roles.values import Right
from accounts.values.reasons import require_reason
from detection.models import Mute
from detection.models.flags import LONGEST_MUTE
from detection.refusals import AlreadyMuted, MuteRefused, NotMutable
from detection.selectors.mutes import filter_active_mutes, is_mutable
from journal.models import EventKind
from journal.refusals import NotFound
from journal.services.recording import record
from signals.catalogue import SIGNALS


@transaction.atomic
def mute_signal(
    player: User, signal_id: str, *, until: datetime, reason: str, acting_user: User
) -> Mute:
    """Mute a signal for one player. Raises NotPermitted, ReasonMissing, NotFound, NotMutable, MuteRefused, AlreadyMuted."""
    require(acting_user, Right.WORK_CASES)
    reason, now = require_reason(reason), timezone.now()
    signal = SIGNALS.get(signal_id)
    if signal is None or player.is_staff:
        raise NotFound
    if not is_mutable(signal):
        raise NotMutable
    if not now < until <= now + LONGEST_MUTE:
        raise MuteRefused
    _require_not_muted(player, signal.id)
    mute = Mute.objects.create(
        player=player, signal=signal.id, reason=reason, acting_user=acting_user, at=now, until=until
    )
    data = {"signal": signal.id, "until": until.isoformat(), "reason": reason}
    record(EventKind.SIGNAL_MUTED, actor=acting_user.pk, subject=f"user {player.pk}", data=data)
    return mute


def _require_not_muted(player: User, signal: str) -> None:
    """Raise AlreadyMuted if the signal is muted. Locks the player, so that two people do not mute it at once."""
    User.objects.select_for_update(no_key=True).get(pk=player.pk)
    if filter_active_mutes(Mute.objects.filter(player=player, signal=signal)).exists():
        raise AlreadyMuted


@transaction.atomic
def unmute_signal(player: User, signal_id: str, *, reason: str, acting_user: User) -> None:
    """End a mute now. Idempotent. Raises NotPermitted, ReasonMissing."""
    require(acting_user, Right.WORK_CASES)
    reason = require_reason(reason)
    mutes = filter_active_mutes(Mute.objects.filter(player=player, signal=signal_id))
    if mutes.update(ended_at=timezone.now()):
        data = {"signal": signal_id, "reason": reason}
        record(
            EventKind.SIGNAL_UNMUTED, actor=acting_user.pk, subject=f"user {player.pk}", data=data
        )
