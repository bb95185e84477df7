from typing import Any
from urllib.parse import quote

from ....calls import Caller
from ....problems import Reading
from ...models.limit_setting import LimitSetting


def get_limit(
    caller: Caller,
    kind: str,
    period: str,
) -> LimitSetting:
    """Get a limit.

    The limits of one kind and period, without what is used. Its ETag is `version`.
    """

    _kwargs: dict[str, Any] = {
        "method": "get",
        "url": "/api/v1/limits/{kind}/{period}".format(
            kind=quote(str(kind), safe=""),
            period=quote(str(period), safe=""),
        ),
    }
    response = caller.read(**_kwargs)
    with Reading(response):
        response_200 = LimitSetting.from_dict(response.json())

        return response_200
