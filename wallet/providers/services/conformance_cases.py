"""The cases of the conformance check; the docstring of each says what it demands."""

import time
from functools import partial
from typing import Final
from urllib.parse import urlsplit

from django.conf import settings

from wallet.providers.refusals import (
    CallbackUnreadable,
    ForgedCallback,
    ProviderDeclined,
    ProviderUnreachable,
)
from wallet.providers.services.conformance_trial import (
    AMOUNT,
    Trial,
    demand,
    demand_refusal,
    new_payment,
)
from wallet.providers.values import CallbackRequest, PaymentFlow, PaymentStatus

DESTINATION: Final = "Conformance check"
_AMOUNTS: Final = (AMOUNT, "20.01")


def check_start(trial: Trial) -> None:
    """A deposit is announced once, however often it is started; its page is https and the same."""
    payment = new_payment()
    pages = [trial.provider.start_payment(payment, trial.post) for _ in range(2)]
    demand(pages[0] == pages[1], "a repeat has another page")
    if pages[0] is not None:
        parts = urlsplit(pages[0])
        demand(parts.scheme == "https" and parts.hostname, f"the page is {parts.scheme}")
    demand(trial.sandbox.count_orders(payment) == 1, "a repeat orders the deposit again")


def check_amounts(trial: Trial) -> None:
    """Cents arrive as they were sent."""
    for text in _AMOUNTS:
        payment = new_payment(text)
        trial.provider.start_payment(payment, trial.post)
        trial.take_callbacks()
        trial.sandbox.settle(PaymentFlow.IN, payment, PaymentStatus.PAID)
        trial.read_last(PaymentFlow.IN, payment, PaymentStatus.PAID)


def check_failed(trial: Trial) -> None:
    """A failed deposit is reported."""
    payment = trial.settle_deposit(PaymentStatus.FAILED)
    trial.read_last(PaymentFlow.IN, payment, PaymentStatus.FAILED)


def check_charge_back(trial: Trial) -> None:
    """A charge-back after the payment is reported as such, or as a failure."""
    payment = trial.settle_deposit(PaymentStatus.PAID)
    trial.take_callbacks()
    trial.sandbox.settle(PaymentFlow.IN, payment, PaymentStatus.CHARGED_BACK)
    found = trial.take_callbacks()
    demand(found, "no callback reports a charge-back")
    said = trial.read(found[-1])
    demand(
        said.status in {PaymentStatus.CHARGED_BACK, PaymentStatus.FAILED},
        f"a charge-back is reported as {said.status}",
    )


def check_events(trial: Trial) -> None:
    """A callback sent again has the same event id; another callback has another one."""
    payment = trial.settle_deposit(PaymentStatus.PAID)
    (paid,) = (trial.read(one) for one in trial.take_callbacks()[-1:])
    trial.sandbox.settle(PaymentFlow.IN, payment, PaymentStatus.PAID)
    again = [trial.read(one).event for one in trial.take_callbacks()]
    demand(set(again) <= {paid.event}, "a repeat has another event id")
    other = trial.settle_deposit(PaymentStatus.PAID)
    (second,) = (trial.read(one) for one in trial.take_callbacks()[-1:])
    demand(second.event != paid.event, f"two payments share an event id: {other.reference}")


def check_forgeries(trial: Trial) -> None:
    """Only the provider's own callbacks of the last minutes are believed."""
    trial.settle_deposit(PaymentStatus.PAID)
    request = trial.take_callbacks()[-1]
    changed = CallbackRequest(request.headers, request.body.replace(b"20", b"90", 1))
    demand(changed.body != request.body, "the amount is not in the body")
    old = time.time() + settings.CALLBACK_WINDOW_SECONDS + 60
    for what, act in {
        "a changed body": lambda: trial.read(changed),
        "an unsigned callback": lambda: trial.read(CallbackRequest({}, request.body)),
        "an old callback": lambda: trial.provider.read_callback(request, old),
    }.items():
        demand_refusal(ForgedCallback, act, what)


def check_unreadable(trial: Trial) -> None:
    """Signed nonsense is refused as unreadable."""
    for body in (b"", b"{}", b"[]", b"null", b'{"event": 1}', b"\xff\xfe", b"[" * 5000):
        read = partial(trial.read, trial.sandbox.sign(body))
        demand_refusal(CallbackUnreadable, read, repr(body[:20]))


