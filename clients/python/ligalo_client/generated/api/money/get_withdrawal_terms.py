from typing import Any

from ....calls import Caller
from ....problems import Reading
from ...models.withdrawal_terms import WithdrawalTerms


def get_withdrawal_terms(
    caller: Caller,
    /,
) -> WithdrawalTerms:
    """Get withdrawal terms.

    Payment methods, minimum and maximum by currency, and what can be withdrawn.
    """

    _kwargs: dict[str, Any] = {
        "method": "get",
        "url": "/api/v1/withdrawals/terms",
    }
    response = caller.read(**_kwargs)
    with Reading(response):
        response_200 = WithdrawalTerms.from_dict(response.json())

        return response_200
