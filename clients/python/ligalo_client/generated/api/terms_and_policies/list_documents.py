from typing import Any

from ....calls import Caller
from ....problems import Reading
from ...models.policy_page import PolicyPage


def list_documents(
    caller: Caller,
    /,
) -> PolicyPage:
    """List terms and policies.

    The versions in force, in the language of the request.
    """

    _kwargs: dict[str, Any] = {
        "method": "get",
        "url": "/api/v1/documents",
    }
    response = caller.read(**_kwargs)
    with Reading(response):
        response_200 = PolicyPage.from_dict(response.json())

        return response_200
