from typing import Any

from ....calls import Caller
from ....problems import Reading
from ...models.report_list import ReportList


def list_reports(
    caller: Caller,
    /,
) -> ReportList:
    """List reports.

    Names, titles and filters of the reports that the key may read.
    """

    _kwargs: dict[str, Any] = {
        "method": "get",
        "url": "/api/v1/operator/reports",
    }
    response = caller.read(**_kwargs)
    with Reading(response):
        response_200 = ReportList.from_dict(response.json())

        return response_200
