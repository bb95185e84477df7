from typing import Any

from ....calls import Caller
from ....problems import Reading
from ...models.deposit_answer import DepositAnswer
from ...models.deposit_terms import DepositTerms


def answer_deposit_terms(
    caller: Caller,
    /,
    *,
    body: DepositAnswer,
    idempotency_key: str | None = None,
) -> DepositTerms:
    """Answer what is asked before a deposit.

    Accept the default deposit limits, or acknowledge the notice about deposits.
    """

    _kwargs: dict[str, Any] = {
        "method": "post",
        "url": "/api/v1/deposits/terms",
    }
    _kwargs["json"] = body.to_dict()

    response = caller.change(idempotency_key, **_kwargs)
    with Reading(response):
        response_200 = DepositTerms.from_dict(response.json())

        return response_200
