"""Callbacks of payment providers: accepted messages and their effects."""

import json
import time
from itertools import permutations
from typing import Any
from uuid import uuid4

import pytest
from pytest_django import Settings

from tests.wallet.cash import CALLBACK, DEMO, DEMO_SECRET, events, intent, said, sent
from tests.wallet.ledger import rows, usd
from wallet.cash.models import Deposit, DepositStep, ProviderEvent
from wallet.ledger.selectors.funds import balance
from wallet.providers.services import signatures
from wallet.providers.values import CallbackRequest, PaymentFlow, PaymentStatus, ProviderPayment

pytestmark = pytest.mark.database

PENDING, PAID, FAILED = PaymentStatus.PENDING, PaymentStatus.PAID, PaymentStatus.FAILED


def state(deposit: Deposit) -> str:
    deposit.refresh_from_db()
    return deposit.state


def test_pending_then_paid_credits_what_was_asked_for() -> None:
    deposit = intent("25.00")
    assert sent(said(deposit, PENDING)) == 200
    assert (state(deposit), balance(deposit.player_id)) == ("pending", usd("0"))
    assert sent(said(deposit, PAID)) == 200
    assert (state(deposit), balance(deposit.player_id)) == ("credited", usd("25.00"))
    steps = DepositStep.objects.filter(deposit=deposit).order_by("n")
    assert [step.to_state for step in steps] == ["requested", "pending", "credited"]
    assert ProviderEvent.objects.count() == 2


def test_a_replay_gets_the_first_answer_and_moves_nothing() -> None:
    deposit = intent()
    paid = said(deposit, PAID)
    assert sent(paid) == 200
    before = rows()
    assert [sent(paid), sent(signatures.sign(DEMO_SECRET, paid.body, time.time() + 5))] == [
        200,
        200,
    ]
    assert rows() == before


def test_a_replayed_refusal_is_refused_again() -> None:
    wrong = said(intent("25.00"), PAID, "26.00")
    assert sent(wrong) == 422
    before = rows()
    assert sent(wrong) == 422
    assert rows() == before


@pytest.mark.parametrize("order", [*permutations([PENDING, PAID, FAILED])], ids=str)
def test_the_end_does_not_depend_on_the_order(order: tuple[PaymentStatus, ...]) -> None:
    deposit = intent()
    assert [sent(said(deposit, status)) for status in order] == [200, 200, 200]
    assert (state(deposit), balance(deposit.player_id)) == ("credited", usd("25.00"))
    assert events("callback_contradicts") == 1


@pytest.mark.parametrize("order", [(PENDING, PAID), (PAID, PENDING)], ids=str)
def test_paid_before_pending_ends_the_same(order: tuple[PaymentStatus, ...]) -> None:
    deposit = intent()
    for status in order:
        sent(said(deposit, status))
    assert (state(deposit), balance(deposit.player_id)) == ("credited", usd("25.00"))
    assert events("callback_contradicts") == 0


def test_unpaid_deposits_are_not_credited() -> None:
    deposit = intent()
    for status in (FAILED, PENDING):
        assert sent(said(deposit, status)) == 200
    assert (state(deposit), balance(deposit.player_id)) == ("failed", usd("0"))


def forged(received: CallbackRequest, **changes: str) -> CallbackRequest:
    return CallbackRequest({**received.headers, **changes}, received.body)


def forgeries() -> dict[str, Any]:
    return {
        "no signature": lambda good: CallbackRequest({}, good.body),
        "no time": lambda good: forged(good, **{signatures.TIME_HEADER: ""}),
        "another signature": lambda good: forged(good, **{signatures.SIGNATURE_HEADER: "0" * 64}),
        "not even a digest": lambda good: forged(good, **{signatures.SIGNATURE_HEADER: "ñ"}),
        "another body": lambda good: CallbackRequest(
            good.headers, good.body.replace(b"25.00", b"99.00")
        ),
        "another time": lambda good: forged(
            good, **{signatures.TIME_HEADER: str(int(time.time()) + 1)}
        ),
        "a negative time": lambda good: forged(good, **{signatures.TIME_HEADER: "-1"}),
        "too old": lambda good: signatures.sign(DEMO_SECRET, good.body, time.time() - 600),
        "too new": lambda good: signatures.sign(DEMO_SECRET, good.body, time.time() + 600),
    }


