from typing import Any

from ....calls import Caller
from ....problems import Reading
from ...models.login import Login
from ...models.session import Session


def log_in(
    caller: Caller,
    /,
    *,
    body: Login,
) -> Session:
    """Sign in.

    As on the site, with the same limits on failures. A player with a second factor sends it
    next. Staff sign in on the site only.
    """

    _kwargs: dict[str, Any] = {
        "method": "post",
        "url": "/api/v1/auth/login",
    }
    _kwargs["json"] = body.to_dict()

    response = caller.send(**_kwargs)
    with Reading(response):
        response_200 = Session.from_dict(response.json())

        return response_200
