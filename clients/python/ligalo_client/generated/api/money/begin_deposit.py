from typing import Any

from ....calls import Caller
from ....problems import Reading
from ...models.new_deposit import NewDeposit
from ...models.started_deposit import StartedDeposit


def begin_deposit(
    caller: Caller,
    /,
    *,
    body: NewDeposit,
    idempotency_key: str | None = None,
) -> StartedDeposit:
    """Begin a deposit.

    With the same limits and checks as on the site. The player pays at `continue_at`; the
    money arrives with the provider's message.
    """

    _kwargs: dict[str, Any] = {
        "method": "post",
        "url": "/api/v1/deposits",
    }
    _kwargs["json"] = body.to_dict()

    response = caller.change(idempotency_key, **_kwargs)
    with Reading(response):
        response_201 = StartedDeposit.from_dict(response.json())

        return response_201
