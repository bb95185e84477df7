from typing import Any

from ....calls import Caller
from ....problems import Reading
from ...models.deposit_terms import DepositTerms


def get_deposit_terms(
    caller: Caller,
    /,
) -> DepositTerms:
    """Get deposit terms.

    Payment methods, and the minimum and maximum by currency.
    """

    _kwargs: dict[str, Any] = {
        "method": "get",
        "url": "/api/v1/deposits/terms",
    }
    response = caller.read(**_kwargs)
    with Reading(response):
        response_200 = DepositTerms.from_dict(response.json())

        return response_200
