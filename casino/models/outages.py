"""Outages of the house: liveness marks of its processes, and the gaps between them."""

from django.db import models


class ProcessMark(models.Model):
    """Last time any process of a kind that players need was alive."""

    class Kind(models.TextChoices):
        """`web` answers requests, `streams` sends changes to open pages."""

        WEB = "web"
        STREAMS = "streams"

    kind = models.CharField(max_length=7, choices=Kind, unique=True)
    at = models.DateTimeField()

    def __str__(self) -> str:
        return f"{self.kind} {self.at}"


class Outage(models.Model):
    """A period without any process of a kind. Clocks that ran during it get back their full time."""

    kind = models.CharField(max_length=7, choices=ProcessMark.Kind)
    began = models.DateTimeField()
    ended = models.DateTimeField()

    class Meta:
        indexes = (models.Index(fields=["-ended"], name="outage_ended"),)

    def __str__(self) -> str:
        return f"{self.kind}: {self.began} to {self.ended}"
