import datetime
from typing import Any

from ....calls import Caller
from ....problems import Reading
from ...models.list_voids_kind import ListVoidsKind
from ...models.list_voids_reason import ListVoidsReason
from ...models.list_voids_stakes import ListVoidsStakes
from ...models.list_voids_state import ListVoidsState
from ...models.void_page import VoidPage
from ...types import UNSET, Unset


def list_voids(
    caller: Caller,
    /,
    *,
    cursor: str | Unset = UNSET,
    kind: ListVoidsKind | Unset = UNSET,
    limit: int | Unset = 50,
    player: str | Unset = UNSET,
    reason: ListVoidsReason | Unset = UNSET,
    since: datetime.date | Unset = UNSET,
    stakes: ListVoidsStakes | Unset = UNSET,
    state: ListVoidsState | Unset = UNSET,
    until: datetime.date | Unset = UNSET,
) -> VoidPage:
    """List void cases.

    Cases of voided hands and what follows them, the newest first.
    """
    params: dict[str, Any] = {}

    params["cursor"] = cursor

    json_kind: str | Unset = UNSET
    if not isinstance(kind, Unset):
        json_kind = kind.value

    params["kind"] = json_kind

    params["limit"] = limit

    params["player"] = player

    json_reason: str | Unset = UNSET
    if not isinstance(reason, Unset):
        json_reason = reason.value

    params["reason"] = json_reason

    json_since: str | Unset = UNSET
    if not isinstance(since, Unset):
        json_since = since.isoformat()
    params["since"] = json_since

    json_stakes: str | Unset = UNSET
    if not isinstance(stakes, Unset):
        json_stakes = stakes.value

    params["stakes"] = json_stakes

    json_state: str | Unset = UNSET
    if not isinstance(state, Unset):
        json_state = state.value

    params["state"] = json_state

    json_until: str | Unset = UNSET
    if not isinstance(until, Unset):
        json_until = until.isoformat()
    params["until"] = json_until

    params = {k: v for k, v in params.items() if v is not UNSET and v is not None}

    _kwargs: dict[str, Any] = {
        "method": "get",
        "url": "/api/v1/operator/voids",
        "params": params,
    }
    response = caller.read(**_kwargs)
    with Reading(response):
        response_200 = VoidPage.from_dict(response.json())

        return response_200
