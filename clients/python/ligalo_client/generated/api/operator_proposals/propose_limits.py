from typing import Any

from ....calls import Caller
from ....problems import Reading
from ...models.limits_body_request import LimitsBodyRequest
from ...models.proposal_record import ProposalRecord


def propose_limits(
    caller: Caller,
    /,
    *,
    body: LimitsBodyRequest,
    idempotency_key: str | None = None,
) -> ProposalRecord:
    """Propose limits of play.

    Limits of the house or of one player, as a whole. They are in force once a second person
    approves them.
    """

    _kwargs: dict[str, Any] = {
        "method": "post",
        "url": "/api/v1/operator/limits",
    }
    _kwargs["json"] = body.to_dict()

    response = caller.change(idempotency_key, **_kwargs)
    with Reading(response):
        response_201 = ProposalRecord.from_dict(response.json())

        return response_201
