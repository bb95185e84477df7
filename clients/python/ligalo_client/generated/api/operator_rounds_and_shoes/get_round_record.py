from typing import Any
from urllib.parse import quote
from uuid import UUID

from ....calls import Caller
from ....problems import Reading
from ...models.round_detail import RoundDetail


def get_round_record(
    caller: Caller,
    round_id: UUID,
) -> RoundDetail:
    """Get a round.

    A round with bets, decisions, cards and transfers.
    """

    _kwargs: dict[str, Any] = {
        "method": "get",
        "url": "/api/v1/operator/rounds/{round_id}".format(
            round_id=quote(str(round_id), safe=""),
        ),
    }
    response = caller.read(**_kwargs)
    with Reading(response):
        response_200 = RoundDetail.from_dict(response.json())

        return response_200
