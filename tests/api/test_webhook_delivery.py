"""Deliveries: signed, at least once, tried again, given up; endpoints that fail are switched off."""

import json
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from cryptography.exceptions import InvalidSignature
from django.core import mail
from django.db import IntegrityError, connection, transaction
from django.utils import timezone
from pytest_django import Settings

from accounts.models.mail import Mail
from api import tasks
from api.models import WebhookAttempt, WebhookDelivery, WebhookEndpoint, WebhookSecret
from api.selectors.event_documents import build_event_document
from api.selectors.webhooks import find_endpoint
from api.services import webhook_http
from api.services.webhook_delivery import claim_due, record_answer
from api.services.webhook_endpoints import OVERLAP, rotate_secret, switch_endpoint
from api.services.webhook_queue import (
    queue_events,
    queue_new_events,
    replay_range,
    resend_delivery,
    send_test_event,
)
from api.services.webhook_retention import delete_old_deliveries
from api.values.webhook_keys import SigningAlgorithm
from api.values.webhook_retries import GIVE_UP_AFTER, LONGEST_RETRY, retry_delay
from journal.models import Event, EventKind
from journal.services.recording import record
from tests.api.receivers import (
    HOST,
    Message,
    Receiver,
    answer_with,
    is_signed_by_secret,
    verify_public_key,
)
from tests.api.test_webhook_http import lead
from tests.api.webhooks import (
    TIMEOUT,
    FakeTransport,
    administrator,
    answered,
    endpoint,
    everything_final,
    list_network,
    paid,
    send_all,
)
from tests.threads import Running
from tests.waiting import wait_for_horizon

pytestmark = pytest.mark.database
NOW = timezone.now


def queued(one: WebhookEndpoint, *events: Event) -> list[WebhookDelivery]:
    """Queue these events, or a new one; return their deliveries."""
    queue_events(one, [event.pk for event in events or (paid(),)])
    return list(one.deliveries.order_by("id"))


def message_of(transport: FakeTransport) -> Message:
    request = transport.sent[-1]
    return Message("", request.headers, request.body)


def test_new_events_of_the_chosen_types_are_queued_once(monkeypatch: pytest.MonkeyPatch) -> None:
    before = paid()
    with everything_final(monkeypatch):
        one, _key = endpoint(EventKind.WITHDRAWAL_PAID, EventKind.TABLE_OPENED)
        WebhookEndpoint.objects.filter(pk=one.pk).update(position_xact="3")
        record(EventKind.TABLE_CLOSED, subject="table ligalo")
        assert queue_new_events() == 1
        assert queue_new_events() == 0
    assert [row.event_id for row in one.deliveries.all()] == [before.pk]


