"""What the rows of several closed days have in common."""

from django.db import models


class OfCountry(models.Model):
    """One day of the players of one country, test accounts apart from the others."""

    day = models.DateField()
    country = models.CharField(max_length=2, help_text="ISO 3166-1 alpha-2")
    test = models.BooleanField()

    class Meta:
        abstract = True


class Returns(models.Model):
    """What was staked and what came back, in the currency of the row and in dollars."""

    staked = models.BigIntegerField()
    returned = models.BigIntegerField()
    staked_usd = models.BigIntegerField()
    returned_usd = models.BigIntegerField()

    class Meta:
        abstract = True
