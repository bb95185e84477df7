"""The generic adapter from end to end: the site, and a provider's real HTTP server with its payment page."""

import socket
import time
from collections.abc import Iterator, Mapping
from contextlib import suppress
from threading import Event as Flag, Thread
from urllib.parse import urlsplit
from uuid import uuid4

import pytest
import requests
from django.test import Client
from django.urls import reverse
from django.utils import timezone
from pytest_django import Settings

from accounts.roles.values import Role
from journal.models import Event
from tests.accounts.staff import staff
from tests.wallet.cash import HOUR, account, checked, just_now, person
from tests.wallet.ledger import funded, refused, rows, usd
from tools.payments.sandbox import HostedSandbox, run_sandbox
from wallet.cash.models import Deposit, Withdrawal
from wallet.cash.services import deposits, provider_comparison, withdrawals
from wallet.ledger.selectors.funds import balance
from wallet.providers.refusals import ProviderDeclined, ProviderUnreachable, StatementUnreadable
from wallet.providers.services import hosted
from wallet.providers.services.hosted import HostedProvider
from wallet.providers.values import PaymentStatus

pytestmark = pytest.mark.database
SECRET = "only for tests: the hosted provider's"


@pytest.fixture
def bank(settings: Settings) -> Iterator[HostedSandbox]:
    """A configured provider `bank`, whose server runs."""
    plain = HostedProvider("bank", {"SECRET": SECRET, "URL": "http://127.0.0.1:1"})
    with run_sandbox(plain) as sandbox:
        url = f"http://127.0.0.1:{sandbox.server.server_address[1]}"
        path = "wallet.providers.services.hosted.HostedProvider"
        settings.PAYMENT_PROVIDERS = {"bank": path}
        options = {"SECRET": SECRET, "URL": url, "LABEL": "Banco Uno"}
        settings.PAYMENT_OPTIONS = {**settings.PAYMENT_OPTIONS, "bank": options}
        yield sandbox


def deliver(sandbox: HostedSandbox) -> list[int]:
    """Post the server's callbacks to the site and return the answers."""
    return [
        Client()
        .post(
            reverse("wallet:callback", args=["bank"]),
            one.body,
            content_type="application/json",
            headers=dict(one.headers),
        )
        .status_code
        for one in sandbox.take_callbacks()
    ]


def without_events() -> Mapping[str, object]:
    return {table: lines for table, lines in rows().items() if table != "journal_event"}


def begin(text: str = "25.00") -> deposits.StartedDeposit:
    return deposits.begin_deposit(person(), usd(text), key=uuid4(), provider="bank")


def test_player_pays_on_the_page_of_the_provider(bank: HostedSandbox) -> None:
    started = begin()
    assert started.address is not None
    path = urlsplit(started.address).path
    page = f"http://127.0.0.1:{bank.server.server_address[1]}{path}"

    assert "25.00" in requests.get(page, timeout=5).text
    assert requests.post(page, data={"status": "paid"}, timeout=5).status_code == 200

    assert deliver(bank) == [200]
    started.deposit.refresh_from_db()
    assert started.deposit.state == "credited"
    assert balance(person().pk) == usd("25.00")


def test_payout_is_ordered_once_and_paid(bank: HostedSandbox) -> None:
    funded()
    checked()
    asked = withdrawals.request_withdrawal(
        person(),
        usd("40.00"),
        destination=account(),
        key=uuid4(),
        provider="bank",
        proof=just_now(),
    )
    withdrawals.approve_withdrawal(asked.pk, seen=1, acting_user=staff(Role.CASHIER, "first"))
    sender = staff(Role.CASHIER, "second")

    withdrawals.send_to_provider(asked.pk, seen=2, acting_user=sender)
    withdrawals.resend_to_provider(asked.pk, seen=3, acting_user=sender)
    order = bank.server.book.find(asked.reference)
    assert order is not None
    assert bank.server.book.count_orders(asked.reference) == 1
    bank.settle(order.flow, order.payment, PaymentStatus.PAID)

    assert deliver(bank) == [200]
    assert Withdrawal.objects.get().state == "paid"
    assert balance(person().pk) == usd("60.00")


