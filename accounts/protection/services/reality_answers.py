"""Interval and answers of the reality check; both belong to the player and apply to all devices."""

from collections.abc import Mapping

from django.db import transaction
from django.utils import timezone

from accounts.models.users import User
from accounts.protection.refusals import IntervalNotOffered, RealityCheckUnanswered
from accounts.protection.selectors.reality_check import (
    interval_minutes,
    is_check_due,
    offered_intervals,
    reality_check_id,
)
from journal.models import EventKind
from journal.services.recording import record


@transaction.atomic
def set_interval(player: User, minutes: int) -> None:
    """Set the interval of the reality check in minutes. Setting the same one changes nothing. Locks the player.

    Raises IntervalNotOffered, and RealityCheckUnanswered because a longer interval would pass for an answer.
    """
    if minutes not in offered_intervals(player.country):
        raise IntervalNotOffered
    stored = User.objects.select_for_update().get(pk=player.pk)
    if is_check_due(stored, timezone.now()):
        raise RealityCheckUnanswered
    if stored.reality_minutes == minutes:
        return
    User.objects.filter(pk=stored.pk).update(reality_minutes=minutes)
    data = {"minutes": minutes, "minutes_before": interval_minutes(stored)}
    subject = f"user {stored.pk}"
    record(EventKind.REALITY_CHECK_CHOSEN, actor=stored.pk, subject=subject, data=data)


@transaction.atomic
def record_answer(player: User, word: str, shown: Mapping[str, object], *, mark: str) -> bool:
    """Record the answer to the reality check with this `mark`. Return False, without a change, if it is not due.

    The mark keeps a page that was left open from answering a later check. Locks the player.
    """
    stored, now = User.objects.select_for_update().get(pk=player.pk), timezone.now()
    if not is_check_due(stored, now) or mark != reality_check_id(stored):
        return False
    User.objects.filter(pk=stored.pk).update(reality_checked_at=now)
    data = {"answer": word, **shown}
    subject = f"user {stored.pk}"
    record(EventKind.REALITY_CHECK_ANSWERED, actor=stored.pk, subject=subject, data=data)
    return True
