"""Abstract models of closed days."""

from django.db import models


class OfCountry(models.Model):
    """One day of the players of one country; test accounts have rows of their own."""

    day = models.DateField()
    country = models.CharField(max_length=2, help_text="ISO 3166-1 alpha-2")
    test = models.BooleanField()

    class Meta:
        abstract = True


class Returns(models.Model):
    """Stakes and payouts, in the currency of the row and in dollars."""

    staked = models.BigIntegerField()
    returned = models.BigIntegerField()
    staked_usd = models.BigIntegerField()
    returned_usd = models.BigIntegerField()

    class Meta:
        abstract = True