@pytest.mark.parametrize("name", list(forgeries()))
def test_a_forged_callback_leaves_nothing(name: str) -> None:
    good = said(intent("25.00"), PAID)
    before = rows()
    assert sent(forgeries()[name](good)) == 403
    assert rows() == before
    assert sent(good) == 200


def test_another_secret_is_a_forgery(settings: Settings) -> None:
    good = said(intent(), PAID)
    settings.PAYMENT_OPTIONS = {"demo": {"SECRET": "the secret of somebody else entirely"}}
    before = rows()
    assert sent(good) == 403
    assert rows() == before


@pytest.mark.parametrize(
    ("text", "currency"), [("25.01", ""), ("24.99", ""), ("-25.00", ""), ("25.00", "EUR")]
)
def test_another_amount_than_asked_for_is_refused_and_reported(text: str, currency: str) -> None:
    deposit = intent("25.00")
    assert sent(said(deposit, PAID, text, currency)) == 422
    assert (state(deposit), balance(deposit.player_id)) == ("requested", usd("0"))
    assert DepositStep.objects.filter(deposit=deposit).count() == 1
    assert ProviderEvent.objects.get().outcome == "mismatch"
    assert events("callback_mismatch") == 1


def test_an_unknown_payment_is_reported() -> None:
    stray = DEMO.build_callback(PaymentFlow.IN, ProviderPayment(uuid4(), usd("25.00")), PAID)
    assert [sent(stray), sent(stray)] == [404, 404]
    assert events("callback_mismatch") == 1
    assert DepositStep.objects.count() == 0


def test_an_event_says_one_thing_only() -> None:
    deposit = intent()
    assert sent(said(deposit, PENDING, event="evt-1")) == 200
    assert sent(said(deposit, PAID, event="evt-1")) == 409
    assert (state(deposit), balance(deposit.player_id)) == ("pending", usd("0"))
    assert events("callback_mismatch") == 1


@pytest.mark.parametrize(
    "body",
    [
        b"",
        b"{}",
        b"[]",
        b"\xff",
        b"[" * 9000,
        {"event": ""},
        {"event": 7},
        {"event": "a\nb"},
        {"event": "x" * 101},
        {"deposit": 5},
        {"deposit": "none"},
        {"status": "settled"},
        {"status": []},
        {"amount": 25.0},
        {"amount": "1e2"},
        {"currency": "XYZ"},
        {"currency": []},
    ],
    ids=str,
)
def test_signed_nonsense_is_distinguished(body: bytes | dict[str, Any]) -> None:
    good = json.loads(said(intent(), PAID).body)
    raw = body if isinstance(body, bytes) else json.dumps({**good, **body}).encode()
    before = rows()
    assert sent(signatures.sign(DEMO_SECRET, raw, time.time())) == 400
    assert rows() == before


def test_a_body_without_end_is_not_read() -> None:
    before = rows()
    assert sent(signatures.sign(DEMO_SECRET, b" " * 20_000, time.time())) == 413
    assert rows() == before


@pytest.mark.parametrize("provider", ["manual", "nobody"])
def test_only_providers_with_callbacks_have_the_address(provider: str) -> None:
    good = said(intent(), PAID)
    before = rows()
    assert sent(good, CALLBACK.replace("demo", provider)) == 404
    assert rows() == before


def test_where_the_demo_is_off_its_callbacks_are_too(settings: Settings) -> None:
    good = said(intent(), PAID)
    settings.DEMO_PROVIDER_ENABLED = False
    before = rows()
    assert sent(good) == 404
    assert rows() == before
