"""What moved in the ledger in a day, and what everything was worth then."""

from typing import ClassVar

from django.db import models

from reports.models.country import country_field


class DayOfMoney(models.Model):
    """What one kind of transfer brought to one place: an account of the house, or all accounts of players ("player").

    A transfer counts by its own time. All rows of a place up to a day add up to what it held at that day's end.
    `usd` is at the rates stored with deposits and withdrawals; null where the ledger keeps none.
    """

    day = models.DateField()
    currency = models.CharField(max_length=3)
    kind = models.CharField(max_length=20, help_text="wallet.ledger.models.Kind")
    place = models.CharField(max_length=20, help_text="wallet.ledger.models.House, or player")
    country = country_field()
    test = models.BooleanField()
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


class DayOfExchange(models.Model):
    """Exchanges from one currency into another, in dollars at the rates of each; what the house earned is the difference."""

    day = models.DateField()
    given_currency = models.CharField(max_length=3)
    received_currency = models.CharField(max_length=3)
    country = country_field()
    test = models.BooleanField()
    exchanges = models.BigIntegerField()
    given = models.BigIntegerField()
    received = models.BigIntegerField()
    given_usd = models.BigIntegerField()
    received_usd = models.BigIntegerField()
    spread_usd = models.BigIntegerField(help_text="given less received, each exchange rounded once")
    # of one unit given, in the currency received, as the player got it
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
    """The rate that was in effect at the end of a day: what liabilities were worth then."""

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


class DayOfUsedRates(models.Model):
    """A rate at which a day's exchanges and rounds were valued, as its row said it; of the dollar there is none.

    `source` and `as_of` are empty where a round has a rate that no row in effect said.
    """

    day = models.DateField()
    currency = models.CharField(max_length=3)
    rate = models.DecimalField(max_digits=24, decimal_places=12)
    source = models.CharField(max_length=60, blank=True)
    as_of = models.DateTimeField(null=True)
    country = country_field()
    test = models.BooleanField()
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
