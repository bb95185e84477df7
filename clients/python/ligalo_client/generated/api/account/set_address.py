from typing import Any

from ....calls import Caller
from ....problems import Reading
from ...models.address_position import AddressPosition
from ...models.new_address import NewAddress


def set_address(
    caller: Caller,
    /,
    *,
    body: NewAddress,
    idempotency_key: str | None = None,
) -> AddressPosition:
    """Enter the residential address.

    A change is a new version, which staff may verify; earlier ones are kept.
    """

    _kwargs: dict[str, Any] = {
        "method": "put",
        "url": "/api/v1/me/address",
    }
    _kwargs["json"] = body.to_dict()

    response = caller.change(idempotency_key, **_kwargs)
    with Reading(response):
        response_200 = AddressPosition.from_dict(response.json())

        return response_200
