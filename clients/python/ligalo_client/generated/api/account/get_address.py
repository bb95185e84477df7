from typing import Any

from ....calls import Caller
from ....problems import Reading
from ...models.address_position import AddressPosition


def get_address(
    caller: Caller,
    /,
) -> AddressPosition:
    """Get the residential address.

    The address in force, and whether real money needs one.
    """

    _kwargs: dict[str, Any] = {
        "method": "get",
        "url": "/api/v1/me/address",
    }
    response = caller.read(**_kwargs)
    with Reading(response):
        response_200 = AddressPosition.from_dict(response.json())

        return response_200
