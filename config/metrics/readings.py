"""Figures that the apps' own queries give: due rows, checks, alarms, backups, queues."""

from collections.abc import Iterable, Iterator, Sequence
from datetime import datetime
from typing import Any, Final

from django.db.models import Count, Min, Q

from accounts.models.mail import Mail
from api.models import WebhookDelivery
from casino.live.selectors.time import database_now
from casino.live.services.moving import ACTS_AT
from casino.models import Clock, Round
from compliance.events.selectors.events import count_open_alarms
from config.metrics.figures import QUERIES, MetricFigure, Row, once_per_scrape
from config.metrics.queues import read_queues
from reports.models import Export
from restores.selectors import load_backup_ages
from wallet.ledger.selectors.check_runs import latest_check

_queues = once_per_scrape(read_queues)
_check = once_per_scrape(latest_check)
_ages = once_per_scrape(load_backup_ages)


@once_per_scrape
def read_due_rows() -> Sequence[Row]:
    """Return how much work of each kind is due, and for how many seconds the oldest: (kind, number, seconds)."""
    return list(_each_kind())


def _each_kind() -> Iterator[Row]:
    now = database_now()
    queues: dict[str, tuple[Any, Q, str]] = {
        "live_tables": (Clock.objects.annotate(due_at=ACTS_AT), Q(due_at__lte=now), "due_at"),
        "absent_rounds": (
            Round.objects,
            Q(status="in_progress", house_plays_at__lte=now, frozen=False),
            "house_plays_at",
        ),
        "mail": (Mail.objects, Q(given_up_at__isnull=True), "at"),
        "webhooks": (WebhookDelivery.objects, Q(state="waiting", next_at__lte=now), "next_at"),
        "files": (Export.objects, Q(state=Export.State.WAITING), "asked_at"),
    }
    for kind, (rows, due, since) in queues.items():
        found = rows.filter(due).aggregate(number=Count("pk"), since=Min(since))
        yield kind, found["number"], _seconds(found["since"], now) or 0.0


def _count_due() -> Iterable[Row]:
    return [(kind, number) for kind, number, _seconds in read_due_rows()]


def _age_due() -> Iterable[Row]:
    return [(kind, seconds) for kind, _number, seconds in read_due_rows()]


def _webhooks_waiting() -> Iterable[Row]:
    return [(WebhookDelivery.objects.filter(state=WebhookDelivery.State.WAITING).count(),)]


def _check_age() -> Iterable[Row]:
    check = _check()
    return [(_seconds(check.at if check else None, database_now()),)]


def _check_passed() -> Iterable[Row]:
    check = _check()
    return [(int(check.passed),)] if check else []


def _alarms() -> Iterable[Row]:
    return [(count_open_alarms(),)]


def _backup_age() -> Iterable[Row]:
    return [(_ages().backup,)]


def _drill_age() -> Iterable[Row]:
    return [(_ages().drill,)]


def _queue_lengths() -> Iterable[Row]:
    return [(one.queue, one.length) for one in _queues()]


def _queue_ages() -> Iterable[Row]:
    return [(one.queue, one.seconds) for one in _queues()]


def _seconds(since: datetime | None, now: datetime) -> float | None:
    return None if since is None else (now - since).total_seconds()


FIGURES: Final[tuple[MetricFigure, ...]] = (
    *QUERIES,
    MetricFigure("ligalo_due_rows", "Rows whose work is due.", ("kind",), _count_due),
    MetricFigure(
        "ligalo_due_age_seconds", "Seconds that the oldest due row waits.", ("kind",), _age_due
    ),
    MetricFigure("ligalo_webhooks_waiting", "Webhook deliveries that wait.", (), _webhooks_waiting),
    MetricFigure(
        "ligalo_queue_length", "Messages in a queue of tasks.", ("queue",), _queue_lengths
    ),
    MetricFigure(
        "ligalo_queue_age_seconds",
        "Seconds that the oldest message waits.",
        ("queue",),
        _queue_ages,
    ),
    MetricFigure(
        "ligalo_ledger_check_age_seconds",
        "Seconds since the last check of the ledger.",
        (),
        _check_age,
    ),
    MetricFigure(
        "ligalo_ledger_check_passed", "1 if the last check of the ledger passed.", (), _check_passed
    ),
    MetricFigure(
        "ligalo_open_alarms", "Alarms that no staff have reviewed, up to 1000.", (), _alarms
    ),
    MetricFigure("ligalo_backup_age_seconds", "Seconds since the last backup.", (), _backup_age),
    MetricFigure(
        "ligalo_restore_drill_age_seconds", "Seconds since the last restore drill.", (), _drill_age
    ),
)
