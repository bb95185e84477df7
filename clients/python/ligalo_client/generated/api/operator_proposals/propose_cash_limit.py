from typing import Any

from ....calls import Caller
from ....problems import Reading
from ...models.proposal_record import ProposalRecord
from ...models.proposed_cash_limit import ProposedCashLimit


def propose_cash_limit(
    caller: Caller,
    /,
    *,
    body: ProposedCashLimit,
    idempotency_key: str | None = None,
) -> ProposalRecord:
    """Propose a limit of deposits or withdrawals.

    It is in force once a second person approves it.
    """

    _kwargs: dict[str, Any] = {
        "method": "post",
        "url": "/api/v1/operator/cash-limits",
    }
    _kwargs["json"] = body.to_dict()

    response = caller.change(idempotency_key, **_kwargs)
    with Reading(response):
        response_201 = ProposalRecord.from_dict(response.json())

        return response_201
