"""Plan of a session of play."""

from typing import Any

from django.utils.translation import gettext_lazy as _
from rest_framework import serializers

from api.serializers.base import BodySerializer, MoneySerializer, UTCDateTimeField
from api.serializers.money import MoneyField
from casino.limits.values.session_plan import SessionState

_STATES = ["none", *(one.value for one in SessionState)]


class PlannedSessionSerializer(serializers.Serializer[Any]):
    """The session that the player planned last."""

    made_at = UTCDateTimeField(source="session.made_at")
    ends_at = UTCDateTimeField(
        source="session.ends_at", help_text=_("No bet is taken from then on; a hand goes on.")
    )
    loss = MoneySerializer(source="session.amount", help_text=_("As the player set it."))
    seconds_left = serializers.IntegerField()
    used_percent = serializers.IntegerField(
        help_text=_("The larger used part of both, time and loss.")
    )
    is_near = serializers.BooleanField(help_text=_("Warn the player: the session ends soon."))
    ended_at = UTCDateTimeField(allow_null=True)
    locked_until = UTCDateTimeField(
        allow_null=True, help_text=_("No session can be planned before; chosen by the player.")
    )
    repeats_soon = serializers.BooleanField(
        help_text=_("A session planned now follows this one soon. Tell the player.")
    )


class SessionPlanSerializer(serializers.Serializer[Any]):
    """Whether real-money play needs a plan for each session, and the one planned last."""

    is_asked = serializers.BooleanField()
    state = serializers.ChoiceField(choices=_STATES)
    loss_left = MoneySerializer(
        allow_null=True, help_text=_("In US dollars, open stakes counted as lost.")
    )
    session = PlannedSessionSerializer(source="position", allow_null=True)


class NewSessionPlanSerializer(BodySerializer):
    """Set by the player before each session: offer no values, and remember none."""

    seconds = serializers.IntegerField(min_value=1, max_value=24 * 3600)
    loss = MoneyField(help_text=_("The most that the account may decrease."))
    lockout_seconds = serializers.IntegerField(
        min_value=0, max_value=30 * 24 * 3600, required=False, default=0
    )
