from typing import Any
from urllib.parse import quote
from uuid import UUID

from ....calls import Caller
from ....problems import Reading
from ...models.proposed_follow_up import ProposedFollowUp
from ...models.void_case import VoidCase


def propose_follow_up(
    caller: Caller,
    case_id: UUID,
    *,
    body: ProposedFollowUp,
    idempotency_key: str | None = None,
) -> VoidCase:
    """Propose a follow-up.

    Propose a case after a void that was carried out, after a preview. Nothing moves until a
    person approves it.
    """

    _kwargs: dict[str, Any] = {
        "method": "post",
        "url": "/api/v1/operator/voids/{case_id}/follow-ups".format(
            case_id=quote(str(case_id), safe=""),
        ),
    }
    _kwargs["json"] = body.to_dict()

    response = caller.change(idempotency_key, **_kwargs)
    with Reading(response):
        response_201 = VoidCase.from_dict(response.json())

        return response_201
