from typing import Any
from urllib.parse import quote
from uuid import UUID

from ....calls import Caller
from ....problems import Reading
from ...models.follow_up import FollowUp
from ...models.void_preview import VoidPreview


def preview_follow_up(
    caller: Caller,
    case_id: UUID,
    *,
    body: FollowUp,
) -> VoidPreview:
    """Preview a follow-up.

    What a case after this void would move now. Its digest belongs to the proposal.
    """

    _kwargs: dict[str, Any] = {
        "method": "post",
        "url": "/api/v1/operator/voids/{case_id}/follow-ups/preview".format(
            case_id=quote(str(case_id), safe=""),
        ),
    }
    _kwargs["json"] = body.to_dict()

    response = caller.send(**_kwargs)
    with Reading(response):
        response_200 = VoidPreview.from_dict(response.json())

        return response_200
