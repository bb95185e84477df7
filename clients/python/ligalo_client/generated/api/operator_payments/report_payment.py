from typing import Any

from ....calls import Caller
from ....problems import Reading
from ...models.payment_report import PaymentReport
from ...models.report_outcome import ReportOutcome


def report_payment(
    caller: Caller,
    /,
    *,
    body: PaymentReport,
    idempotency_key: str | None = None,
) -> ReportOutcome:
    """Report a payment.

    Hand on what a provider reports about a deposit or a withdrawal, after you have checked
    that it comes from the provider. It has the effect of the provider's own callback, once
    for each `event`.
    """

    _kwargs: dict[str, Any] = {
        "method": "post",
        "url": "/api/v1/operator/payments/reports",
    }
    _kwargs["json"] = body.to_dict()

    response = caller.change(idempotency_key, **_kwargs)
    with Reading(response):
        response_200 = ReportOutcome.from_dict(response.json())

        return response_200
