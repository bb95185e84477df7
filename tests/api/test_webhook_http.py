"""One request to a receiver: only to the address that was checked, over verified TLS, with limits of time and size."""

import socket
import time
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from ipaddress import ip_network
from pathlib import Path
from threading import Event
from typing import Any

import pytest
from pytest_django import Settings

from api.services import webhook_http
from api.services.webhook_http import MOST_BYTES, WebhookRequest, send_webhook
from api.values.webhook_addresses import WebhookAddress
from api.values.webhook_answers import DeliveryFailure, WebhookAnswer
from api.values.webhook_networks import is_public, parse_address, parse_network
from api.values.webhook_retries import parse_retry_after
from tests.api.receivers import (
    HOST,
    Receiver,
    answer_with,
    babble,
    closed_port,
    drip,
    flood,
    hang,
)

LOOPBACK = (ip_network("127.0.0.0/8"),)


@pytest.fixture(scope="module")
def shared(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Receiver]:
    receiver = Receiver(tmp_path_factory.mktemp("receiver"))
    yield receiver
    receiver.close()


@pytest.fixture
def receiver(shared: Receiver, settings: Settings, monkeypatch: pytest.MonkeyPatch) -> Receiver:
    """Return the receiver; its host's name leads to loopback."""
    settings.WEBHOOK_CA_FILE = shared.ca_file
    lead(monkeypatch, "127.0.0.1")
    shared.answer, shared.messages = answer_with(204), []
    shared.leave = Event()
    return shared


def lead(monkeypatch: pytest.MonkeyPatch, *addresses: str) -> list[str]:
    """Let every name lead to these addresses; return the names that are asked for."""
    asked: list[str] = []

    def resolve(host: str, _port: int, **_more: Any) -> list[Any]:
        asked.append(host)
        return [(None, None, 0, "", (one, 0)) for one in addresses]

    monkeypatch.setattr(socket, "getaddrinfo", _only_names(resolve))
    return asked


def _only_names(resolve: Any) -> Any:
    real = socket.getaddrinfo

    def getaddrinfo(host: Any, port: Any, *args: Any, **more: Any) -> Any:
        numeric = str(host).replace(".", "").isdigit() or ":" in str(host)
        return real(host, port, *args, **more) if numeric else resolve(host, port, **more)

    return getaddrinfo


def send(
    receiver: Receiver, networks: Any = LOOPBACK, url: str = "", seconds: float = 20
) -> WebhookAnswer:
    headers = {"webhook-id": "E-000001"}
    return send_webhook(WebhookRequest(url or receiver.url, headers, b"{}", networks, seconds))


