"""The last check of each link that a profile requires."""

from django.db import models


class LinkCheck(models.Model):
    """Whether an address answered when it was checked last; `failure` is empty if it did."""

    address = models.CharField(max_length=300, primary_key=True)
    checked_at = models.DateTimeField()
    failure = models.CharField(max_length=20, blank=True, default="", db_default="")
    status = models.PositiveSmallIntegerField(null=True)

    def __str__(self) -> str:
        return f"{self.address}: {self.failure or 'reachable'}"
