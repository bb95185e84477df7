from typing import Any

from ....calls import Caller
from ....problems import Reading
from ...models.get_exchange_offer_given import GetExchangeOfferGiven
from ...models.get_exchange_offer_received import GetExchangeOfferReceived
from ...models.offer import Offer
from ...types import UNSET


def get_exchange_offer(
    caller: Caller,
    /,
    *,
    amount: str,
    given: GetExchangeOfferGiven,
    received: GetExchangeOfferReceived,
) -> Offer:
    """Get an offer to exchange.

    The price now; nothing moves.
    """
    params: dict[str, Any] = {}

    params["amount"] = amount

    json_given = given.value
    params["given"] = json_given

    json_received = received.value
    params["received"] = json_received

    params = {k: v for k, v in params.items() if v is not UNSET and v is not None}

    _kwargs: dict[str, Any] = {
        "method": "get",
        "url": "/api/v1/exchange",
        "params": params,
    }
    response = caller.read(**_kwargs)
    with Reading(response):
        response_200 = Offer.from_dict(response.json())

        return response_200
