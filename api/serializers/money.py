"""Amounts of money in requests."""

from contextlib import suppress
from typing import Any, Final

from django.utils.translation import gettext_lazy as _
from drf_spectacular.utils import extend_schema_serializer
from rest_framework import serializers
from rest_framework.fields import empty

from accounts.values.currencies import PLAY_MONEY, REAL_CURRENCIES
from api.serializers.base import BodySerializer
from api.serializers.texts import TextField
from journal.refusals import Refusal
from wallet.money.refusals import AmountOutOfRange, InvalidAmount, TooManyDecimals
from wallet.money.values import Money

_MOST_UNITS: Final = 2**63 - 1
_LONGEST: Final = 120
_CURRENCIES: Final = [*REAL_CURRENCIES, PLAY_MONEY]
_NAMES: Final = frozenset({"amount", "currency"})


@extend_schema_serializer(component_name="MoneyInput")
class MoneyField(BodySerializer):
    """An amount in a request; its value is `Money`. Parts of a coin are refused, and zero unless it is allowed."""

    amount = TextField(
        max_length=_LONGEST,
        help_text=_("A decimal in quotes, with a point and without a thousands separator."),
    )
    currency = serializers.ChoiceField(choices=_CURRENCIES)

    def __init__(self, *, allow_zero: bool = False, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self.allow_zero = allow_zero

    def run_validation(self, data: Any = empty) -> Any:
        """Return the money of a right form at once; rest_framework finds what is wrong with any other."""
        if type(data) is dict and data.keys() == _NAMES:
            amount, currency = data["amount"], data["currency"]
            are_texts = type(amount) is str and type(currency) is str
            if are_texts and len(amount) <= _LONGEST and currency in _CURRENCIES:
                with suppress(Refusal):
                    return self._require(_parse(amount, currency))
        return super().run_validation(data)

    def _require(self, money: Money) -> Money:
        return money if self.allow_zero else _require_some(money)

    def validate(self, attrs: dict[str, Any]) -> Money:
        """Return the money. Refuse exponents, signs, other digits, and amounts that no account can hold."""
        try:
            return self._require(_parse(attrs["amount"], attrs["currency"]))
        except Refusal as refusal:
            text = serializers.ErrorDetail(str(refusal), refusal.code)
            raise serializers.ValidationError({"amount": [text]}) from refusal


def _parse(text: str, currency: str) -> Money:
    money = Money.parse(text, currency)
    if money.dust:
        raise TooManyDecimals(_("An amount has no part of a coin."))
    if money.units < 0:
        raise InvalidAmount(detail=text)
    if money.units > _MOST_UNITS:
        raise AmountOutOfRange(detail=text)
    return money


def _require_some(money: Money) -> Money:
    if not money:
        raise InvalidAmount(detail=money.text)
    return money
