"""Movements of a day in the ledger, and rates at its end."""

from typing import ClassVar

from django.db import models

from reports.models.bases import OfCountry


class DayOfMoney(OfCountry):
    """Transfers of one kind to one place: a house account, or all accounts of players ("player").

    The day is that of the transfer. The rows of a place up to a day sum to its balance at that day's end. `usd` is at
    the rates stored with deposits and withdrawals; null if none is stored.
    """

    currency = models.CharField(max_length=3)
    kind = models.CharField(max_length=20, help_text="wallet.ledger.models.TransferKind")
    place = models.CharField(
        max_length=20, help_text="wallet.ledger.models.HouseAccount, or player"
    )
    transfers = models.BigIntegerField()
    amount = models.BigIntegerField()
    usd = models.BigIntegerField(null=True)

    class Meta:
        constraints: ClassVar = [
            models.UniqueConstraint(
                fields=["day", "currency", "kind", "place", "country", "test"],
                name="day_of_money_once",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.day} {self.kind} {self.place} {self.amount} {self.currency}"


class DayOfExchange(OfCountry):
    """Exchanges between two currencies, in dollars at the rates of each side; the difference is the spread."""

    given_currency = models.CharField(max_length=3)
    received_currency = models.CharField(max_length=3)
    exchanges = models.BigIntegerField()
    given = models.BigIntegerField()
    received = models.BigIntegerField()
    given_usd = models.BigIntegerField()
    received_usd = models.BigIntegerField()
    spread_usd = models.BigIntegerField(help_text="given less received, each exchange rounded once")
    # per unit given, in the currency received, as the player got it
    least_price = models.DecimalField(max_digits=30, decimal_places=12)
    greatest_price = models.DecimalField(max_digits=30, decimal_places=12)

    class Meta:
        constraints: ClassVar = [
            models.UniqueConstraint(
                fields=["day", "given_currency", "received_currency", "country", "test"],
                name="day_of_exchange_once",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.day} {self.given_currency} {self.received_currency}"


class DayOfRates(models.Model):
    """The rate in effect at the end of a day."""

    day = models.DateField()
    currency = models.CharField(max_length=3)
    rate = models.DecimalField(max_digits=24, decimal_places=12)
    source = models.CharField(max_length=60)
    as_of = models.DateTimeField()

    class Meta:
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["day", "currency"], name="day_of_rates_once"),
        ]

    def __str__(self) -> str:
        return f"{self.day} {self.currency} {self.rate}"


class DayOfUsedRates(OfCountry):
    """A rate used by a day's exchanges and rounds; none for the dollar.

    `source` and `as_of` are empty if no row in effect has the rate.
    """

    currency = models.CharField(max_length=3)
    rate = models.DecimalField(max_digits=24, decimal_places=12)
    source = models.CharField(max_length=60, blank=True)
    as_of = models.DateTimeField(null=True)
    exchanges = models.BigIntegerField(help_text="given or received at it, less those undone")
    rounds = models.BigIntegerField(help_text="that were completed")

    class Meta:
        constraints: ClassVar = [
            models.UniqueConstraint(
                fields=["day", "currency", "rate", "source", "as_of", "country", "test"],
                name="day_of_used_rates_once",
                nulls_distinct=False,
            ),
        ]

    def __str__(self) -> str:
        return f"{self.day} {self.currency} {self.rate}"
