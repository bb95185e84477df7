"""A row for each client, and one for each of its requests: the least that a request of play must do too."""

from typing import ClassVar

from django.db import models
from django.utils import timezone

from accounts.models.users import User


class Counter(models.Model):
    """What a client locks and changes; nobody else touches it."""

    player = models.OneToOneField(User, on_delete=models.PROTECT, related_name="+")
    total = models.BigIntegerField(default=0)

    # said, because the types' plugin knows the product's apps only
    objects: ClassVar[models.Manager["Counter"]] = models.Manager()

    class Meta:
        app_label = "bare"

    def __str__(self) -> str:
        return f"{self.pk}: {self.total}"


class Line(models.Model):
    """What a request leaves."""

    counter = models.ForeignKey(Counter, on_delete=models.PROTECT, related_name="+")
    number = models.BigIntegerField()
    at = models.DateTimeField(default=timezone.now)

    objects: ClassVar[models.Manager["Line"]] = models.Manager()

    class Meta:
        app_label = "bare"

    def __str__(self) -> str:
        return f"{self.pk}: {self.number}"
