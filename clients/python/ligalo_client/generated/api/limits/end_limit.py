from typing import Any
from urllib.parse import quote

from ....calls import Caller
from ....problems import Reading
from ...models.limit import Limit
from ...types import UNSET, Unset


def end_limit(
    caller: Caller,
    kind: str,
    period: str,
    *,
    if_match: str | Unset = UNSET,
    idempotency_key: str | None = None,
) -> Limit:
    """End a limit.

    Waits, and then for a confirmation, like every looser limit.
    """

    _kwargs: dict[str, Any] = {
        "method": "delete",
        "url": "/api/v1/limits/{kind}/{period}".format(
            kind=quote(str(kind), safe=""),
            period=quote(str(period), safe=""),
        ),
    }
    headers: dict[str, str] = {}
    if not isinstance(if_match, Unset):
        headers["If-Match"] = str(if_match)
    _kwargs["headers"] = headers
    response = caller.change(idempotency_key, **_kwargs)
    with Reading(response):
        response_200 = Limit.from_dict(response.json())

        return response_200
