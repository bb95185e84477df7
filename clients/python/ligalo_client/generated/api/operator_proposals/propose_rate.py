from typing import Any

from ....calls import Caller
from ....problems import Reading
from ...models.proposal_record import ProposalRecord
from ...models.proposed_rate import ProposedRate


def propose_rate(
    caller: Caller,
    /,
    *,
    body: ProposedRate,
    idempotency_key: str | None = None,
) -> ProposalRecord:
    """Propose an exchange rate.

    A rate far from the last one waits for a second person; another is in effect.
    """

    _kwargs: dict[str, Any] = {
        "method": "post",
        "url": "/api/v1/operator/rates",
    }
    _kwargs["json"] = body.to_dict()

    response = caller.change(idempotency_key, **_kwargs)
    with Reading(response):
        response_201 = ProposalRecord.from_dict(response.json())

        return response_201
