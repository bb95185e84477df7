from typing import Any

from ....calls import Caller
from ....problems import Reading
from ...models.chosen_hands import ChosenHands
from ...models.void_preview import VoidPreview


def preview_void(
    caller: Caller,
    /,
    *,
    body: ChosenHands,
) -> VoidPreview:
    """Preview a void.

    What voiding these hands would move now. Its digest belongs to the proposal.
    """

    _kwargs: dict[str, Any] = {
        "method": "post",
        "url": "/api/v1/operator/voids/preview",
    }
    _kwargs["json"] = body.to_dict()

    response = caller.send(**_kwargs)
    with Reading(response):
        response_200 = VoidPreview.from_dict(response.json())

        return response_200
