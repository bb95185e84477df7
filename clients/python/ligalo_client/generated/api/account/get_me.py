from typing import Any

from ....calls import Caller
from ....problems import Reading
from ...models.profile import Profile


def get_me(
    caller: Caller,
    /,
) -> Profile:
    """Get the signed-in player.

    Data of the account, its state, and the steps to real money.
    """

    _kwargs: dict[str, Any] = {
        "method": "get",
        "url": "/api/v1/me",
    }
    response = caller.read(**_kwargs)
    with Reading(response):
        response_200 = Profile.from_dict(response.json())

        return response_200