def test_a_message_arrives_with_its_host_path_and_body(
    receiver: Receiver, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked = lead(monkeypatch, "127.0.0.1")
    receiver.answer = answer_with(200, "¡gracias!".encode())
    answer = send(receiver)
    assert (answer.failure, answer.status, answer.text) == ("", 200, "¡gracias!")
    (message,) = receiver.messages
    assert (message.path, message.body) == ("/events?from=ligalo", b"{}")
    assert message.headers["host"] == f"{HOST}:{receiver.port}"
    assert asked == [HOST]  # once: the connection goes to the address that was checked


@pytest.mark.parametrize(
    ("status", "failure"),
    [
        (299, ""),
        (300, "redirect"),
        (308, "redirect"),
        (400, "status"),
        (410, "status"),
        (503, "status"),
    ],
)
def test_only_2xx_is_a_success(receiver: Receiver, status: int, failure: str) -> None:
    receiver.answer = answer_with(status, Location=receiver.url)
    answer = send(receiver)
    assert (answer.failure, answer.status, answer.is_gone) == (failure, status, status == 410)
    assert len(receiver.messages) == 1  # a redirect is not followed


def test_a_huge_answer_is_read_to_its_limit(receiver: Receiver) -> None:
    receiver.answer = flood
    answer = send(receiver)
    assert (answer.is_success, len(answer.text)) == (True, MOST_BYTES)


def test_a_resolver_that_does_not_answer_is_left_in_time(
    receiver: Receiver, monkeypatch: pytest.MonkeyPatch
) -> None:
    leave = Event()
    monkeypatch.setattr(webhook_http, "_list_addresses", lambda _host, _port: leave.wait(30) and [])
    began = time.monotonic()
    assert send(receiver, seconds=0.3).failure == DeliveryFailure.TIMEOUT
    assert time.monotonic() - began < 10
    leave.set()
    assert receiver.messages == []


@pytest.mark.parametrize(
    ("text", "seconds"),
    [
        ("90", 90),
        (" 0 ", 0),
        ("Mon, 01 Jun 2026 12:01:30 GMT", 90),
        ("Mon, 01 Jun 2026 11:59:00 GMT", None),
        *((text, None) for text in ("-5", "1.5", "soon", "", "٣", "9" * 40)),
    ],
)
def test_how_long_a_receiver_asks_to_wait(
    receiver: Receiver, text: str, seconds: int | None
) -> None:
    now = datetime(2026, 6, 1, 12, tzinfo=UTC)
    wait = None if seconds is None else timedelta(seconds=seconds)
    assert parse_retry_after(text, now) == wait
    if text.isascii() and text.strip().isdigit():
        receiver.answer = answer_with(503, Retry_After=text)
        assert send(receiver).retry_after == wait


@pytest.mark.parametrize("slow", [hang, drip])
def test_a_slow_receiver_is_left_in_time(receiver: Receiver, slow: Any) -> None:
    receiver.answer = slow(receiver)
    began = time.monotonic()
    assert send(receiver, seconds=0.3).failure == DeliveryFailure.TIMEOUT
    assert time.monotonic() - began < 10
    receiver.leave.set()


def test_what_is_not_http_is_no_success(receiver: Receiver) -> None:
    receiver.answer = babble
    assert send(receiver).failure == DeliveryFailure.PROTOCOL


def test_a_certificate_for_another_name_or_of_an_unknown_authority_is_refused(
    receiver: Receiver, settings: Settings
) -> None:
    elsewhere = receiver.url.replace(HOST, "other.example.test")
    assert send(receiver, url=elsewhere).failure == DeliveryFailure.TLS
    settings.WEBHOOK_CA_FILE = ""
    assert send(receiver).failure == DeliveryFailure.TLS
    assert receiver.messages == []


def test_nothing_is_sent_to_a_network_that_is_not_listed(
    receiver: Receiver, monkeypatch: pytest.MonkeyPatch
) -> None:
    for addresses in (["127.0.0.1"], ["::ffff:127.0.0.1"], ["127.0.0.1", "127.0.0.2"]):
        lead(monkeypatch, *addresses)
        assert send(receiver, networks=()).failure == DeliveryFailure.NETWORK
    lead(monkeypatch, "127.0.0.1", "10.0.0.1")  # one address of several is enough
    assert send(receiver).failure == DeliveryFailure.NETWORK
    lead(monkeypatch, "::ffff:127.0.0.1")
    assert send(receiver).is_success
    assert len(receiver.messages) == 1


def test_the_machines_own_public_address_is_refused(
    receiver: Receiver, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(webhook_http, "is_public", lambda _address: True)
    assert send(receiver, networks=()).failure == DeliveryFailure.NETWORK
    assert receiver.messages == []


def test_a_name_without_an_address_and_a_closed_port_are_named(
    receiver: Receiver, monkeypatch: pytest.MonkeyPatch
) -> None:
    closed = f"https://{HOST}:{closed_port()}/"
    assert send(receiver, url=closed).failure == DeliveryFailure.CONNECTION
    lead(monkeypatch)
    assert send(receiver).failure == DeliveryFailure.NAME


def test_without_encryption_only_a_demo_sends_and_only_to_listed_loopback(
    receiver: Receiver, settings: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    plain = f"http://{HOST}:{closed_port()}/"
    assert send(receiver, url=plain).failure == DeliveryFailure.NETWORK
    settings.WEBHOOKS_OVER_HTTP = True
    assert send(receiver, url=plain, networks=()).failure == DeliveryFailure.NETWORK
    assert send(receiver, url=plain).failure == DeliveryFailure.CONNECTION
    lead(monkeypatch, "10.0.0.1")
    assert send(receiver, (ip_network("10.0.0.0/8"),), plain).failure == DeliveryFailure.NETWORK


@pytest.mark.parametrize(
    "text",
    [
        "0.0.0.0",  # noqa: S104 - not bound, refused
        *("10.1.2.3", "100.64.0.1", "127.0.0.1", "169.254.169.254", "172.16.0.1"),
        *("192.168.0.1", "192.0.2.1", "198.18.0.1", "224.0.0.1", "240.0.0.1", "255.255.255.255"),
        *("::", "::1", "::ffff:10.0.0.1", "::ffff:169.254.169.254", "::7f00:1", "fe80::1%eth0"),
        *("fc00::1", "fd00:ec2::254", "fec0::1", "ff02::1", "2001:db8::1", "64:ff9b::a00:1"),
        *("2002:a00:1::", "2001:0:a00::1", "192.88.99.1", "64:ff9b:1::a00:1"),
        *("::ffff:0:10.0.0.1", "100:0:0:1::1", "3fff::1", "4000::1", "5f00::1"),
    ],
)
def test_addresses_that_are_not_public(text: str) -> None:
    assert not is_public(parse_address(text))


@pytest.mark.parametrize("text", ["1.1.1.1", "::ffff:1.1.1.1", "2606:4700::1111"])
def test_public_addresses(text: str) -> None:
    assert is_public(parse_address(text))


@pytest.mark.parametrize(
    "text", ["", "10.0.0.0/7", "0.0.0.0/0", "::/0", "10.0.0.1/8", "fd00::/16", "x"]
)
def test_networks_that_cannot_be_listed(text: str) -> None:
    assert parse_network(text) is None
    assert str(parse_network(" 10.1.0.0/16 ")) == "10.1.0.0/16"


@pytest.mark.parametrize(
    "url",
    [
        *("", "hooks.example.test", "ftp://hooks.example.test/", "https://", "https:///x"),
        *("https://ana@hooks.example.test/", "https://hooks.example.test:0/", "https://h:99999/"),
        *("https://hooks.example.test/#a", "https://hooks.example.test/a b", "https://[::1/"),
        *("https://hooks.example.test/\r\nX: 1", "https://ñandú.example/"),
    ],
)
def test_malformed_addresses(url: str) -> None:
    assert WebhookAddress.parse(url) is None


def test_the_parts_of_an_address() -> None:
    address = WebhookAddress.parse("https://[2606:4700::1]?a=1")
    assert address
    assert (address.host, address.port, address.path) == ("2606:4700::1", 443, "/?a=1")
    assert address.authority == "[2606:4700::1]"


def test_the_authority_file_is_not_needed(tmp_path: Path) -> None:
    assert webhook_http.load_tls_context("").check_hostname
    with pytest.raises(FileNotFoundError):
        webhook_http.load_tls_context(str(tmp_path / "none.pem"))
