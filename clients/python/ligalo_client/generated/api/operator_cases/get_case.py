from typing import Any
from urllib.parse import quote
from uuid import UUID

from ....calls import Caller
from ....problems import Reading
from ...models.case_detail import CaseDetail


def get_case(
    caller: Caller,
    case_id: UUID,
) -> CaseDetail:
    """Get a case.

    One case with its flags.
    """

    _kwargs: dict[str, Any] = {
        "method": "get",
        "url": "/api/v1/operator/cases/{case_id}".format(
            case_id=quote(str(case_id), safe=""),
        ),
    }
    response = caller.read(**_kwargs)
    with Reading(response):
        response_200 = CaseDetail.from_dict(response.json())

        return response_200
