from io import BytesIO
from typing import Any
from urllib.parse import quote
from uuid import UUID

from ....calls import Caller
from ....problems import Reading
from ...types import UNSET, File


def download_export(
    caller: Caller,
    export_id: UUID,
    *,
    signature: str,
) -> File:
    """Download an export.

    The address is `download.url` of a finished export. It is valid in the networks of its
    key.
    """
    params: dict[str, Any] = {}

    params["signature"] = signature

    params = {k: v for k, v in params.items() if v is not UNSET and v is not None}

    _kwargs: dict[str, Any] = {
        "method": "get",
        "url": "/api/v1/operator/exports/{export_id}/file".format(
            export_id=quote(str(export_id), safe=""),
        ),
        "params": params,
    }
    response = caller.read(**_kwargs)
    with Reading(response):
        response_200 = File(payload=BytesIO(response.content))

        return response_200