def test_events_before_the_endpoint_and_while_it_is_off_are_not_queued(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    with everything_final(monkeypatch):
        one, _key = endpoint()
        assert queue_new_events() == 0
        switch_endpoint(one.pk, on=False, reason="a drill", acting_user=administrator())
        paid()
        assert queue_new_events() == 0
        WebhookEndpoint.objects.filter(pk=one.pk).update(position_xact="3")
        switch_endpoint(one.pk, on=True, reason="done", acting_user=administrator())
        assert queue_new_events() == 0
    assert not one.deliveries.exists()


def test_a_message_is_the_event_of_the_feed_signed_with_the_secret(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    one, key = endpoint()
    (delivery,) = queued(one)
    transport, now = FakeTransport(), NOW()
    assert send_all(transport, monkeypatch, now) == 1
    message = message_of(transport)
    assert json.loads(message.body) == build_event_document(delivery.event)
    assert message.headers["webhook-id"] == f"E-{delivery.event_id:06d}"
    assert message.headers["webhook-timestamp"] == str(int(now.timestamp()))
    assert key.secret.startswith("whsec_")
    assert is_signed_by_secret(message, key.secret)
    assert not is_signed_by_secret(message, "whsec_" + "A" * 43 + "=")
    altered = Message("", message.headers, message.body.replace(b"12.50", b"99.50"))
    assert not is_signed_by_secret(altered, key.secret)


def test_ed25519_is_verified_with_the_public_key(monkeypatch: pytest.MonkeyPatch) -> None:
    one, key = endpoint(algorithm=SigningAlgorithm.ED25519)
    queued(one)
    transport = FakeTransport()
    send_all(transport, monkeypatch, NOW())
    message = message_of(transport)
    verify_public_key(message, key.public)
    with pytest.raises(InvalidSignature):
        verify_public_key(Message("", message.headers, b"{}"), key.public)


def test_both_secrets_sign_while_one_is_replaced(monkeypatch: pytest.MonkeyPatch) -> None:
    one, old = endpoint()
    _endpoint, new = rotate_secret(one.pk, SigningAlgorithm.ED25519, acting_user=administrator())
    (delivery,) = queued(one)
    transport, now = FakeTransport([TIMEOUT]), NOW()
    send_all(transport, monkeypatch, now)
    assert is_signed_by_secret(message_of(transport), old.secret)
    verify_public_key(message_of(transport), new.public)
    delivery.refresh_from_db()
    send_all(transport, monkeypatch, now + OVERLAP + timedelta(minutes=1))
    assert len(transport.sent) == 2
    assert not is_signed_by_secret(message_of(transport), old.secret)
    verify_public_key(message_of(transport), new.public)


def test_a_third_secret_ends_the_first_at_once() -> None:
    one, _key = endpoint()
    for _time in range(2):
        rotate_secret(one.pk, SigningAlgorithm.HMAC, acting_user=administrator())
    ends = list(WebhookSecret.objects.order_by("id").values_list("expires_at", flat=True))
    assert ends[0] is not None
    assert ends[0] <= NOW()
    assert ends[1] is not None
    assert ends[1] > NOW()
    assert ends[2] is None


def test_secrets_are_stored_encrypted() -> None:
    _one, key = endpoint()
    with connection.cursor() as cursor:
        cursor.execute("SELECT t::text FROM api_webhooksecret t")
        ((row,),) = cursor.fetchall()
        cursor.execute(
            "SELECT after::text FROM journal_alteration WHERE table_name = 'api_webhooksecret'"
        )
        ((noted,),) = cursor.fetchall()
    for written in (key.secret, key.secret.removeprefix("whsec_").rstrip("=")):
        assert written not in row
        assert written.encode().hex() not in row
    assert "•" in noted


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


def test_a_test_event_goes_to_its_endpoint_whatever_types_it_has(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    one, key = endpoint()
    endpoint(name="other")
    delivery = send_test_event(one.pk, acting_user=administrator())
    transport = FakeTransport()
    assert send_all(transport, monkeypatch, NOW()) == 1
    assert json.loads(transport.sent[0].body)["type"] == "webhook_tested"
    assert is_signed_by_secret(message_of(transport), key.secret)
    assert delivery.endpoint_id == one.pk


def test_a_delivery_and_a_range_are_sent_again_with_the_same_id(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    one, _key = endpoint()
    other, _key = endpoint(name="other")
    missed, event = paid(1), paid(2)
    (delivery,) = queued(one, event)
    transport, now = FakeTransport(), NOW()
    send_all(transport, monkeypatch, now)
    resend_delivery(delivery.pk, acting_user=administrator())
    assert send_all(transport, monkeypatch, NOW()) == 1
    since, until = event.at - timedelta(hours=1), event.at + timedelta(hours=1)
    with everything_final(monkeypatch):
        assert replay_range(one.pk, since, until, acting_user=administrator()) == 2
        assert replay_range(one.pk, until, until, acting_user=administrator()) == 0
    assert send_all(transport, monkeypatch, NOW()) == 2
    ids = [request.headers["webhook-id"] for request in transport.sent]
    number = f"E-{event.pk:06d}"
    assert ids.count(number) == 3
    assert set(ids) == {number, f"E-{missed.pk:06d}"}
    assert not other.deliveries.exists()
    noted = Event.objects.filter(kind=EventKind.WEBHOOK_REPLAYED).order_by("id")
    assert [one.data["deliveries"] for one in noted] == [1, 2, 0]


def test_an_event_is_queued_once_for_an_endpoint() -> None:
    one, _key = endpoint()
    event = paid()
    queued(one, event)
    queued(one, event)
    assert one.deliveries.count() == 1
    with pytest.raises(IntegrityError), transaction.atomic():
        WebhookDelivery.objects.create(endpoint=one, event=event)


def test_old_deliveries_are_deleted_with_their_attempts(
    monkeypatch: pytest.MonkeyPatch, settings: Settings
) -> None:
    one, _key = endpoint()
    queued(one, paid(1))
    send_all(FakeTransport(), monkeypatch, NOW())
    queued(one, paid(2))
    assert delete_old_deliveries(NOW() + timedelta(days=settings.WEBHOOK_DAYS - 1)) == 0
    assert delete_old_deliveries(NOW() + timedelta(days=settings.WEBHOOK_DAYS + 1)) == 1
    assert [row.state for row in one.deliveries.all()] == ["waiting"]
    assert not WebhookAttempt.objects.exists()


@pytest.fixture
def receiver(
    tmp_path: Path, settings: Settings, monkeypatch: pytest.MonkeyPatch
) -> Iterator[Receiver]:
    receiver = Receiver(tmp_path)
    settings.WEBHOOK_CA_FILE = receiver.ca_file
    lead(monkeypatch, "127.0.0.1")
    yield receiver
    receiver.close()
    webhook_http.load_tls_context.cache_clear()


@pytest.mark.committed
def test_from_the_event_to_the_receiver_while_two_workers_run(receiver: Receiver) -> None:
    """The receiver fails, recovers, and gets each event once: nobody has died."""
    list_network()
    one, key = endpoint(url=receiver.url)
    receiver.answer = answer_with(500)
    events = [paid(number) for number in range(1, 4)]

    def run_twice() -> None:
        for run in [Running(tasks.send_webhooks), Running(tasks.send_webhooks)]:
            run.result()

    wait_for_horizon(
        lambda: one.deliveries.filter(attempts__gt=0).count() == 3, meanwhile=run_twice
    )
    failed = find_endpoint(one.pk)
    assert failed
    assert failed.failing_since
    assert getattr(failed, "waiting", None) == 3
    assert {row.state for row in one.deliveries.all()} == {"waiting"}
    receiver.answer, receiver.messages = answer_with(200), []
    one.deliveries.update(next_at=datetime(2026, 1, 1, tzinfo=UTC))
    run_twice()
    assert {row.state for row in one.deliveries.all()} == {"delivered"}
    ids = sorted(message.headers["webhook-id"] for message in receiver.messages)
    assert ids == [f"E-{event.pk:06d}" for event in events]
    assert all(is_signed_by_secret(message, key.secret) for message in receiver.messages)
    assert {message.headers["host"] for message in receiver.messages} == {f"{HOST}:{receiver.port}"}
