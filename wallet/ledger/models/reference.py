"""Currencies and kinds of house accounts: rows added by migrations, and the enum of these kinds."""

from typing import ClassVar

from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from accounts.values.currencies import BASE_CURRENCY, PLAY_MONEY


class HouseAccount(models.TextChoices):
    """Kinds of house accounts: one account of each per currency, without a stored balance."""

    BANK = "bank", _("Bank")
    IN_PLAY = "in_play", _("In play")
    GAME_RESULT = "game_result", _("Game result")
    FX = "fx", _("Exchange")
    BONUS = "bonus", _("Bonus")
    ADJUSTMENT = "adjustment", _("Adjustments")
    WITHDRAWAL_PENDING = "withdrawal_pending", _("Withdrawals pending")
    RECEIVABLE = "receivable", _("Owed by players")
    SUSPENSE = "suspense", _("Suspended stakes")
    LOYALTY = "loyalty", _("Points")
    TAX = "tax", _("Tax withheld")


class Currency(models.Model):
    """Currency (`accounts.values.currencies.CurrencyCode`); a trigger opens its house accounts.

    The limits are its initial deposit and withdrawal limits in units of 10^-4; play money has none.
    """

    code = models.CharField(max_length=3, primary_key=True)
    minor_digits = models.PositiveSmallIntegerField()
    is_base = models.BooleanField(db_default=False)
    is_play_money = models.BooleanField(db_default=False)
    deposit_least = models.BigIntegerField(null=True)
    deposit_most = models.BigIntegerField(null=True)
    withdrawal_least = models.BigIntegerField(null=True)
    withdrawal_most = models.BigIntegerField(null=True)

    class Meta:
        """Minor units fit the ledger's scale; other constraints and indexes name the two special codes, so their flags are fixed."""

        constraints: ClassVar = [
            models.CheckConstraint(
                name="wallet_currency_minor_digits", condition=Q(minor_digits__lte=4)
            ),
            models.CheckConstraint(
                name="wallet_currency_base",
                condition=Q(code=BASE_CURRENCY, is_base=True)
                | (~Q(code=BASE_CURRENCY) & Q(is_base=False)),
            ),
            models.CheckConstraint(
                name="wallet_currency_play_money",
                condition=Q(code=PLAY_MONEY, is_play_money=True)
                | (~Q(code=PLAY_MONEY) & Q(is_play_money=False)),
            ),
            models.CheckConstraint(
                name="wallet_currency_limits",
                condition=Q(is_play_money=True)
                | Q(
                    deposit_least__isnull=False,
                    deposit_most__isnull=False,
                    withdrawal_least__isnull=False,
                    withdrawal_most__isnull=False,
                ),
            ),
        ]

    def __str__(self) -> str:
        return self.code


class HouseKind(models.Model):
    """A kind of house account (`HouseAccount`); a trigger opens one in each currency."""

    code = models.CharField(max_length=20, primary_key=True)
    takes_play_money = models.BooleanField()

    class Meta:
        db_table = "wallet_house_kind"

    def __str__(self) -> str:
        return self.code
