"""Queueing events for endpoints: new ones from the feed, test events, and ranges that are sent again."""

from collections.abc import Collection, Iterable
from datetime import datetime
from typing import Final

from django.db import transaction
from django.utils import timezone

from accounts.models.users import User
from accounts.roles.services import require
from accounts.roles.values import Right
from api.models import WebhookDelivery, WebhookEndpoint
from api.refusals import WebhookOff
from api.selectors.event_feed import FeedFilter, filter_feed, read_feed, read_horizon
from api.selectors.gapless import GaplessCursor
from api.services.webhook_endpoints import ENDPOINT_SCOPES, lock_endpoint
from api.values.case_kinds import find_hidden_kinds
from api.values.event_types import hidden_types
from journal.models import Event
from journal.services.recording import record
from journal.services.waking import wake_worker
from journal.values.kinds import EventKind

TASK: Final = "api.tasks.send_webhooks"
BATCH: Final = 500
MOST_REPLAYED: Final = 10_000
_STATE: Final = WebhookDelivery.State


def queue_new_events() -> int:
    """Queue a batch of new events for each endpoint that is on; return how many. Safe to run twice at once."""
    endpoints = WebhookEndpoint.objects.filter(off="").values_list("pk", flat=True)
    return sum(_queue_for(pk) for pk in list(endpoints))


@transaction.atomic
def _queue_for(pk: int) -> int:
    """Queue the events after the endpoint's position; none if another run has locked it."""
    locked = WebhookEndpoint.objects.select_for_update(skip_locked=True)
    endpoint = locked.filter(pk=pk, off="").first()
    if endpoint is None:
        return 0
    after = GaplessCursor(int(endpoint.position_xact), endpoint.position_id)
    page = read_feed(after, _chosen(endpoint), BATCH)
    made = queue_events(endpoint, [event.pk for event in page.events])
    endpoint.position_xact, endpoint.position_id = str(page.cursor.xact), page.cursor.pk
    endpoint.save(update_fields=["position_xact", "position_id"])
    return made


def _chosen(
    endpoint: WebhookEndpoint, since: datetime | None = None, until: datetime | None = None
) -> FeedFilter:
    """Return the filter of the endpoint's types: a type that is no longer known or visible is left out."""
    hidden = hidden_types(ENDPOINT_SCOPES)
    types = [kind for kind in EventKind if kind.value in endpoint.types and kind not in hidden]
    cases = find_hidden_kinds(ENDPOINT_SCOPES)
    return FeedFilter(types, since=since, until=until, hidden_cases=cases)


def queue_events(endpoint: WebhookEndpoint, events: Collection[int]) -> int:
    """Queue events that are not queued for the endpoint yet; return how many events were given."""
    WebhookDelivery.objects.bulk_create(
        [WebhookDelivery(endpoint=endpoint, event_id=pk) for pk in events], ignore_conflicts=True
    )
    return len(events)


@transaction.atomic
def send_test_event(endpoint_id: int, *, acting_user: User) -> WebhookDelivery:
    """Send an event of its own to the endpoint, whatever types it has chosen. Raises NotPermitted, WebhookOff."""
    endpoint = _require_on(endpoint_id, acting_user)
    subject = f"webhook {endpoint_id}"
    event = record(EventKind.WEBHOOK_TESTED, actor=acting_user.pk, subject=subject)
    wake_worker(TASK)
    return WebhookDelivery.objects.create(endpoint=endpoint, event=event)


@transaction.atomic
def resend_delivery(pk: int, *, acting_user: User) -> WebhookDelivery:
    """Send a delivery again, now. Raises NotPermitted, WebhookOff, DoesNotExist."""
    require(acting_user, Right.EDIT_WEBHOOKS)
    endpoint_id = WebhookDelivery.objects.values_list("endpoint_id", flat=True).get(pk=pk)
    endpoint = _require_on(endpoint_id, acting_user)
    delivery = WebhookDelivery.objects.select_related("event").get(pk=pk)
    _make_due(endpoint, [delivery.event_id])
    _record_replay(endpoint, [delivery.event_id], acting_user)
    delivery.refresh_from_db()
    return delivery


@transaction.atomic
def replay_range(endpoint_id: int, since: datetime, until: datetime, *, acting_user: User) -> int:
    """Send the endpoint's events of a time range again, at most MOST_REPLAYED, the oldest first; return how many.

    Raises NotPermitted, WebhookOff.
    """
    endpoint = _require_on(endpoint_id, acting_user)
    found = filter_feed(Event.objects.all(), _chosen(endpoint, since, until))
    final = found.filter(xact__lt=str(read_horizon())).order_by("at", "id")
    events = list(final.values_list("pk", flat=True)[:MOST_REPLAYED])
    queue_events(endpoint, events)
    _make_due(endpoint, events)
    _record_replay(endpoint, events, acting_user)
    return len(events)


def _require_on(endpoint_id: int, acting_user: User) -> WebhookEndpoint:
    require(acting_user, Right.EDIT_WEBHOOKS)
    endpoint = lock_endpoint(endpoint_id)
    if not endpoint.is_on:
        raise WebhookOff
    return endpoint


def _make_due(endpoint: WebhookEndpoint, events: Iterable[int]) -> None:
    """Make finished and failing deliveries due now; one that is being sent right now is sent once more at most."""
    now = timezone.now()
    found = WebhookDelivery.objects.filter(endpoint=endpoint, event__in=events)
    found.update(state=_STATE.WAITING, queued_at=now, next_at=now, ended_at=None, attempts=0)


def _record_replay(endpoint: WebhookEndpoint, events: list[int], acting_user: User) -> None:
    data = {"name": endpoint.name, "deliveries": len(events)}
    if events:
        data |= {"first": min(events), "last": max(events)}
    subject = f"webhook {endpoint.pk}"
    record(EventKind.WEBHOOK_REPLAYED, actor=acting_user.pk, subject=subject, data=data)
    wake_worker(TASK)
