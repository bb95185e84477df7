from typing import Any

from ....calls import Caller
from ....problems import Reading
from ...models.second_factor_code import SecondFactorCode
from ...models.session import Session


def reauthenticate_by_second_factor(
    caller: Caller,
    /,
    *,
    body: SecondFactorCode,
) -> Session:
    """Confirm the second factor.

    After `reauthentication_required`, for players with a second factor. Then send the refused
    request again.
    """

    _kwargs: dict[str, Any] = {
        "method": "post",
        "url": "/api/v1/auth/reauthenticate/second-factor",
    }
    _kwargs["json"] = body.to_dict()

    response = caller.send(**_kwargs)
    with Reading(response):
        response_200 = Session.from_dict(response.json())

        return response_200
