"""Deliveries of webhooks as lines of a list."""

from dataclasses import dataclass

from api.models import WebhookDelivery
from api.values.webhook_answers import DeliveryFailure
from journal.values.event_numbers import event_number


@dataclass(frozen=True, slots=True)
class DeliveryLine:
    """A delivery with the number of its event, and the status and failure of its last attempt."""

    row: WebhookDelivery
    number: str
    status: int | None
    failure: str


def build_delivery_line(row: WebhookDelivery) -> DeliveryLine:
    """Return the line of a delivery of `api.selectors.webhooks.filter_deliveries`."""
    failure, status = getattr(row, "last_failure", ""), getattr(row, "last_status", None)
    words = str(DeliveryFailure(failure).label) if failure else ""
    return DeliveryLine(row, event_number(row.event_id), status, words)
