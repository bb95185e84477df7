"""Deletion of old deliveries."""

from datetime import datetime, timedelta
from typing import Final

from django.conf import settings
from django.db import transaction

from api.models import WebhookDelivery

BATCH: Final = 1000


@transaction.atomic
def delete_old_deliveries(now: datetime) -> int:
    """Delete a batch of deliveries that ended more than WEBHOOK_DAYS ago, with their attempts; return how many."""
    before = now - timedelta(days=settings.WEBHOOK_DAYS)
    old = WebhookDelivery.objects.filter(ended_at__lt=before)
    locked = old.select_for_update(skip_locked=True).order_by("ended_at")
    numbers = list(locked.values_list("pk", flat=True)[:BATCH])
    WebhookDelivery.objects.filter(pk__in=numbers).delete()
    return len(numbers)
