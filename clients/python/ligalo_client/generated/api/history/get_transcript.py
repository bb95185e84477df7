from typing import Any
from urllib.parse import quote
from uuid import UUID

from ....calls import Caller
from ....problems import Reading
from ...models.transcript import Transcript


def get_transcript(
    caller: Caller,
    shoe: UUID,
) -> Transcript:
    """Get a transcript.

    The transcript of a closed shoe that you played. At a live table it has your own amounts
    only. Send it to `verify`, or check it with the library.
    """

    _kwargs: dict[str, Any] = {
        "method": "get",
        "url": "/api/v1/shoes/{shoe}/transcript".format(
            shoe=quote(str(shoe), safe=""),
        ),
    }
    response = caller.read(**_kwargs)
    with Reading(response):
        response_200 = Transcript.from_dict(response.json())

        return response_200
