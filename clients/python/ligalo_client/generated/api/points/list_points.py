from typing import Any

from ....calls import Caller
from ....problems import Reading
from ...models.list_points_kind import ListPointsKind
from ...models.points_page import PointsPage
from ...types import UNSET, Unset


def list_points(
    caller: Caller,
    /,
    *,
    cursor: str | Unset = UNSET,
    kind: ListPointsKind | Unset = UNSET,
    limit: int | Unset = 50,
) -> PointsPage:
    """List changes of points.

    Every change, the newest first.
    """
    params: dict[str, Any] = {}

    params["cursor"] = cursor

    json_kind: str | Unset = UNSET
    if not isinstance(kind, Unset):
        json_kind = kind.value

    params["kind"] = json_kind

    params["limit"] = limit

    params = {k: v for k, v in params.items() if v is not UNSET and v is not None}

    _kwargs: dict[str, Any] = {
        "method": "get",
        "url": "/api/v1/points/history",
        "params": params,
    }
    response = caller.read(**_kwargs)
    with Reading(response):
        response_200 = PointsPage.from_dict(response.json())

        return response_200
