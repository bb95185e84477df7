from typing import Any

from ....calls import Caller
from ....problems import Reading
from ...models.reality_answer import RealityAnswer
from ...models.reality_check import RealityCheck


def answer_reality_check(
    caller: Caller,
    /,
    *,
    body: RealityAnswer,
    idempotency_key: str | None = None,
) -> RealityCheck:
    """Answer the reality check.

    Bets are taken again afterwards. A check that is not the due one is refused.
    """

    _kwargs: dict[str, Any] = {
        "method": "post",
        "url": "/api/v1/reality-check/answer",
    }
    _kwargs["json"] = body.to_dict()

    response = caller.change(idempotency_key, **_kwargs)
    with Reading(response):
        response_200 = RealityCheck.from_dict(response.json())

        return response_200
