from typing import Any

from ....calls import Caller
from ....problems import Reading
from ...models.accept_policies import AcceptPolicies
from ...models.policy_page import PolicyPage


def accept_documents(
    caller: Caller,
    /,
    *,
    body: AcceptPolicies,
    idempotency_key: str | None = None,
) -> PolicyPage:
    """Accept changed documents.

    All documents that wait, in the versions that were read. Returns what still waits.
    """

    _kwargs: dict[str, Any] = {
        "method": "post",
        "url": "/api/v1/documents/due",
    }
    _kwargs["json"] = body.to_dict()

    response = caller.change(idempotency_key, **_kwargs)
    with Reading(response):
        response_200 = PolicyPage.from_dict(response.json())

        return response_200
