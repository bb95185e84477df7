from typing import Any

from ....calls import Caller
from ....problems import Reading
from ...models.new_withdrawal import NewWithdrawal
from ...models.withdrawal import Withdrawal


def request_withdrawal(
    caller: Caller,
    /,
    *,
    body: NewWithdrawal,
    idempotency_key: str | None = None,
) -> Withdrawal:
    """Request a withdrawal.

    The money is held at once, and the player cannot cancel it. A new destination needs a
    fresh proof of identity: `reauthentication_required`.
    """

    _kwargs: dict[str, Any] = {
        "method": "post",
        "url": "/api/v1/withdrawals",
    }
    _kwargs["json"] = body.to_dict()

    response = caller.change(idempotency_key, **_kwargs)
    with Reading(response):
        response_201 = Withdrawal.from_dict(response.json())

        return response_201
