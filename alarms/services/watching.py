"""Reading the watches: an alarm when a value is missing or passes its limit, and an event when it is good again."""

from datetime import datetime

from django.db import transaction

from alarms.models import WatchReading
from alarms.selectors.watches import WATCHES, Watch
from journal.models import EventKind
from journal.services.recording import record

_GOOD = WatchReading.State.GOOD


def look_at_watches(now: datetime) -> None:
    """Read every watch that is switched on; forget the readings of the others."""
    present = [one for one in WATCHES if one.limit]
    WatchReading.objects.exclude(name__in=[one.name for one in present]).delete()
    for one in present:
        _store(one, one.read(), now)


@transaction.atomic
def _store(watch: Watch, value: float | None, now: datetime) -> None:
    state = watch.judge(value)
    last = WatchReading.objects.select_for_update().filter(pk=watch.name).first()
    is_same = last is not None and last.state == state
    WatchReading.objects.update_or_create(
        name=watch.name,
        defaults={
            "value": value,
            "limit": watch.limit,
            "state": state,
            "at": now,
            "since": last.since if last is not None and is_same else now,
        },
    )
    if is_same or (last is None and state == _GOOD):
        return
    kind = EventKind.WATCH_RECOVERED if state == _GOOD else EventKind.WATCH_FAILED
    shown = None if value is None else round(value, 1)
    data = {"watch": watch.name, "state": str(state), "value": shown, "limit": watch.limit}
    record(kind, subject="platform", data=data)
