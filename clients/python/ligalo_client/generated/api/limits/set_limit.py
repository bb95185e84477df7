from typing import Any
from urllib.parse import quote

from ....calls import Caller
from ....problems import Reading
from ...models.limit import Limit
from ...models.new_limit import NewLimit
from ...types import UNSET, Unset


def set_limit(
    caller: Caller,
    kind: str,
    period: str,
    *,
    body: NewLimit | Unset = UNSET,
    if_match: str | Unset = UNSET,
    idempotency_key: str | None = None,
) -> Limit:
    """Set a limit.

    A first or stricter limit counts at once. A looser one waits, 24 hours or as long as the
    profile in force says, and then for a confirmation.
    """

    _kwargs: dict[str, Any] = {
        "method": "put",
        "url": "/api/v1/limits/{kind}/{period}".format(
            kind=quote(str(kind), safe=""),
            period=quote(str(period), safe=""),
        ),
    }

    if not isinstance(body, Unset):
        _kwargs["json"] = body.to_dict()

    headers: dict[str, str] = {}
    if not isinstance(if_match, Unset):
        headers["If-Match"] = str(if_match)
    _kwargs["headers"] = headers
    response = caller.change(idempotency_key, **_kwargs)
    with Reading(response):
        response_200 = Limit.from_dict(response.json())

        return response_200
