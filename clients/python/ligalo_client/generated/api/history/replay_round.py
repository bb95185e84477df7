from typing import Any
from urllib.parse import quote
from uuid import UUID

from ....calls import Caller
from ....problems import Reading
from ...models.replay import Replay


def replay_round(
    caller: Caller,
    round_: UUID,
) -> Replay:
    """Replay a round.

    Every moment of a finished round, from the deal on.
    """

    _kwargs: dict[str, Any] = {
        "method": "get",
        "url": "/api/v1/history/{round_}/replay".format(
            round_=quote(str(round_), safe=""),
        ),
    }
    response = caller.read(**_kwargs)
    with Reading(response):
        response_200 = Replay.from_dict(response.json())

        return response_200
