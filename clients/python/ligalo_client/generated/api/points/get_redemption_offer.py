from typing import Any

from ....calls import Caller
from ....problems import Reading
from ...models.get_redemption_offer_currency import GetRedemptionOfferCurrency
from ...models.redemption_offer import RedemptionOffer
from ...types import UNSET


def get_redemption_offer(
    caller: Caller,
    /,
    *,
    currency: GetRedemptionOfferCurrency,
    points: int,
) -> RedemptionOffer:
    """Get the value of points.

    What points would be worth now; nothing moves.
    """
    params: dict[str, Any] = {}

    json_currency = currency.value
    params["currency"] = json_currency

    params["points"] = points

    params = {k: v for k, v in params.items() if v is not UNSET and v is not None}

    _kwargs: dict[str, Any] = {
        "method": "get",
        "url": "/api/v1/points/offer",
        "params": params,
    }
    response = caller.read(**_kwargs)
    with Reading(response):
        response_200 = RedemptionOffer.from_dict(response.json())

        return response_200
