from typing import Any

from ....calls import Caller
from ....problems import Reading
from ...models.policy_page import PolicyPage


def list_documents_due(
    caller: Caller,
    /,
) -> PolicyPage:
    """List documents to accept.

    Changed terms and policies that the player has to accept. Until then real money is refused
    with `policies_due`.
    """

    _kwargs: dict[str, Any] = {
        "method": "get",
        "url": "/api/v1/documents/due",
    }
    response = caller.read(**_kwargs)
    with Reading(response):
        response_200 = PolicyPage.from_dict(response.json())

        return response_200
