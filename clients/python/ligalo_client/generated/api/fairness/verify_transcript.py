from typing import Any

from ....calls import Caller
from ....problems import Reading
from ...models.transcript_to_verify import TranscriptToVerify
from ...models.verification import Verification


def verify_transcript(
    caller: Caller,
    /,
    *,
    body: TranscriptToVerify,
) -> Verification:
    """Verify a transcript.

    Recomputes commitment, cards, play and payouts of a closed shoe, and compares them with
    the transcript. Nothing is stored. The library and the site's page do the same without
    sending the transcript here.
    """

    _kwargs: dict[str, Any] = {
        "method": "post",
        "url": "/api/v1/verify",
    }
    _kwargs["json"] = body.to_dict()

    response = caller.send(**_kwargs)
    with Reading(response):
        response_200 = Verification.from_dict(response.json())

        return response_200
