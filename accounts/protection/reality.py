"""The reality check: at an interval of the player's own no bet is taken until the player has seen how long and for how much it has been.

It belongs to the player and not to a browser: what is answered on one device is answered on all. It runs from when the session of
play began, which goes on over sign-ins and devices (`accounts.visiting`), or from its last answer.
"""

from collections.abc import Mapping
from datetime import UTC, datetime, timedelta
from typing import Final

from django.conf import settings
from django.db import transaction
from django.utils import timezone

from accounts.errors import CheckIsDue, IntervalNotOffered
from accounts.models import User
from journal.models import Kind
from journal.services.recording import record

INTERVALS: Final = (15, 30, 45, 60, 120)
"""Minutes; the house's own is offered too, and none at all where `REALITY_CHECK_OPTIONAL` says so."""

OFF: Final = 0


def minutes_of(player: User) -> int:
    """The interval that counts for this player; `OFF` for none."""
    chosen = player.reality_minutes
    if chosen is None or (chosen == OFF and not settings.REALITY_CHECK_OPTIONAL):
        return int(settings.REALITY_CHECK_MINUTES)
    return int(chosen)


def offered() -> list[int]:
    """What may be chosen, the shortest first."""
    off = [OFF] if settings.REALITY_CHECK_OPTIONAL else []
    return [*sorted({*INTERVALS, settings.REALITY_CHECK_MINUTES}), *off]


def session_start(player: User) -> datetime | None:
    """When the player's present session of play began; None for who never signed in."""
    return player.session_began or player.last_login


def due_at(player: User) -> datetime | None:
    """When the next check is due; None where there is none. No query."""
    start, minutes = session_start(player), minutes_of(player)
    if start is None or minutes == OFF:
        return None
    answered = player.reality_checked_at
    since = max(start, answered) if answered is not None else start
    return since + timedelta(minutes=minutes)


def is_due(player: User, now: datetime) -> bool:
    """Whether no bet is taken until the check is answered."""
    due = due_at(player)
    return due is not None and due <= now


@transaction.atomic
def choose(player: User, minutes: int) -> None:
    """Set the interval, from now on. The same again changes nothing.

    Raises IntervalNotOffered; and CheckIsDue, because a longer interval would pass for an answer.
    """
    if minutes not in offered():
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
    record(Kind.REALITY_CHECK_CHOSEN, actor=stored.pk, subject=subject, data=data)


def mark_of(player: User) -> str:
    """Which check is the next, or is due: another one once this one is answered. Empty where none comes. No query."""
    due = due_at(player)
    return "" if due is None else due.astimezone(UTC).isoformat()


@transaction.atomic
def answer(player: User, word: str, shown: Mapping[str, object], *, mark: str) -> bool:
    """The player has seen the check of this `mark`, and says how it goes on. Whether that one was due; if not, nothing changes.

    A page that was left open shows what was played until an earlier check: that answers no later one.
    """
    stored, now = User.objects.select_for_update().get(pk=player.pk), timezone.now()
    if not is_due(stored, now) or mark != mark_of(stored):
        return False
    player.reality_checked_at = now
    User.objects.filter(pk=stored.pk).update(reality_checked_at=now)
    data = {"answer": word, **shown}
    subject = f"user {stored.pk}"
    record(Kind.REALITY_CHECK_ANSWERED, actor=stored.pk, subject=subject, data=data)
    return True
