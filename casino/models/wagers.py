"""Bets at a live table before bets close, and the sealed seed exchange that follows."""

import uuid

from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from casino.models.origins import Origin
from casino.models.places import Participant, Place, Shoe
from wallet.money.values import Money


class Wager(models.Model):
    """A player's bets for the next deal, with the stakes held in the ledger. Its public id becomes the round's.

    It ends once: dealt, or with its stakes returned. A participant has at most one open wager. Its bets are
    immutable: a replacement is another wager.
    """

    class End(models.TextChoices):
        """End of a wager; empty while it is open."""

        OPEN = "", _("open")
        REPLACED = "replaced", _("replaced by another bet")
        WITHDRAWN = "withdrawn", _("withdrawn")
        RETURNED = "returned", _("returned")
        DEALT = "dealt", _("dealt")

    public_id = models.UUIDField(default=uuid.uuid4, unique=True, editable=False)
    participant = models.ForeignKey(Participant, on_delete=models.PROTECT, related_name="wagers")
    shoe = models.ForeignKey(Shoe, on_delete=models.PROTECT, related_name="wagers", db_index=False)
    nonce = models.PositiveIntegerField()
    client_seed = models.CharField(max_length=31)
    cut = models.PositiveIntegerField(null=True)
    limits_at_deal = models.JSONField()
    currency = models.CharField(max_length=3)
    tasa_cambio = models.DecimalField(max_digits=24, decimal_places=12)
    amount = models.BigIntegerField()
    amount_usd = models.BigIntegerField()
    balance_before = models.BigIntegerField()
    origin = models.ForeignKey(
        Origin,
        on_delete=models.DO_NOTHING,
        null=True,
        related_name="+",
        db_constraint=False,
        db_index=False,
    )
    placed_at = models.DateTimeField()
    # For the next exchange: the seal, or without JavaScript the seed itself.
    seal = models.CharField(max_length=64, blank=True)
    plain_seed = models.CharField(max_length=64, blank=True)
    end = models.CharField(max_length=9, choices=End, default=End.OPEN, blank=True)
    ended_at = models.DateTimeField(null=True)

    class Meta:
        constraints = (
            models.UniqueConstraint(
                fields=["participant"], condition=Q(end=""), name="one_open_wager_per_participant"
            ),
            models.UniqueConstraint(
                fields=["seal"], condition=Q(end="") & ~Q(seal=""), name="one_open_wager_per_seal"
            ),
            models.CheckConstraint(  # or neither: bets behind alone need no seed
                name="wager_sealed_or_plain", condition=Q(seal="") | Q(plain_seed="")
            ),
            models.CheckConstraint(
                name="wager_ends_at_a_time",
                condition=Q(end="", ended_at__isnull=True)
                | (~Q(end="") & Q(ended_at__isnull=False)),
            ),
        )
        indexes = (models.Index(fields=["shoe", "nonce"], name="wager_of_deal"),)

    def __str__(self) -> str:
        return str(self.public_id)

    def money(self, units: int) -> Money:
        """Return `units` as money in this wager's currency."""
        return Money(units, self.currency)


class WagerBet(models.Model):
    """A wager's stakes on one box: own, or behind with the choices made in advance (`blackjack.choices`)."""

    wager = models.ForeignKey(Wager, on_delete=models.PROTECT, related_name="bets", db_index=False)
    box = models.PositiveSmallIntegerField()
    choices = models.JSONField(null=True)
    stake = models.BigIntegerField()
    amount_usd = models.BigIntegerField()
    side_bets = models.JSONField(default=dict)

    class Meta:
        constraints = (
            models.UniqueConstraint(fields=["wager", "box"], name="one_wager_bet_per_box"),
        )

    def __str__(self) -> str:
        return f"{self.box}: {self.stake}"


class SeedExchange(models.Model):
    """A seed exchange for the next deal. Its list of seals is fixed when bets close; after a failure a second one follows."""

    class Status(models.TextChoices):
        """`sealing`: seals of the second exchange are still arriving. `aborted`: a seat failed to open or seal."""

        SEALING = "sealing", _("seals are sent")
        OPENING = "opening", _("seeds are opened")
        COMPLETE = "complete", _("complete")
        ABORTED = "aborted", _("aborted")
        DROPPED = "dropped", _("dropped: no deal could follow")

    place = models.ForeignKey(
        Place, on_delete=models.PROTECT, related_name="exchanges", db_index=False
    )
    shoe = models.ForeignKey(
        Shoe, on_delete=models.PROTECT, related_name="exchanges", db_index=False
    )
    nonce = models.PositiveIntegerField()
    attempt = models.PositiveSmallIntegerField()
    status = models.CharField(max_length=8, choices=Status)
    seals_hash = models.CharField(max_length=64, blank=True)
    listed_at = models.DateTimeField(null=True)
    ended_at = models.DateTimeField(null=True)

    class Meta:
        constraints = (
            models.UniqueConstraint(
                fields=["shoe", "nonce", "attempt"], name="one_exchange_per_attempt"
            ),
            models.UniqueConstraint(
                fields=["place"],
                condition=Q(status__in=["sealing", "opening"]),
                name="one_running_exchange_per_place",
            ),
        )
        indexes = (
            models.Index(fields=["place", "-ended_at"], name="exchange_of_place"),
            models.Index(  # counted on the public fairness page
                fields=["place", "-ended_at"],
                name="exchange_aborted",
                condition=Q(status="aborted"),
            ),
        )

    def __str__(self) -> str:
        return f"{self.shoe_id}: {self.nonce}.{self.attempt}"


class SeatSeal(models.Model):
    """One seat in the list of an exchange, at its player's lowest box: sealed, or plain with an empty `seal`.

    `seat_seed` is the opened seed; null before that, and permanently if the seat failed.
    """

    exchange = models.ForeignKey(
        SeedExchange, on_delete=models.PROTECT, related_name="seals", db_index=False
    )
    wager = models.ForeignKey(Wager, on_delete=models.PROTECT, related_name="seals")
    box = models.PositiveSmallIntegerField()
    seal = models.CharField(max_length=64, blank=True)
    seat_seed = models.CharField(max_length=64, null=True)  # noqa: DJ001 - null until opened, never empty
    opened_at = models.DateTimeField(null=True)

    class Meta:
        constraints = (
            models.UniqueConstraint(fields=["exchange", "box"], name="one_seal_per_box"),
            models.UniqueConstraint(
                fields=["seal"], condition=~Q(seal=""), name="a_seal_is_used_once"
            ),
            models.CheckConstraint(
                name="plain_seal_is_open", condition=~Q(seal="") | Q(seat_seed__isnull=False)
            ),
        )

    def __str__(self) -> str:
        return f"{self.exchange_id}: {self.box}"
