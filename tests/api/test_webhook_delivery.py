"""Deliveries: queued once, signed, sent again on request, deleted when they are old."""

import json
from datetime import timedelta

import pytest
from cryptography.exceptions import InvalidSignature
from django.db import IntegrityError, connection, transaction
from django.utils import timezone
from pytest_django import Settings

from api.models import WebhookAttempt, WebhookDelivery, WebhookEndpoint, WebhookSecret
from api.selectors.event_documents import build_event_document
from api.services.webhook_endpoints import OVERLAP, rotate_secret, switch_endpoint
from api.services.webhook_queue import (
    queue_new_events,
    replay_range,
    resend_delivery,
    send_test_event,
)
from api.services.webhook_retention import delete_old_deliveries
from api.values.webhook_keys import SigningAlgorithm
from journal.models import Event, EventKind
from journal.services.recording import record
from tests.api.receivers import (
    Message,
    is_signed_by_secret,
    verify_public_key,
)
from tests.api.webhooks import (
    TIMEOUT,
    FakeTransport,
    administrator,
    endpoint,
    everything_final,
    message_of,
    paid,
    queued,
    send_all,
)

pytestmark = pytest.mark.database


NOW = timezone.now


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
