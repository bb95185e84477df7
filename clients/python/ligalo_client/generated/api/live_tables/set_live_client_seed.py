from typing import Any
from urllib.parse import quote

from ....calls import Caller
from ....problems import Reading
from ...models.live_table import LiveTable
from ...models.optional_seed import OptionalSeed
from ...types import UNSET, Unset


def set_live_client_seed(
    caller: Caller,
    table: str,
    *,
    body: OptionalSeed | Unset = UNSET,
    idempotency_key: str | None = None,
) -> LiveTable:
    """Set your client seed at a live table.

    It applies from the next bet.
    """

    _kwargs: dict[str, Any] = {
        "method": "post",
        "url": "/api/v1/live/{table}/client-seed".format(
            table=quote(str(table), safe=""),
        ),
    }

    if not isinstance(body, Unset):
        _kwargs["json"] = body.to_dict()

    response = caller.change(idempotency_key, **_kwargs)
    with Reading(response):
        response_200 = LiveTable.from_dict(response.json())

        return response_200
