from typing import Any
from urllib.parse import quote

from ....calls import Caller
from ....problems import Reading
from ...models.player_detail import PlayerDetail


def get_player(
    caller: Caller,
    player: int,
) -> PlayerDetail:
    """Get a player.

    One player with money, amounts owed, restrictions, points and tier.
    """

    _kwargs: dict[str, Any] = {
        "method": "get",
        "url": "/api/v1/operator/players/{player}".format(
            player=quote(str(player), safe=""),
        ),
    }
    response = caller.read(**_kwargs)
    with Reading(response):
        response_200 = PlayerDetail.from_dict(response.json())

        return response_200
