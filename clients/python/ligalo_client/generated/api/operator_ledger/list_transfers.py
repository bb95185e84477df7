import datetime
from typing import Any
from uuid import UUID

from ....calls import Caller
from ....problems import Reading
from ...models.list_transfers_kind import ListTransfersKind
from ...models.transfer_page import TransferPage
from ...types import UNSET, Unset


def list_transfers(
    caller: Caller,
    /,
    *,
    cursor: str | Unset = UNSET,
    kind: ListTransfersKind | Unset = UNSET,
    limit: int | Unset = 50,
    player: int | Unset = UNSET,
    round_: UUID | Unset = UNSET,
    since: datetime.datetime | Unset = UNSET,
    until: datetime.datetime | Unset = UNSET,
) -> TransferPage:
    """List transfers.

    Transfers with their entries, in the order of the transactions that wrote them. Going on
    from `next` misses none, whatever is written meanwhile; a transfer appears when all older
    transactions have ended.
    """
    params: dict[str, Any] = {}

    params["cursor"] = cursor

    json_kind: str | Unset = UNSET
    if not isinstance(kind, Unset):
        json_kind = kind.value

    params["kind"] = json_kind

    params["limit"] = limit

    params["player"] = player

    json_round_: str | Unset = UNSET
    if not isinstance(round_, Unset):
        json_round_ = str(round_)
    params["round"] = json_round_

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
        "url": "/api/v1/operator/ledger/transfers",
        "params": params,
    }
    response = caller.read(**_kwargs)
    with Reading(response):
        response_200 = TransferPage.from_dict(response.json())

        return response_200
