"""Amounts of money in requests."""

from typing import Any

from django.utils.translation import gettext_lazy as _
from drf_spectacular.utils import extend_schema_serializer
from rest_framework import serializers

from accounts.values.currencies import PLAY_MONEY, REAL_CURRENCIES
from api.serializers.base import BodySerializer
from api.serializers.texts import TextField
from wallet.money.refusals import InvalidAmount, TooManyDecimals
from wallet.money.values import Money


@extend_schema_serializer(component_name="MoneyInput")
class MoneyField(BodySerializer):
    """An amount in a request; its value is `Money`. More decimals than the currency has coins for are refused."""

    amount = TextField(
        max_length=120,
        help_text=_(
            "A decimal in quotes, with a point and without a thousands separator, above 0."
        ),
    )
    currency = serializers.ChoiceField(choices=[*REAL_CURRENCIES, PLAY_MONEY])

    def validate(self, attrs: dict[str, Any]) -> Money:
        """Return the money. Refuse exponents, signs, other digits, and parts of a coin."""
        try:
            return _parse(attrs["amount"], attrs["currency"])
        except (InvalidAmount, TooManyDecimals) as refusal:
            text = serializers.ErrorDetail(str(refusal), refusal.code)
            raise serializers.ValidationError({"amount": [text]}) from refusal


def _parse(text: str, currency: str) -> Money:
    money = Money.parse(text, currency)
    if money.dust:
        raise TooManyDecimals(_("An amount has no part of a coin."))
    if money.units <= 0:
        raise InvalidAmount(detail=text)
    return money
