import datetime
from typing import Any

from ....calls import Caller
from ....problems import Reading
from ...models.list_movements_currency import ListMovementsCurrency
from ...models.list_movements_kind import ListMovementsKind
from ...models.statement_page import StatementPage
from ...types import UNSET, Unset


def list_movements(
    caller: Caller,
    /,
    *,
    currency: ListMovementsCurrency | Unset = UNSET,
    cursor: str | Unset = UNSET,
    kind: ListMovementsKind | Unset = UNSET,
    limit: int | Unset = 50,
    since: datetime.datetime | Unset = UNSET,
    until: datetime.datetime | Unset = UNSET,
) -> StatementPage:
    """List movements.

    Every movement of the player's balances, the newest first, by filter.
    """
    params: dict[str, Any] = {}

    json_currency: str | Unset = UNSET
    if not isinstance(currency, Unset):
        json_currency = currency.value

    params["currency"] = json_currency

    params["cursor"] = cursor

    json_kind: str | Unset = UNSET
    if not isinstance(kind, Unset):
        json_kind = kind.value

    params["kind"] = json_kind

    params["limit"] = limit

    json_since: str | Unset = UNSET
    if not isinstance(since, Unset):
        json_since = since.isoformat()
    params["since"] = json_since

    json_until: str | Unset = UNSET
    if not isinstance(until, Unset):
        json_until = until.isoformat()
    params["until"] = json_until

    params = {k: v for k, v in params.items() if v is not UNSET and v is not None}

    _kwargs: dict[str, Any] = {
        "method": "get",
        "url": "/api/v1/statement",
        "params": params,
    }
    response = caller.read(**_kwargs)
    with Reading(response):
        response_200 = StatementPage.from_dict(response.json())

        return response_200
