from typing import Any

from ....calls import Caller
from ....problems import Reading
from ...models.session import Session
from ...models.signup_request import SignupRequest


def sign_up(
    caller: Caller,
    /,
    *,
    body: SignupRequest,
) -> Session:
    """Sign up.

    Opens an account with the site's rules, and sends an email with a link to confirm the
    address. The answer is the same if the address has an account already.
    """

    _kwargs: dict[str, Any] = {
        "method": "post",
        "url": "/api/v1/auth/signup",
    }
    _kwargs["json"] = body.to_dict()

    response = caller.send(**_kwargs)
    with Reading(response):
        response_200 = Session.from_dict(response.json())

        return response_200
