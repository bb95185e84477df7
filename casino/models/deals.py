"""Deals from a shoe, one for each nonce."""

from django.contrib.postgres.fields import ArrayField
from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from casino.models.places import Place, Shoe


class Status(models.TextChoices):
    """Status of a deal and of each round in it. Each ends once."""

    IN_PROGRESS = "in_progress", _("in progress")
    COMPLETED = "completed", _("completed")
    CANCELLED = "cancelled", _("cancelled")


class Deal(models.Model):
    """The deal of one nonce of a shoe, shared by the rounds of all its players.

    While it runs, its cards are computed from the sealed seed; `cards` is null until it ends.
    """

    place = models.ForeignKey(Place, on_delete=models.PROTECT, related_name="deals", db_index=False)
    shoe = models.ForeignKey(Shoe, on_delete=models.PROTECT, related_name="deals", db_index=False)
    nonce = models.PositiveIntegerField()
    status = models.CharField(max_length=12, choices=Status, default=Status.IN_PROGRESS)
    boxes = ArrayField(models.PositiveSmallIntegerField())  # ascending
    entropy = models.CharField(max_length=80)  # C in docs/fairness.md: from the seeds of all boxes
    # library and rules it is played with
    library_version = models.CharField(max_length=20)
    rules_hash = models.CharField(max_length=64)
    state_hash = models.CharField(max_length=64)
    cards_drawn = models.PositiveIntegerField(null=True)
    cards = ArrayField(models.CharField(max_length=2), null=True)
    # Before its first card: Hi-Lo count of the cards seen in the shoe, and the number of cards in it.
    # Null: from before these columns existed.
    running_count = models.SmallIntegerField(null=True)
    cards_left = models.SmallIntegerField(null=True)

    class Meta:
        constraints = (
            models.UniqueConstraint(fields=["shoe", "nonce"], name="nonce_once_per_shoe"),
            models.UniqueConstraint(
                fields=["place"],
                condition=Q(status="in_progress"),
                name="one_running_deal_per_place",
            ),
            models.CheckConstraint(
                name="cards_exactly_when_finished",
                condition=Q(status="in_progress", cards_drawn__isnull=True, cards__isnull=True)
                | (~Q(status="in_progress") & Q(cards_drawn__isnull=False, cards__isnull=False)),
            ),
        )

    def __str__(self) -> str:
        return f"{self.shoe_id}: {self.nonce}"
