from typing import Any
from urllib.parse import quote

from ....calls import Caller
from ....problems import Reading
from ...models.shoe_change import ShoeChange
from ...models.shoes import Shoes


def change_shoe(
    caller: Caller,
    table: str,
    *,
    body: ShoeChange,
    idempotency_key: str | None = None,
) -> Shoes:
    """Change the shoe.

    Closes the present shoe and reveals its seed. The next shoe follows.
    """

    _kwargs: dict[str, Any] = {
        "method": "post",
        "url": "/api/v1/tables/{table}/shoes/change".format(
            table=quote(str(table), safe=""),
        ),
    }
    _kwargs["json"] = body.to_dict()

    response = caller.change(idempotency_key, **_kwargs)
    with Reading(response):
        response_200 = Shoes.from_dict(response.json())

        return response_200
