"""The whole way of an event to a receiver over TLS."""

from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path

import pytest
from django.utils import timezone
from pytest_django import Settings

from api import tasks
from api.selectors.webhooks import find_endpoint
from api.services import webhook_http
from tests.api.receivers import (
    HOST,
    Receiver,
    answer_with,
    is_signed_by_secret,
)
from tests.api.test_webhook_http import lead
from tests.api.webhooks import (
    endpoint,
    list_network,
    paid,
)
from tests.threads import Running
from tests.waiting import wait_for_horizon

pytestmark = pytest.mark.database


NOW = timezone.now


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
