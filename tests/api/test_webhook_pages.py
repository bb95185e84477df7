"""Pages of webhooks: endpoints, secrets shown once, deliveries, networks that two people allow."""

import re
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone
from pytest_django import Settings

from accounts.roles.values import Right, Role
from api.models import WebhookDelivery, WebhookEndpoint, WebhookNetwork, WebhookSecret
from api.selectors.webhooks import listed_networks, read_key
from api.services.webhook_endpoints import switch_endpoint
from api.services.webhook_queue import queue_events
from api.values import event_types
from api.values.scopes import Scope
from journal.models import Event, EventKind
from reports.dashboard.words.work_queue import count_queues
from tests.accounts.staff import inside, staff
from tests.api.webhooks import (
    URL,
    FakeTransport,
    administrator,
    answered,
    endpoint,
    everything_final,
    list_network,
    paid,
    send_all,
)

pytestmark = pytest.mark.database
GIVEN = {"name": "CRM", "url": URL, "algorithm": "hmac", "types": ["withdrawal_paid"]}


@pytest.fixture
def client() -> Client:
    return inside(administrator())


def send(client: Client, page: str, pk: int = 0, /, **given: Any) -> Any:
    return client.post(reverse(f"webhooks:{page}", args=[pk] if pk else []), given)


def read(client: Client, name: str, pk: int = 0, query: str = "") -> str:
    answer = client.get(reverse(f"webhooks:{name}", args=[pk] if pk else []) + query)
    assert answer.status_code == 200
    return str(answer.content.decode())


def test_a_secret_is_shown_once(client: Client) -> None:
    answer = send(client, "new", **GIVEN)
    (shown,) = re.findall(r"whsec_[\w+/=]+", answer.content.decode())
    one = WebhookEndpoint.objects.get()
    assert read_key(one.secrets.get()).secret == shown
    assert (one.url, one.types, one.owner) == (URL, ["withdrawal_paid"], administrator())
    for name, pk in (("list", 0), ("endpoint", one.pk), ("change", one.pk)):
        assert shown not in read(client, name, pk)
    assert "no-store" in answer["Cache-Control"]
    event = Event.objects.get(kind=EventKind.WEBHOOK_ADDED)
    assert shown not in str(event.data)


@pytest.mark.parametrize(
    ("changed", "field"),
    [
        ({"url": "http://hooks.example.test/"}, "url"),
        ({"url": "https://ana:secret@hooks.example.test/"}, "url"),
        ({"url": "x"}, "url"),
        ({"types": []}, "types"),
        ({"types": ["nothing"]}, "types"),
        ({"name": ""}, "name"),
        ({"name": "taken"}, "name"),
        ({"algorithm": "none"}, "algorithm"),
    ],
)
def test_a_wrong_entry_is_named_and_adds_nothing(
    client: Client, changed: dict[str, Any], field: str
) -> None:
    endpoint(name="taken")
    answer = send(client, "new", **{**GIVEN, **changed})
    assert answer.status_code == 422
    assert answer.context["form"].errors.keys() == {field}
    assert WebhookEndpoint.objects.count() == WebhookSecret.objects.count() == 1


def test_a_demo_takes_an_address_without_encryption(client: Client, settings: Settings) -> None:
    settings.WEBHOOKS_OVER_HTTP = True
    send(client, "new", **{**GIVEN, "url": "http://127.0.0.1:9000/"})
    assert WebhookEndpoint.objects.get().url == "http://127.0.0.1:9000/"


