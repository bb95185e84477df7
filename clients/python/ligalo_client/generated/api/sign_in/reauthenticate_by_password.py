from typing import Any

from ....calls import Caller
from ....problems import Reading
from ...models.password import Password
from ...models.session import Session


def reauthenticate_by_password(
    caller: Caller,
    /,
    *,
    body: Password,
) -> Session:
    """Confirm the password.

    After `reauthentication_required`, for players without a second factor. Then send the
    refused request again.
    """

    _kwargs: dict[str, Any] = {
        "method": "post",
        "url": "/api/v1/auth/reauthenticate/password",
    }
    _kwargs["json"] = body.to_dict()

    response = caller.send(**_kwargs)
    with Reading(response):
        response_200 = Session.from_dict(response.json())

        return response_200
