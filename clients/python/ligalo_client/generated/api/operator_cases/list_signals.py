from typing import Any

from ....calls import Caller
from ....problems import Reading
from ...models.signal_record_page import SignalRecordPage


def list_signals(
    caller: Caller,
    /,
) -> SignalRecordPage:
    """List signals.

    Signals with their thresholds in force. Two people change them, on the site alone.
    """

    _kwargs: dict[str, Any] = {
        "method": "get",
        "url": "/api/v1/operator/signals",
    }
    response = caller.read(**_kwargs)
    with Reading(response):
        response_200 = SignalRecordPage.from_dict(response.json())

        return response_200
