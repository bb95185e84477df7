from typing import Any

from ....calls import Caller
from ....problems import Reading
from ...models.accepted_offer import AcceptedOffer
from ...models.exchanged import Exchanged


def accept_exchange_offer(
    caller: Caller,
    /,
    *,
    body: AcceptedOffer,
    idempotency_key: str | None = None,
) -> Exchanged:
    """Exchange.

    Accepts an offer. An expired one is refused with `quote_expired`: get a new one.
    """

    _kwargs: dict[str, Any] = {
        "method": "post",
        "url": "/api/v1/exchange",
    }
    _kwargs["json"] = body.to_dict()

    response = caller.change(idempotency_key, **_kwargs)
    with Reading(response):
        response_200 = Exchanged.from_dict(response.json())

        return response_200
