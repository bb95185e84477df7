from typing import Any

from ....calls import Caller
from ....problems import Reading
from ...models.second_factor_code import SecondFactorCode
from ...models.session import Session


def send_second_factor(
    caller: Caller,
    /,
    *,
    body: SecondFactorCode,
) -> Session:
    """Send the second factor.

    Completes a sign-in whose `next` is `second_factor`, with that answer's token.
    """

    _kwargs: dict[str, Any] = {
        "method": "post",
        "url": "/api/v1/auth/second-factor",
    }
    _kwargs["json"] = body.to_dict()

    response = caller.send(**_kwargs)
    with Reading(response):
        response_200 = Session.from_dict(response.json())

        return response_200
