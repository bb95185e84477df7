from typing import Any
from urllib.parse import quote
from uuid import UUID

from ....calls import Caller
from ....problems import Reading
from ...models.played_round import PlayedRound


def get_played_round(
    caller: Caller,
    round_: UUID,
) -> PlayedRound:
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
    with Reading(response):
        response_200 = PlayedRound.from_dict(response.json())

        return response_200
