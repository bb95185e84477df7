"""Reality check, time-out, self-exclusion."""

from typing import Any

from django.utils.translation import gettext_lazy as _
from rest_framework import serializers

from api.serializers.base import BodySerializer, MoneySerializer, UTCDateTimeField
from api.serializers.texts import TextField
from casino.protection.services.reality import ANSWERS


class SessionPlaySerializer(serializers.Serializer[Any]):
    """Play of the session in one currency."""

    staked = MoneySerializer()
    won = MoneySerializer(help_text=_("Everything that came back."))
    net = MoneySerializer(help_text=_("Returned less staked of completed rounds."))


class RealityCheckSerializer(serializers.Serializer[Any]):
    """The player's reality check: its interval, and the session it would tell about."""

    minutes = serializers.IntegerField(help_text=_("Interval in minutes; 0 means never."))
    offered_minutes = serializers.ListField(child=serializers.IntegerField())
    due = serializers.BooleanField(
        help_text=_("While a check is due, no bet is taken. Show the session and send the answer.")
    )
    next_at = UTCDateTimeField(allow_null=True)
    mark = serializers.CharField(
        help_text=_("Names this check in its answer; empty if there is none.")
    )
    session_seconds = serializers.IntegerField()
    session_play = SessionPlaySerializer(many=True)


class IntervalSerializer(BodySerializer):
    minutes = serializers.IntegerField(
        min_value=0, max_value=24 * 60, help_text=_("One of `offered_minutes`.")
    )


class RealityAnswerSerializer(BodySerializer):
    answer = serializers.ChoiceField(choices=ANSWERS)
    mark = TextField(help_text=_("`mark` of the check that was shown."))


class TimeOutSerializer(BodySerializer):
    """A time-out. The password may be left out after a fresh second factor."""

    days = serializers.IntegerField(min_value=1, max_value=1000)
    password = TextField(required=False)


class SelfExclusionSerializer(BodySerializer):
    """A self-exclusion. The password may be left out after a fresh second factor."""

    until = UTCDateTimeField(
        allow_null=True,
        help_text=_(
            "At least the profile's months from now, and more than 30 days; null: without an end."
        ),
    )
    understood = serializers.ChoiceField(
        choices=[True],
        help_text=_("The player has read who can end it before its time, if anybody."),
    )
    password = TextField(required=False)


class BreakSerializer(serializers.Serializer[Any]):
    """The player's break from play, in force at once."""

    since = UTCDateTimeField(source="at")
    until = UTCDateTimeField(allow_null=True)


class ReturnProofSerializer(BodySerializer):
    """The wish to come back. The password may be left out after a fresh second factor."""

    password = TextField(required=False)


class ExclusionReturnSerializer(serializers.Serializer[Any]):
    """When the player asked to come back, and when the self-exclusion ends."""

    asked_at = UTCDateTimeField()
    ends_at = UTCDateTimeField()
