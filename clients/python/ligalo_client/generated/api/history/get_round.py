from typing import Any
from urllib.parse import quote
from uuid import UUID

from ....calls import Caller
from ....problems import Reading
from ...models.round_ import Round


def get_round(
    caller: Caller,
    round_: UUID,
) -> Round:
    """Get a round.

    The state of one of your rounds, running or finished.
    """

    _kwargs: dict[str, Any] = {
        "method": "get",
        "url": "/api/v1/rounds/{round_}".format(
            round_=quote(str(round_), safe=""),
        ),
    }
    response = caller.read(**_kwargs)
    with Reading(response):
        response_200 = Round.from_dict(response.json())

        return response_200
