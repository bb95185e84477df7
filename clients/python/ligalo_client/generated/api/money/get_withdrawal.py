from typing import Any
from urllib.parse import quote
from uuid import UUID

from ....calls import Caller
from ....problems import Reading
from ...models.withdrawal_detail import WithdrawalDetail


def get_withdrawal(
    caller: Caller,
    reference: UUID,
) -> WithdrawalDetail:
    """Get a withdrawal.

    A withdrawal of the player with its state and history.
    """

    _kwargs: dict[str, Any] = {
        "method": "get",
        "url": "/api/v1/withdrawals/{reference}".format(
            reference=quote(str(reference), safe=""),
        ),
    }
    response = caller.read(**_kwargs)
    with Reading(response):
        response_200 = WithdrawalDetail.from_dict(response.json())

        return response_200
