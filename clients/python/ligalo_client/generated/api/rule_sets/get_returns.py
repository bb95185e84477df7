from typing import Any
from urllib.parse import quote

from ....calls import Caller
from ....problems import Reading
from ...models.returns import Returns


def get_returns(
    caller: Caller,
    hash_: str,
) -> Returns:
    """Get returns.

    Exact return, house edge, deviation and payouts of the rules.
    """

    _kwargs: dict[str, Any] = {
        "method": "get",
        "url": "/api/v1/rule-sets/{hash_}/returns".format(
            hash_=quote(str(hash_), safe=""),
        ),
    }
    response = caller.read(**_kwargs)
    with Reading(response):
        response_200 = Returns.from_dict(response.json())

        return response_200
