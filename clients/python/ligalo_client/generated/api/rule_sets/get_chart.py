from typing import Any
from urllib.parse import quote

from ....calls import Caller
from ....problems import Reading
from ...models.chart import Chart


def get_chart(
    caller: Caller,
    hash_: str,
) -> Chart:
    """Get the strategy chart.

    The best action for every total and pair against every upcard.
    """

    _kwargs: dict[str, Any] = {
        "method": "get",
        "url": "/api/v1/rule-sets/{hash_}/chart".format(
            hash_=quote(str(hash_), safe=""),
        ),
    }
    response = caller.read(**_kwargs)
    with Reading(response):
        response_200 = Chart.from_dict(response.json())

        return response_200
