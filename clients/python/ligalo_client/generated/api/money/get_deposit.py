from typing import Any
from urllib.parse import quote
from uuid import UUID

from ....calls import Caller
from ....problems import Reading
from ...models.deposit_detail import DepositDetail


def get_deposit(
    caller: Caller,
    reference: UUID,
) -> DepositDetail:
    """Get a deposit.

    A deposit of the player with its state and history.
    """

    _kwargs: dict[str, Any] = {
        "method": "get",
        "url": "/api/v1/deposits/{reference}".format(
            reference=quote(str(reference), safe=""),
        ),
    }
    response = caller.read(**_kwargs)
    with Reading(response):
        response_200 = DepositDetail.from_dict(response.json())

        return response_200
