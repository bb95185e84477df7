from typing import Any
from urllib.parse import quote

from ....calls import Caller
from ....problems import Reading
from ...models.client_seed import ClientSeed
from ...models.shoes import Shoes


def set_client_seed(
    caller: Caller,
    table: str,
    *,
    body: ClientSeed,
    idempotency_key: str | None = None,
) -> Shoes:
    """Set your client seed.

    It applies from the next round.
    """

    _kwargs: dict[str, Any] = {
        "method": "post",
        "url": "/api/v1/tables/{table}/client-seed".format(
            table=quote(str(table), safe=""),
        ),
    }
    _kwargs["json"] = body.to_dict()

    response = caller.change(idempotency_key, **_kwargs)
    with Reading(response):
        response_200 = Shoes.from_dict(response.json())

        return response_200