def test_all_types_are_those_that_no_further_scope_needs(
    client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    scopes = {EventKind.WITHDRAWAL_HELD: Scope.LEDGER_READ}
    monkeypatch.setattr(event_types, "REQUIRED_SCOPES", scopes)
    send(client, "new", **{**GIVEN, "every": "on", "types": []})
    one = WebhookEndpoint.objects.get()
    assert set(one.types) == set(EventKind) - {EventKind.WITHDRAWAL_HELD}
    answer = send(client, "change", one.pk, **{**GIVEN, "types": ["withdrawal_held"]})
    assert answer.status_code == 422


def test_an_endpoint_is_changed(client: Client) -> None:
    one, _key = endpoint()
    assert "withdrawal_paid" in read(client, "change", one.pk)
    other = {"name": "Warehouse", "url": f"{URL}/2", "types": ["table_opened"]}
    assert send(client, "change", one.pk, **other).status_code == 303
    one.refresh_from_db()
    assert (one.name, one.url, one.types) == ("Warehouse", f"{URL}/2", ["table_opened"])
    assert one.secrets.count() == 1


def test_an_endpoint_is_switched_off_and_on_with_a_reason(client: Client) -> None:
    one, _key = endpoint()
    assert send(client, "switch", one.pk, to="off", reason=" ").status_code == 422
    assert send(client, "switch", one.pk, to="off", reason="a drill").status_code == 303
    one.refresh_from_db()
    assert one.off == "staff"
    for name in ("test", "replay"):
        given = {"since": "2026-01-01T00:00", "until": "2026-01-02T00:00"}
        assert send(client, name, one.pk, **given).status_code == 409
    assert not WebhookDelivery.objects.exists()
    send(client, "switch", one.pk, to="on", reason="done")
    one.refresh_from_db()
    assert one.is_on


def test_a_rotated_secret_is_shown_once_and_a_public_key_stays(client: Client) -> None:
    one, _key = endpoint()
    answer = send(client, "rotate", one.pk, algorithm="ed25519").content.decode()
    public = one.secrets.latest("pk").public
    assert public in answer
    assert "whsk_" not in answer
    page = read(client, "endpoint", one.pk)
    assert public in page
    assert "signs until" in page


def test_the_page_shows_deliveries_payload_and_answers(
    client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    one, _key = endpoint()
    event = paid(12)
    queue_events(one, [event.pk])
    send_all(FakeTransport([answered(500, "<b>sorry</b>")]), monkeypatch, timezone.now())
    delivery = one.deliveries.get()
    page = read(client, "endpoint", one.pk)
    assert f"E-{event.pk:06d}" in page
    assert ">500<" in page
    assert f"E-{event.pk:06d}" not in read(client, "endpoint", one.pk, "?state=delivered")
    page = read(client, "delivery", delivery.pk)
    assert "W-000012" in page
    assert "&lt;b&gt;sorry&lt;/b&gt;" in page
    assert "Ana" not in page
    assert send(client, "resend", delivery.pk).status_code == 303
    delivery.refresh_from_db()
    assert (delivery.state, delivery.attempts) == ("waiting", 0)


def test_a_test_event_and_a_range_are_sent_from_the_page(
    client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    one, _key = endpoint()
    event = paid()
    assert send(client, "test", one.pk).status_code == 303
    assert [row.event.kind for row in one.deliveries.all()] == ["webhook_tested"]
    day = event.at.date().isoformat()
    with everything_final(monkeypatch):
        given = {"since": f"{day}T00:00", "until": f"{day}T23:59"}
        assert send(client, "replay", one.pk, **given).status_code == 303
    assert one.deliveries.filter(event=event).exists()
    wrong = send(client, "replay", one.pk, since=f"{day}T10:00", until=f"{day}T09:00")
    assert wrong.status_code == 422
    assert wrong.context["replay_form"].errors.keys() == {"until"}


def test_a_network_is_listed_by_two_people_and_ended_by_one(client: Client) -> None:
    wrong = send(client, "propose_network", network="0.0.0.0/0", reason="all of it")
    assert wrong.context["network_form"].errors.keys() == {"network"}
    assert not WebhookNetwork.objects.exists()
    assert send(client, "propose_network", network="10.1.0.0/16", reason="CRM").status_code == 303
    row = WebhookNetwork.objects.get()
    assert [one.count for one in count_queues({Right.VIEW_WEBHOOKS})] == [1]
    own = send(client, "decide_network", row.pk, verdict="approve", reason="mine")
    assert own.status_code == 403
    assert listed_networks() == []
    other = inside(staff(Role.COMPLIANCE_MANAGER))
    send(other, "decide_network", row.pk, verdict="approve", reason="seen")
    assert [str(one) for one in listed_networks()] == ["10.1.0.0/16"]
    assert "10.1.0.0/16" in read(other, "networks")
    assert send(other, "end_network", row.pk, reason=" ").status_code == 422
    assert send(client, "end_network", row.pk, reason="moved").status_code == 303
    assert listed_networks() == []
    kinds = Event.objects.filter(kind__startswith="webhook_network").order_by("id")
    assert [event.kind.removeprefix("webhook_network_") for event in kinds] == [
        "proposed",
        "decided",
        "ended",
    ]


def test_a_refused_network_is_not_listed(client: Client) -> None:
    list_network("10.2.0.0/16")
    send(client, "propose_network", network="10.1.0.0/16", reason="CRM")
    row = WebhookNetwork.objects.latest("pk")
    manager = inside(staff(Role.COMPLIANCE_MANAGER))
    send(manager, "decide_network", row.pk, verdict="refuse", reason="too wide")
    assert [str(one) for one in listed_networks()] == ["10.2.0.0/16"]


def test_an_endpoint_that_failed_says_so(client: Client) -> None:
    one, _key = endpoint()
    switch_endpoint(one.pk, on=False, reason="a drill", acting_user=administrator())
    assert "switched off by staff" in read(client, "list")


def test_lists_cost_the_same_queries_however_long(
    client: Client, django_assert_max_num_queries: Any
) -> None:
    for number in range(4):
        one, _key = endpoint(name=f"CRM {number}")
        queue_events(one, [paid(number * 10 + n).pk for n in range(5)])
    with django_assert_max_num_queries(12):
        read(client, "list")
    with django_assert_max_num_queries(14):
        read(client, "endpoint", one.pk)
