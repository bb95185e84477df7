"""Origins of bets and decisions: one row for each IP address and browser."""

from django.db import models


class Origin(models.Model):
    """An IP address and user agent. Personal data: shown to staff, never on players' pages."""

    # Of address and agent: `casino.play.views`.
    digest = models.CharField(max_length=64, unique=True)
    address = models.GenericIPAddressField()
    agent = models.CharField(max_length=200, blank=True)
    seen_at = models.DateTimeField()  # first time

    def __str__(self) -> str:
        return f"{self.address} {self.agent}"
