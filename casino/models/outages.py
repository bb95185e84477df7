"""When the house could not be reached: marks of its processes, and the gaps between them."""

from django.db import models


class ProcessMark(models.Model):
    """A kind of process that players need, and when any of them was alive last."""

    class Kind(models.TextChoices):
        """Web answers requests, streams carry changes."""

        WEB = "web"
        STREAMS = "streams"

    kind = models.CharField(max_length=7, choices=Kind, unique=True)
    at = models.DateTimeField()

    def __str__(self) -> str:
        return f"{self.kind} {self.at}"


class Outage(models.Model):
    """A time without any process of a kind. Clocks that ran in it get back their full time."""

    kind = models.CharField(max_length=7, choices=ProcessMark.Kind)
    began = models.DateTimeField()
    ended = models.DateTimeField()

    class Meta:
        indexes = (models.Index(fields=["-ended"], name="outage_ended"),)

    def __str__(self) -> str:
        return f"{self.kind}: {self.began} to {self.ended}"
