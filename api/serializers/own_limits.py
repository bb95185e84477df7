"""A player's limits."""

from typing import Any

from django.utils.translation import gettext_lazy as _
from rest_framework import serializers

from api.serializers.base import BodySerializer, MoneySerializer, UTCDateTimeField, page_of
from api.serializers.money import MoneyField
from limits.values import LimitKind, LimitPeriod


class LimitAmountSerializer(serializers.Serializer[Any]):
    """US dollars for money, seconds for time of play."""

    amount = MoneySerializer(allow_null=True)
    seconds = serializers.IntegerField(allow_null=True)


class PendingLimitSerializer(serializers.Serializer[Any]):
    """A looser limit that waits for its time, and then for a confirmation."""

    limit = LimitAmountSerializer(allow_null=True, help_text=_("Null: the limit would end."))
    confirm_from = UTCDateTimeField()
    confirm_until = UTCDateTimeField()
    due = serializers.BooleanField(help_text=_("True: it can be confirmed now."))


class LimitSettingSerializer(serializers.Serializer[Any]):
    """The limits of one kind within one period. The stricter one applies."""

    kind = serializers.ChoiceField(choices=LimitKind.values)
    period = serializers.ChoiceField(choices=LimitPeriod.values)
    own = LimitAmountSerializer(allow_null=True, help_text=_("Set by the player."))
    house = LimitAmountSerializer(allow_null=True, help_text=_("Set by the house."))
    default = LimitAmountSerializer(
        allow_null=True,
        help_text=_("The profile's for everybody, until the player has raised it."),
    )
    pending = PendingLimitSerializer(allow_null=True)
    version = serializers.CharField(
        help_text=_("Send it in quotes as `If-Match` to change only what you have seen.")
    )


class LimitSerializer(LimitSettingSerializer):
    """The limits of one kind within one period, and what is used of them."""

    used = LimitAmountSerializer(allow_null=True, help_text=_("Negative for a win."))
    used_percent = serializers.IntegerField()


LimitPageSerializer = page_of(LimitSerializer, "LimitPageSerializer")


class NewLimitSerializer(BodySerializer):
    """A limit to set: `amount` for money, `seconds` for time of play."""

    amount = MoneyField(allow_zero=True, required=False)
    seconds = serializers.IntegerField(min_value=0, max_value=30 * 24 * 3600, required=False)
