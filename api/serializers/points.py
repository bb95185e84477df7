"""Points, tiers, redemption."""

from typing import Any

from django.utils.translation import gettext_lazy as _
from rest_framework import serializers

from accounts.values.currencies import REAL_CURRENCIES
from api.serializers.base import (
    BodySerializer,
    MoneySerializer,
    PageQuery,
    QuerySerializer,
    UTCDateTimeField,
    page_of,
)
from api.serializers.money import MoneyField
from loyalty.models.points import PointsEntry

_HUNDREDTHS = _("Points with two decimals, in quotes.")


class TierSerializer(serializers.Serializer[Any]):
    """A tier of the programme."""

    name = serializers.CharField()
    threshold = serializers.CharField(help_text=_HUNDREDTHS)
    multiplier = serializers.FloatField(help_text=_("Points are multiplied by it."))
    point_value = MoneySerializer(help_text=_("What a point is worth."))


class PointsSerializer(serializers.Serializer[Any]):
    """The player's points."""

    balance = serializers.CharField(help_text=_HUNDREDTHS)
    owed = serializers.CharField(help_text=_HUNDREDTHS)
    redeemable = serializers.IntegerField(help_text=_("Whole points."))
    min_redemption = serializers.IntegerField(help_text=_("Minimum of whole points to redeem."))
    earned_in_window = serializers.CharField(help_text=_HUNDREDTHS)
    window_days = serializers.IntegerField(
        help_text=_("The tier depends on points of so many days.")
    )
    tier = TierSerializer()
    next_tier = TierSerializer(allow_null=True)


class PointsQuery(PageQuery):
    """Filter of the points' history."""

    kind = serializers.ChoiceField(choices=PointsEntry.Kind.values, required=False)


class PointsEntrySerializer(serializers.Serializer[Any]):
    """A change of the player's points."""

    number = serializers.IntegerField()
    at = UTCDateTimeField()
    kind = serializers.ChoiceField(choices=PointsEntry.Kind.values)
    points = serializers.CharField(help_text=_HUNDREDTHS)
    balance = serializers.CharField(help_text=_HUNDREDTHS)
    round = serializers.UUIDField(allow_null=True)
    paid = MoneySerializer(allow_null=True, help_text=_("Money for redeemed points."))


PointsPageSerializer = page_of(PointsEntrySerializer, "PointsPageSerializer")


class RedemptionQuery(QuerySerializer):
    """What to redeem."""

    points = serializers.IntegerField(min_value=1, max_value=10**12)
    currency = serializers.ChoiceField(choices=REAL_CURRENCIES)


class RedemptionOfferSerializer(serializers.Serializer[Any]):
    """What the points are worth now."""

    asked = serializers.IntegerField()
    points = serializers.IntegerField(help_text=_("Points that would be used; the rest stay."))
    amount = MoneySerializer(source="money")


class NewRedemptionSerializer(BodySerializer):
    """Points to redeem, for the amount that was offered."""

    points = serializers.IntegerField(min_value=1, max_value=10**12)
    amount = MoneyField(help_text=_("The amount of the offer: another one is refused."))


class RedemptionSerializer(serializers.Serializer[Any]):
    """Redeemed points."""

    points = serializers.IntegerField()
    amount = MoneySerializer(source="money")
