from typing import Any

from ....calls import Caller
from ....problems import Reading
from ...models.export_record import ExportRecord
from ...models.new_export import NewExport


def create_export(
    caller: Caller,
    /,
    *,
    body: NewExport,
    idempotency_key: str | None = None,
) -> ExportRecord:
    """Ask for an export.

    A report or a long list as a file, made in the background. It needs the scopes that read
    what it lists.
    """

    _kwargs: dict[str, Any] = {
        "method": "post",
        "url": "/api/v1/operator/exports",
    }
    _kwargs["json"] = body.to_dict()

    response = caller.change(idempotency_key, **_kwargs)
    with Reading(response):
        response_202 = ExportRecord.from_dict(response.json())

        return response_202
