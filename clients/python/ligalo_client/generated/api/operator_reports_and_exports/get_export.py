from typing import Any
from urllib.parse import quote
from uuid import UUID

from ....calls import Caller
from ....problems import Reading
from ...models.export_record import ExportRecord


def get_export(
    caller: Caller,
    export_id: UUID,
) -> ExportRecord:
    """Get an export.

    Its progress, and a link to the finished file. A key sees the exports of its owner.
    """

    _kwargs: dict[str, Any] = {
        "method": "get",
        "url": "/api/v1/operator/exports/{export_id}".format(
            export_id=quote(str(export_id), safe=""),
        ),
    }
    response = caller.read(**_kwargs)
    with Reading(response):
        response_200 = ExportRecord.from_dict(response.json())

        return response_200
