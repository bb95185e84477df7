from typing import Any

from ....calls import Caller
from ....problems import Reading
from ...models.phone import Phone


def get_phone(
    caller: Caller,
    /,
) -> Phone:
    """Get your phone number.

    Optional. Only staff see it.
    """

    _kwargs: dict[str, Any] = {
        "method": "get",
        "url": "/api/v1/me/phone",
    }
    response = caller.read(**_kwargs)
    with Reading(response):
        response_200 = Phone.from_dict(response.json())

        return response_200
