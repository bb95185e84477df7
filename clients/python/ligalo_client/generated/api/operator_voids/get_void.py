from typing import Any
from urllib.parse import quote
from uuid import UUID

from ....calls import Caller
from ....problems import Reading
from ...models.void_status import VoidStatus


def get_void(
    caller: Caller,
    case_id: UUID,
) -> VoidStatus:
    """Get a void case.

    One case with its steps, and how far it is carried out.
    """

    _kwargs: dict[str, Any] = {
        "method": "get",
        "url": "/api/v1/operator/voids/{case_id}".format(
            case_id=quote(str(case_id), safe=""),
        ),
    }
    response = caller.read(**_kwargs)
    with Reading(response):
        response_200 = VoidStatus.from_dict(response.json())

        return response_200