def test_silent_provider_is_reported_and_a_repeat_counts_once(
    bank: HostedSandbox, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(hosted, "MOST_SECONDS", 0.5)
    bank.hang()
    key = uuid4()

    with refused(ProviderUnreachable):
        deposits.begin_deposit(person(), usd("25.00"), key=key, provider="bank")
    deposits.begin_deposit(person(), usd("25.00"), key=key, provider="bank")

    assert Deposit.objects.get().state == "requested"
    assert bank.server.book.count_orders(Deposit.objects.get().reference) == 1


@pytest.mark.parametrize("dripped", [b"HTTP/1.0 200 OK\r\nX: ", b"HTTP/1.0 200 OK\r\n\r\n"])
def test_provider_that_sends_a_byte_now_and_then_is_unreachable_in_time(
    dripped: bytes, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(hosted, "MOST_SECONDS", 0.5)
    with socket.create_server(("127.0.0.1", 0)) as listener:
        Thread(target=drip, args=(listener, dripped), daemon=True).start()
        url = f"http://127.0.0.1:{listener.getsockname()[1]}"
        slow = hosted.HostedProvider("slow", {"SECRET": "s" * 40, "URL": url})
        began = time.monotonic()
        with refused(ProviderUnreachable):
            slow.load_statement(timezone.now())
    assert time.monotonic() - began < 3


def drip(listener: socket.socket, beginning: bytes) -> None:
    """Answer one request, then send a byte every tenth of a second for three seconds."""
    with listener.accept()[0] as answer, suppress(OSError):
        answer.recv(65536)
        answer.sendall(beginning)
        for _ in range(30):
            answer.sendall(b"x")
            Flag().wait(0.1)


def test_provider_with_another_secret_declines(bank: HostedSandbox, settings: Settings) -> None:
    options = {**settings.PAYMENT_OPTIONS["bank"], "SECRET": "the secret of somebody else entirely"}
    settings.PAYMENT_OPTIONS = {**settings.PAYMENT_OPTIONS, "bank": options}

    with refused(ProviderDeclined):
        begin()

    assert balance(person().pk) == usd("0")


@pytest.mark.parametrize("url", ["http://127.0.0.1:1", "http://127.0.0.1:1/base"])
def test_provider_that_does_not_listen_is_unreachable(
    bank: HostedSandbox, settings: Settings, url: str
) -> None:
    options = {**settings.PAYMENT_OPTIONS["bank"], "URL": url}
    settings.PAYMENT_OPTIONS = {**settings.PAYMENT_OPTIONS, "bank": options}

    with refused(ProviderUnreachable):
        begin()


def test_statement_is_compared(bank: HostedSandbox) -> None:
    """The provider has paid a deposit whose callback never arrived, and one that we do not know."""
    agreed, unreported = begin("25.00").deposit, begin("30.00").deposit
    for one in (agreed, unreported):
        order = bank.server.book.find(one.reference)
        assert order is not None
        bank.settle(order.flow, order.payment, PaymentStatus.PAID)
        if one is agreed:
            deliver(bank)
    bank.take_callbacks()
    before = without_events()

    found = provider_comparison.compare_since(
        "bank", timezone.now() - HOUR, acting_user=staff(Role.CASHIER)
    )

    assert [(one.number, one.kind) for one in found.differences] == [(unreported.number, "status")]
    assert Event.objects.get(kind="provider_differs").data["payments"] == 2
    assert without_events() == before


def test_a_withdrawal_that_staff_paid_after_a_bounce_may_not_be_paid_by_the_provider(
    bank: HostedSandbox,
) -> None:
    funded()
    checked()
    asked = withdrawals.request_withdrawal(
        person(),
        usd("40.00"),
        destination=account(),
        key=uuid4(),
        provider="bank",
        proof=just_now(),
    )
    withdrawals.approve_withdrawal(asked.pk, seen=1, acting_user=staff(Role.CASHIER, "first"))
    sender = staff(Role.CASHIER, "second")
    withdrawals.send_to_provider(asked.pk, seen=2, acting_user=sender)
    order = bank.server.book.find(asked.reference)
    assert order is not None
    bank.settle(order.flow, order.payment, PaymentStatus.FAILED)
    deliver(bank)
    withdrawals.record_staff_payment(asked.pk, seen=4, acting_user=sender, note="by hand")

    assert kinds_since() == []
    bank.settle(order.flow, order.payment, PaymentStatus.PAID)  # twice
    assert kinds_since() == ["status"]


def kinds_since() -> list[str]:
    found = provider_comparison.compare_since(
        "bank", timezone.now() - HOUR, acting_user=staff(Role.CASHIER)
    )
    return [one.kind.value for one in found.differences]


@pytest.mark.parametrize(
    "file",
    [
        b"",
        b"\xff",
        b"flow,reference\n",
        b"flow,reference,status,amount,currency,at\ndeposit,1,paid,1.00,USD,2026-01-01T00:00:00Z\n",
        (
            b"flow,reference,status,amount,currency,at\n"
            b"deposit,8f14e45f-ceea-467f-a8d5-a6f3e1a0a5b1,paid,1.00,USD,2026-01-01T00:00:00\n"
        ),
    ],
)
def test_file_that_is_no_statement_is_refused(bank: HostedSandbox, file: bytes) -> None:
    with refused(StatementUnreadable):
        provider_comparison.compare_file("bank", file, acting_user=staff(Role.CASHIER))
    assert not Event.objects.filter(kind__startswith="provider_").exists()