def check_secrets(trial: Trial) -> None:
    """Secrets do not appear in the adapter's text."""
    text = f"{trial.provider!r} {trial.provider}"
    secrets = [one for name, one in trial.provider.options.items() if "SECRET" in name]
    demand(not any(secret in text for secret in secrets), "the text of the adapter has its secret")


def check_silence(trial: Trial) -> None:
    """A provider that does not answer is reported as unreachable; the repeat counts once."""
    payment = new_payment()
    trial.sandbox.hang()
    demand_refusal(
        ProviderUnreachable,
        lambda: trial.provider.start_payment(payment, trial.post),
        "a missing answer",
    )
    trial.provider.start_payment(payment, trial.post)
    demand(trial.sandbox.count_orders(payment) == 1, "the repeat orders the deposit again")


def check_payout(trial: Trial) -> None:
    """A payout is ordered once, however often it is repeated, and reported."""
    payment = new_payment()
    for _ in range(2):
        trial.provider.pay_out(payment, DESTINATION, trial.post)
    demand(trial.sandbox.count_orders(payment) == 1, "a repeat pays twice")
    trial.take_callbacks()
    trial.sandbox.settle(PaymentFlow.OUT, payment, PaymentStatus.PAID)
    trial.read_last(PaymentFlow.OUT, payment, PaymentStatus.PAID)


def check_failed_payout(trial: Trial) -> None:
    """A failed payout is reported."""
    payment = new_payment()
    trial.provider.pay_out(payment, DESTINATION, trial.post)
    trial.take_callbacks()
    trial.sandbox.settle(PaymentFlow.OUT, payment, PaymentStatus.FAILED)
    trial.read_last(PaymentFlow.OUT, payment, PaymentStatus.FAILED)


def check_refund(trial: Trial) -> None:
    """A refund is ordered once, however often it is repeated, and reported."""
    payment = trial.settle_deposit(PaymentStatus.PAID)
    before = trial.sandbox.count_orders(payment)
    trial.take_callbacks()
    for _ in range(2):
        trial.provider.refund(payment, trial.post)
    demand(trial.sandbox.count_orders(payment) == before + 1, "a repeat refunds twice")
    trial.sandbox.settle(PaymentFlow.IN, payment, PaymentStatus.REFUNDED)
    trial.read_last(PaymentFlow.IN, payment, PaymentStatus.REFUNDED)


def check_refund_after_charge_back(trial: Trial) -> None:
    """A refund after a charge-back is declined, or moves money once and is reported as an event of its own."""
    payment = trial.settle_deposit(PaymentStatus.PAID)
    trial.take_callbacks()
    trial.sandbox.settle(PaymentFlow.IN, payment, PaymentStatus.CHARGED_BACK)
    earlier = {trial.read(one).event for one in trial.take_callbacks()}
    before = trial.sandbox.count_orders(payment)
    try:
        for _ in range(2):
            trial.provider.refund(payment, trial.post)
    except ProviderDeclined:
        demand(trial.sandbox.count_orders(payment) == before, "a declined refund is ordered")
        return
    demand(trial.sandbox.count_orders(payment) == before + 1, "the refund is not ordered once")
    trial.sandbox.settle(PaymentFlow.IN, payment, PaymentStatus.REFUNDED)
    said = trial.read(trial.read_last(PaymentFlow.IN, payment, PaymentStatus.REFUNDED))
    demand(said.event not in earlier, "the refund has the charge-back's event id")


def check_statement(trial: Trial) -> None:
    """The statement names each payment once, with its latest status."""
    paid, failed = (
        trial.settle_deposit(status) for status in (PaymentStatus.PAID, PaymentStatus.FAILED)
    )
    lines = trial.provider.read_statement(trial.sandbox.statement)
    said = [(one.reference, one.status, one.money) for one in lines]
    for payment, status in ((paid, PaymentStatus.PAID), (failed, PaymentStatus.FAILED)):
        expected = (payment.reference, status, payment.money)
        demand(
            said.count(expected) == 1, f"the statement has {expected} {said.count(expected)} times"
        )
    demand(len({one.reference for one in lines}) == len(lines), "a payment is named twice")
