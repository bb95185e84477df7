"""Switches of play: their state, and stopping."""

from typing import Any, Final

from django.utils.translation import gettext_lazy as _
from drf_spectacular.utils import extend_schema_serializer
from rest_framework import serializers

from api.resources.operators.switches import SwitchRecord
from api.serializers.base import BodySerializer, UTCDateTimeField, page_of
from api.serializers.texts import TextField
from tables.models import Switching

What = Switching.What
_NEEDED: Final = {
    What.HOUSE: frozenset[str](),
    What.RULES: frozenset({"rule_set"}),
    What.TABLE: frozenset({"table"}),
    What.BOX: frozenset({"table", "box"}),
    What.PLAYER: frozenset({"player"}),
}
_SUBJECTS: Final = ("rule_set", "table", "box", "player")


class SwitchRecordSerializer(serializers.Serializer[SwitchRecord]):
    """A switch. Players are listed only while they are stopped, up to 50."""

    what = serializers.ChoiceField(choices=What.values)
    rule_set = serializers.CharField(allow_null=True, help_text=_("Name of the rule set."))
    table = serializers.CharField(allow_null=True)
    box = serializers.IntegerField(allow_null=True)
    player = serializers.IntegerField(allow_null=True)
    stopped = serializers.BooleanField()
    changed_at = UTCDateTimeField(allow_null=True, help_text=_("Its last use."))
    reason = serializers.CharField(allow_null=True)


SwitchPageSerializer = page_of(SwitchRecordSerializer, "SwitchPageSerializer")


@extend_schema_serializer(component_name="StopOrder")
class StopBody(BodySerializer):
    """What is stopped, and why. Only the fields that name it are given."""

    what = serializers.ChoiceField(choices=What.values)
    rule_set = TextField(required=False, max_length=60)
    table = serializers.SlugField(required=False)
    box = serializers.IntegerField(required=False, min_value=1, max_value=100)
    player = serializers.IntegerField(required=False, min_value=1, max_value=2**63 - 1)
    reason = TextField(max_length=500)

    def validate(self, attrs: dict[str, Any]) -> dict[str, Any]:
        """Require the fields that name what is stopped, and no other."""
        needed = _NEEDED[What(attrs["what"])]
        given = {name for name in _SUBJECTS if name in attrs}
        wrong = {name: [_("This is needed here.")] for name in needed - given}
        wrong |= {name: [_("This does not belong to what is stopped.")] for name in given - needed}
        if wrong:
            raise serializers.ValidationError(wrong)
        return attrs


class StoppedSerializer(serializers.Serializer[Any]):
    """The result of a stop."""

    changed = serializers.BooleanField(help_text=_("False if it was stopped already."))
