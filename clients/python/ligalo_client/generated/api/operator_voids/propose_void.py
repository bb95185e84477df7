from typing import Any

from ....calls import Caller
from ....problems import Reading
from ...models.proposed_void import ProposedVoid
from ...models.void_case import VoidCase


def propose_void(
    caller: Caller,
    /,
    *,
    body: ProposedVoid,
    idempotency_key: str | None = None,
) -> VoidCase:
    """Propose a void.

    Propose to void hands, after a preview. Nothing moves until a person approves it.
    """

    _kwargs: dict[str, Any] = {
        "method": "post",
        "url": "/api/v1/operator/voids",
    }
    _kwargs["json"] = body.to_dict()

    response = caller.change(idempotency_key, **_kwargs)
    with Reading(response):
        response_201 = VoidCase.from_dict(response.json())

        return response_201
