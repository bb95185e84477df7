"""Choose the interval of the reality check, and answer a check. It belongs to the player: an answer on one device counts on all."""

from collections.abc import Mapping

from django.db import transaction
from django.utils import timezone

from accounts.models.users import User
from accounts.protection.refusals import CheckIsDue, IntervalNotOffered
from accounts.protection.selectors.reality_check import (
    is_due,
    mark_of,
    minutes_of,
    offered_intervals,
)
from journal.models import EventKind
from journal.services.recording import record

"""Minutes; the house's own is offered too, and none at all where `REALITY_CHECK_OPTIONAL` says so."""


@transaction.atomic
def choose(player: User, minutes: int) -> None:
    """Set the interval, from now on. The same again changes nothing.

    Raises IntervalNotOffered; and CheckIsDue, because a longer interval would pass for an answer.
    """
    if minutes not in offered_intervals():
        raise IntervalNotOffered
    stored = User.objects.select_for_update().get(pk=player.pk)
    if is_due(stored, timezone.now()):
        raise CheckIsDue
    player.reality_minutes = minutes
    if stored.reality_minutes == minutes:
        return
    User.objects.filter(pk=stored.pk).update(reality_minutes=minutes)
    data = {"minutes": minutes, "minutes_before": minutes_of(stored)}
    subject = f"user {stored.pk}"
    record(EventKind.REALITY_CHECK_CHOSEN, actor=stored.pk, subject=subject, data=data)


@transaction.atomic
def answer(player: User, word: str, shown: Mapping[str, object], *, mark: str) -> bool:
    """Record the player's answer to the reality check with this `mark`. Return False, and change nothing, where that check is not due.

    A page that was left open has the mark of an earlier check, which answers no later one.
    """
    stored, now = User.objects.select_for_update().get(pk=player.pk), timezone.now()
    if not is_due(stored, now) or mark != mark_of(stored):
        return False
    player.reality_checked_at = now
    User.objects.filter(pk=stored.pk).update(reality_checked_at=now)
    data = {"answer": word, **shown}
    subject = f"user {stored.pk}"
    record(EventKind.REALITY_CHECK_ANSWERED, actor=stored.pk, subject=subject, data=data)
    return True
