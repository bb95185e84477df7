from typing import Any
from urllib.parse import quote
from uuid import UUID

from ....calls import Caller
from ....problems import Reading
from ...models.hint import Hint
from ...models.hint_step import HintStep


def take_hint(
    caller: Caller,
    round_: UUID,
    *,
    body: HintStep,
    idempotency_key: str | None = None,
) -> Hint:
    """Take a hint.

    The chart's advice for the present decision, at tables with hints. It is recorded.
    """

    _kwargs: dict[str, Any] = {
        "method": "post",
        "url": "/api/v1/rounds/{round_}/hints".format(
            round_=quote(str(round_), safe=""),
        ),
    }
    _kwargs["json"] = body.to_dict()

    response = caller.change(idempotency_key, **_kwargs)
    with Reading(response):
        response_200 = Hint.from_dict(response.json())

        return response_200
