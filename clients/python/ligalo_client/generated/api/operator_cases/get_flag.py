from typing import Any
from urllib.parse import quote
from uuid import UUID

from ....calls import Caller
from ....problems import Reading
from ...models.flag_detail import FlagDetail


def get_flag(
    caller: Caller,
    flag_id: UUID,
) -> FlagDetail:
    """Get a flag.

    One flag with its rounds, from which it can be recomputed.
    """

    _kwargs: dict[str, Any] = {
        "method": "get",
        "url": "/api/v1/operator/flags/{flag_id}".format(
            flag_id=quote(str(flag_id), safe=""),
        ),
    }
    response = caller.read(**_kwargs)
    with Reading(response):
        response_200 = FlagDetail.from_dict(response.json())

        return response_200
