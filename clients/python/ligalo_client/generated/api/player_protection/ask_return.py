from typing import Any

from ....calls import Caller
from ....problems import Reading
from ...models.exclusion_return import ExclusionReturn
from ...models.return_proof import ReturnProof
from ...types import UNSET, Unset


def ask_return(
    caller: Caller,
    /,
    *,
    body: ReturnProof | Unset = UNSET,
    idempotency_key: str | None = None,
) -> ExclusionReturn:
    """Ask to come back.

    Ends the player's self-exclusions that may be ended so, after their wait.
    """

    _kwargs: dict[str, Any] = {
        "method": "post",
        "url": "/api/v1/self-exclusion/return",
    }

    if not isinstance(body, Unset):
        _kwargs["json"] = body.to_dict()

    response = caller.change(idempotency_key, **_kwargs)
    with Reading(response):
        response_201 = ExclusionReturn.from_dict(response.json())

        return response_201
