"""Models of the bare view: a row per client and one per request, the minimum that a request of play needs too."""

from typing import ClassVar

from django.db import models
from django.utils import timezone

from accounts.models.users import User


class Counter(models.Model):
    """Row that a client's requests lock and update; no other client touches it."""

    player = models.OneToOneField(User, on_delete=models.PROTECT, related_name="+")
    total = models.BigIntegerField(default=0)

    # declared explicitly: the mypy plugin knows only the product's apps
    objects: ClassVar[models.Manager["Counter"]] = models.Manager()

    class Meta:
        app_label = "bare"

    def __str__(self) -> str:
        return f"{self.pk}: {self.total}"


class Line(models.Model):
    """Row inserted by each request."""

    counter = models.ForeignKey(Counter, on_delete=models.PROTECT, related_name="+")
    number = models.BigIntegerField()
    at = models.DateTimeField(default=timezone.now)

    objects: ClassVar[models.Manager["Line"]] = models.Manager()

    class Meta:
        app_label = "bare"

    def __str__(self) -> str:
        return f"{self.pk}: {self.number}"
