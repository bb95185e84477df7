"""Answers kept for repeated requests."""

from typing import ClassVar

from django.db import models
from django.utils import timezone

from api.values.keys import LONGEST_CALLER, LONGEST_KEY


class StoredAnswer(models.Model):
    """The answer to a request with this idempotency key; without status while the work goes on."""

    caller = models.CharField(max_length=LONGEST_CALLER)
    key = models.CharField(max_length=LONGEST_KEY)
    fingerprint = models.CharField(max_length=64)
    status = models.PositiveSmallIntegerField(null=True)
    content_type = models.CharField(max_length=100, default="")
    body = models.TextField(default="")
    created_at = models.DateTimeField(default=timezone.now, db_index=True)

    class Meta:
        constraints: ClassVar = [
            models.UniqueConstraint(name="storedanswer_once_per_caller", fields=["caller", "key"])
        ]

    def __str__(self) -> str:
        return f"answer to {self.caller} {self.key}"
