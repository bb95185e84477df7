from typing import Any
from urllib.parse import quote

from ....calls import Caller
from ....problems import Reading
from ...models.proposal_record import ProposalRecord


def get_rate_proposal(
    caller: Caller,
    number: int,
) -> ProposalRecord:
    """Get a proposal.

    Whether it waits, or was approved or refused.
    """

    _kwargs: dict[str, Any] = {
        "method": "get",
        "url": "/api/v1/operator/rates/{number}".format(
            number=quote(str(number), safe=""),
        ),
    }
    response = caller.read(**_kwargs)
    with Reading(response):
        response_200 = ProposalRecord.from_dict(response.json())

        return response_200
