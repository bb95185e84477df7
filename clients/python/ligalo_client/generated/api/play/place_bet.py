from typing import Any

from ....calls import Caller
from ....problems import Reading
from ...models.bet import Bet
from ...models.position import Position


def place_bet(
    caller: Caller,
    /,
    *,
    body: Bet,
    idempotency_key: str | None = None,
) -> Position:
    """Place a bet.

    Holds the stakes and deals. The bet names the shoe and nonce of the position; a bet for
    another one is refused and nothing is staked.
    """

    _kwargs: dict[str, Any] = {
        "method": "post",
        "url": "/api/v1/rounds",
    }
    _kwargs["json"] = body.to_dict()

    response = caller.change(idempotency_key, **_kwargs)
    with Reading(response):
        response_200 = Position.from_dict(response.json())

        return response_200
