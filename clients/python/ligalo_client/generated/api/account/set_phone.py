from typing import Any

from ....calls import Caller
from ....problems import Reading
from ...models.new_phone import NewPhone
from ...models.phone import Phone


def set_phone(
    caller: Caller,
    /,
    *,
    body: NewPhone,
    idempotency_key: str | None = None,
) -> Phone:
    """Set your phone number.

    Replaces the number, or removes it if the text is empty.
    """

    _kwargs: dict[str, Any] = {
        "method": "put",
        "url": "/api/v1/me/phone",
    }
    _kwargs["json"] = body.to_dict()

    response = caller.change(idempotency_key, **_kwargs)
    with Reading(response):
        response_200 = Phone.from_dict(response.json())

        return response_200
