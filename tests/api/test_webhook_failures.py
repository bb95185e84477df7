"""Deliveries that fail: tried again, given up; endpoints that are switched off."""

from datetime import timedelta

import pytest
from django.core import mail
from django.utils import timezone

from accounts.models.mail import Mail
from api.models import WebhookAttempt, WebhookDelivery, WebhookSecret
from api.services.webhook_delivery import claim_due, record_answer
from api.values.webhook_retries import GIVE_UP_AFTER, LONGEST_RETRY, retry_delay
from journal.models import Event, EventKind
from tests.api.webhooks import (
    TIMEOUT,
    FakeTransport,
    answered,
    endpoint,
    paid,
    queued,
    send_all,
)

pytestmark = pytest.mark.database


NOW = timezone.now


def test_a_failure_is_tried_again_until_the_receiver_recovers(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    one, _key = endpoint()
    (delivery,) = queued(one)
    transport = FakeTransport([answered(500, "sorry"), TIMEOUT, answered(200, "ok")])
    now = NOW()
    for attempts in (1, 2):
        assert send_all(transport, monkeypatch, now) == 1
        delivery.refresh_from_db()
        assert (delivery.state, delivery.attempts) == ("waiting", attempts)
        assert delivery.next_at > now
        assert send_all(transport, monkeypatch, now) == 0
        now = delivery.next_at
    assert send_all(transport, monkeypatch, now) == 1
    delivery.refresh_from_db()
    assert (delivery.state, delivery.attempts, delivery.ended_at) == ("delivered", 3, now)
    told = WebhookAttempt.objects.order_by("id").values_list("status", "failure", "answer")
    assert list(told) == [(500, "status", "sorry"), (None, "timeout", ""), (200, "", "ok")]
    assert len({request.headers["webhook-id"] for request in transport.sent}) == 1
    one.refresh_from_db()
    assert one.failing_since is None


def test_pauses_double_up_to_hours_with_jitter() -> None:
    middle = [retry_delay(attempts, 0.5) for attempts in range(1, 40)]
    assert middle[:3] == [timedelta(seconds=15), timedelta(seconds=30), timedelta(seconds=60)]
    assert middle[-1] == LONGEST_RETRY
    assert retry_delay(1, 0) < middle[0] < retry_delay(1, 1)


@pytest.mark.parametrize(
    ("asked", "waited"),
    [
        (timedelta(hours=1), timedelta(hours=1)),
        (timedelta(days=30), LONGEST_RETRY),
        (timedelta(0), None),
    ],
)
def test_a_receiver_that_asks_for_a_pause_gets_it_within_bounds(
    monkeypatch: pytest.MonkeyPatch, asked: timedelta, waited: timedelta | None
) -> None:
    one, _key = endpoint()
    (delivery,) = queued(one)
    now = NOW()
    send_all(FakeTransport([answered(503, retry_after=asked)]), monkeypatch, now)
    delivery.refresh_from_db()
    if waited is None:  # never earlier than without it
        assert delivery.next_at - now >= retry_delay(1, 0)
    else:
        assert delivery.next_at - now == waited


def test_410_switches_the_endpoint_off_and_tells_its_owner(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    one, _key = endpoint()
    (delivery,) = queued(one)
    transport, before = FakeTransport([answered(410)]), Mail.objects.count()
    now = NOW()
    send_all(transport, monkeypatch, now)
    one.refresh_from_db()
    delivery.refresh_from_db()
    assert (one.off, delivery.state) == ("gone", "waiting")
    event = Event.objects.get(kind=EventKind.WEBHOOK_FAILED)
    assert (event.subject, event.severity, event.data["state"]) == (
        f"webhook {one.pk}",
        "alarm",
        "gone",
    )
    assert Mail.objects.count() + len(mail.outbox) == before + 1
    assert send_all(transport, monkeypatch, now + timedelta(days=1)) == 0


def test_three_days_of_failure_switch_off_and_one_success_does_not(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    one, _key = endpoint()
    (first,) = queued(one)
    begin = first.next_at
    transport = FakeTransport([answered(503), answered(204), answered(503)])
    send_all(transport, monkeypatch, begin)  # fails
    late = begin + timedelta(days=1)
    send_all(transport, monkeypatch, late)  # succeeds
    (*_delivered, delivery) = queued(one, paid(2))
    WebhookDelivery.objects.filter(pk=delivery.pk).update(queued_at=late)
    send_all(transport, monkeypatch, late)  # fails, from here on
    send_all(transport, monkeypatch, late + GIVE_UP_AFTER - timedelta(minutes=1))
    one.refresh_from_db()
    assert one.is_on
    assert send_all(transport, monkeypatch, late + GIVE_UP_AFTER) == 1
    one.refresh_from_db()
    assert one.off == "failing"
    assert Event.objects.filter(kind=EventKind.WEBHOOK_FAILED).count() == 1


def test_a_delivery_that_always_fails_is_given_up_beside_others_that_succeed(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    one, _key = endpoint()
    (delivery,) = queued(one)
    begin = delivery.queued_at
    send_all(FakeTransport([answered(500)]), monkeypatch, begin + GIVE_UP_AFTER)
    delivery.refresh_from_db()
    one.refresh_from_db()
    assert (delivery.state, one.is_on) == ("given_up", True)


def test_a_worker_that_dies_leaves_the_delivery_to_the_next(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    one, _key = endpoint()
    (delivery,) = queued(one)
    now = NOW()
    assert [claimed.pk for claimed in claim_due(now)] == [delivery.pk]
    assert claim_due(now) == []  # it is being sent
    transport = FakeTransport()
    assert send_all(transport, monkeypatch, now + timedelta(minutes=5)) == 1
    delivery.refresh_from_db()
    assert delivery.state == "delivered"


def test_a_late_failure_does_not_undo_a_delivery(monkeypatch: pytest.MonkeyPatch) -> None:
    one, _key = endpoint()
    (delivery,) = queued(one)
    now = NOW()
    (claimed,) = claim_due(now)
    send_all(FakeTransport(), monkeypatch, now + timedelta(minutes=5))
    record_answer(claimed, TIMEOUT, now + timedelta(minutes=6))
    delivery.refresh_from_db()
    assert (delivery.state, delivery.attempts) == ("delivered", 2)


def test_a_slow_endpoint_does_not_hold_up_others() -> None:
    slow, _key = endpoint(name="slow")
    quick, _key = endpoint(name="quick")
    events = [paid(number) for number in range(40)]
    queued(slow, *events)
    queued(quick, events[0])
    claimed = [one.endpoint_id for one in claim_due(NOW())]
    assert quick.pk in claimed
    assert claimed.count(slow.pk) == 5


def test_an_unreadable_secret_is_an_alarm_and_does_not_hold_up_others(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    broken, _key = endpoint(name="broken")
    sound, _key = endpoint(name="sound")
    for one in (broken, sound):
        queued(one)
    until = NOW() + timedelta(hours=1)
    WebhookSecret.objects.create(
        endpoint=broken, algorithm="hmac", sealed=b"nonsense", expires_at=until
    )
    assert send_all(FakeTransport(), monkeypatch, NOW()) == 1
    assert [one.deliveries.get().state for one in (broken, sound)] == ["waiting", "delivered"]
    assert Event.objects.filter(kind=EventKind.PROGRAM_ERROR).count() == 1
