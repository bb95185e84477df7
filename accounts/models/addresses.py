"""Residential addresses of players, and their verification."""

from typing import ClassVar

from django.db import models
from django.db.models import Q
from django.db.models.functions import Now

from accounts.models.identity import REASON_LENGTH
from accounts.models.users import User


class ResidentialAddress(models.Model):
    """A player's residential address from a moment on, encrypted; the newest row is in force. Append-only.

    `User.address_country` is its country. An address in free text of an older release has no country.
    """

    player = models.ForeignKey(
        User, on_delete=models.PROTECT, related_name="residential_addresses", db_index=False
    )
    country = models.CharField(max_length=2, blank=True)
    sealed = models.BinaryField()
    acting_user = models.ForeignKey(  # null: entered by the player
        User, on_delete=models.PROTECT, null=True, related_name="+", db_index=False
    )
    at = models.DateTimeField(db_default=Now())

    class Meta:
        indexes: ClassVar = [
            models.Index(fields=["player", "-id"], name="residentialaddress_of_player"),
        ]

    def __str__(self) -> str:
        return f"address {self.pk} of player {self.player_id}"


class AddressVerification(models.Model):
    """The proof by which staff verified an address. Append-only."""

    address = models.OneToOneField(
        ResidentialAddress,
        on_delete=models.PROTECT,
        primary_key=True,
        related_name="verification",
    )
    reason = models.CharField(max_length=REASON_LENGTH)
    acting_user = models.ForeignKey(
        User, on_delete=models.PROTECT, related_name="+", db_index=False
    )
    at = models.DateTimeField(db_default=Now())

    class Meta:
        constraints: ClassVar = [
            models.CheckConstraint(name="address_verification_reason", condition=~Q(reason="")),
        ]

    def __str__(self) -> str:
        return f"verification of address {self.address_id}"
