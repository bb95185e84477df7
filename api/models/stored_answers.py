"""Answers kept for repeated requests."""

from typing import ClassVar, Final

from django.db import models
from django.utils import timezone

from api.values.keys import LONGEST_CALLER, LONGEST_KEY

_DIGEST: Final = 32
"""Bytes of a SHA-256."""


class StoredAnswer(models.Model):
    """The answer to a request with this idempotency key; without status while the work goes on.

    `body` is packed by `api.values.packed_texts`.
    """

    caller = models.CharField(max_length=LONGEST_CALLER)
    key = models.CharField(max_length=LONGEST_KEY)
    fingerprint = models.BinaryField(max_length=_DIGEST)
    status = models.PositiveSmallIntegerField(null=True)
    body = models.BinaryField(default=b"")
    created_at = models.DateTimeField(default=timezone.now, db_index=True)

    class Meta:
        constraints: ClassVar = [
            models.UniqueConstraint(name="storedanswer_once_per_caller", fields=["caller", "key"])
        ]

    def __str__(self) -> str:
        return f"answer to {self.caller} {self.key}"
