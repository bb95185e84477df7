from typing import Any

from ....calls import Caller
from ....problems import Reading
from ...models.proposal_record import ProposalRecord
from ...models.proposed_limits import ProposedLimits
from ...types import UNSET, Unset


def propose_limits(
    caller: Caller,
    /,
    *,
    body: ProposedLimits,
    if_match: str | Unset = UNSET,
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

    headers: dict[str, str] = {}
    if not isinstance(if_match, Unset):
        headers["If-Match"] = str(if_match)
    _kwargs["headers"] = headers
    response = caller.change(idempotency_key, **_kwargs)
    with Reading(response):
        response_201 = ProposalRecord.from_dict(response.json())

        return response_201
