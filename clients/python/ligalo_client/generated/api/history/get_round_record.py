from typing import Any
from urllib.parse import quote
from uuid import UUID

from ....calls import Caller
from ...models.round_record import RoundRecord


def get_round_record(
    caller: Caller,
    round_: UUID,
) -> RoundRecord:
    """Get a round's record.

    One of your rounds with every decision, its points and what staff changed.
    """

    _kwargs: dict[str, Any] = {
        "method": "get",
        "url": "/api/v1/history/{round_}".format(
            round_=quote(str(round_), safe=""),
        ),
    }
    response = caller.read(**_kwargs)
    response_200 = RoundRecord.from_dict(response.json())

    return response_200
