from typing import Any

from ....calls import Caller
from ....problems import Reading
from ...models.list_players_country import ListPlayersCountry
from ...models.list_players_kind import ListPlayersKind
from ...models.list_players_money import ListPlayersMoney
from ...models.list_players_since import ListPlayersSince
from ...models.list_players_state import ListPlayersState
from ...models.list_players_verified import ListPlayersVerified
from ...models.player_page import PlayerPage
from ...types import UNSET, Unset


def list_players(
    caller: Caller,
    /,
    *,
    country: ListPlayersCountry | Unset = UNSET,
    cursor: str | Unset = UNSET,
    device: str | Unset = UNSET,
    kind: ListPlayersKind | Unset = UNSET,
    limit: int | Unset = 50,
    money: ListPlayersMoney | Unset = UNSET,
    network: str | Unset = UNSET,
    q: str | Unset = UNSET,
    since: ListPlayersSince | Unset = UNSET,
    state: ListPlayersState | Unset = UNSET,
    verified: ListPlayersVerified | Unset = UNSET,
) -> PlayerPage:
    """List players.

    Players in the order of their registration, the newest first.
    """
    params: dict[str, Any] = {}

    json_country: str | Unset = UNSET
    if not isinstance(country, Unset):
        json_country = country.value

    params["country"] = json_country

    params["cursor"] = cursor

    params["device"] = device

    json_kind: str | Unset = UNSET
    if not isinstance(kind, Unset):
        json_kind = kind.value

    params["kind"] = json_kind

    params["limit"] = limit

    json_money: str | Unset = UNSET
    if not isinstance(money, Unset):
        json_money = money.value

    params["money"] = json_money

    params["network"] = network

    params["q"] = q

    json_since: str | Unset = UNSET
    if not isinstance(since, Unset):
        json_since = since.value

    params["since"] = json_since

    json_state: str | Unset = UNSET
    if not isinstance(state, Unset):
        json_state = state.value

    params["state"] = json_state

    json_verified: str | Unset = UNSET
    if not isinstance(verified, Unset):
        json_verified = verified.value

    params["verified"] = json_verified

    params = {k: v for k, v in params.items() if v is not UNSET and v is not None}

    _kwargs: dict[str, Any] = {
        "method": "get",
        "url": "/api/v1/operator/players",
        "params": params,
    }
    response = caller.read(**_kwargs)
    with Reading(response):
        response_200 = PlayerPage.from_dict(response.json())

        return response_200
