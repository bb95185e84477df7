from typing import Any

from ....calls import Caller
from ....problems import Reading
from ...models.break_ import Break
from ...models.self_exclusion import SelfExclusion


def exclude_self(
    caller: Caller,
    /,
    *,
    body: SelfExclusion,
    idempotency_key: str | None = None,
) -> Break:
    """Exclude oneself.

    Bars the player from play until a time or without an end. Who may end it early, if
    anybody, is as the profile in force says.
    """

    _kwargs: dict[str, Any] = {
        "method": "post",
        "url": "/api/v1/self-exclusion",
    }
    _kwargs["json"] = body.to_dict()

    response = caller.change(idempotency_key, **_kwargs)
    with Reading(response):
        response_201 = Break.from_dict(response.json())

        return response_201
