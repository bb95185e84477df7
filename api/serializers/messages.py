"""Messages to the player, and disputes."""

from typing import Any

from django.utils.translation import gettext_lazy as _
from rest_framework import serializers

from api.serializers.base import (
    BodySerializer,
    MoneySerializer,
    UTCDateTimeField,
    page_of,
)
from api.serializers.strict import IdField
from api.serializers.texts import TextField
from compliance.models import DisputeOutcome, DisputeState, DisputeSubject


class MessageSerializer(serializers.Serializer[Any]):
    """A message of the house."""

    id = serializers.CharField()
    at = UTCDateTimeField()
    title = serializers.CharField()
    is_read = serializers.BooleanField()


MessagePageSerializer = page_of(MessageSerializer, "MessagePageSerializer")


class MessageDetailSerializer(serializers.Serializer[Any]):
    """A message with its text."""

    id = serializers.CharField()
    at = UTCDateTimeField()
    title = serializers.CharField()
    text = serializers.CharField()
    rounds = serializers.ListField(
        child=serializers.UUIDField(),
        help_text=_("Rounds that it is about; of many, the first ones."),
    )
    balance_changes = MoneySerializer(
        many=True, help_text=_("For a message about several rounds: the sums by currency.")
    )


class ReadAllSerializer(serializers.Serializer[Any]):
    """What is left unread."""

    unread = serializers.IntegerField()


class DisputeSerializer(serializers.Serializer[Any]):
    """A complaint of the player."""

    id = serializers.UUIDField(source="public_id")
    number = serializers.CharField()
    subject = serializers.ChoiceField(choices=DisputeSubject.values)
    state = serializers.ChoiceField(choices=DisputeState.choices)
    text = serializers.CharField()
    at = UTCDateTimeField()


DisputePageSerializer = page_of(DisputeSerializer, "DisputePageSerializer")


class ReplySerializer(serializers.Serializer[Any]):
    """A message in a dispute."""

    number = serializers.IntegerField(source="n")
    from_house = serializers.BooleanField()
    text = serializers.CharField()
    outcome = serializers.ChoiceField(
        choices=["", *DisputeOutcome.values], help_text=_("Empty: the dispute stays open.")
    )
    at = UTCDateTimeField()


class DisputeDetailSerializer(serializers.Serializer[Any]):
    """A dispute with its messages."""

    id = serializers.UUIDField(source="dispute.public_id")
    number = serializers.CharField(source="dispute.number")
    subject = serializers.ChoiceField(source="dispute.subject", choices=DisputeSubject.values)
    state = serializers.ChoiceField(source="dispute.state", choices=DisputeState.choices)
    text = serializers.CharField(source="dispute.text")
    at = UTCDateTimeField(source="dispute.at")
    round = serializers.UUIDField(allow_null=True)
    replies = ReplySerializer(many=True)


class NewDisputeSerializer(BodySerializer):
    """A complaint."""

    subject = serializers.ChoiceField(choices=DisputeSubject.values)
    text = TextField(max_length=20_000, help_text=_("Never a password or a card's number."))
    round = IdField(required=False, help_text=_("A round of the player."))


class NewReplySerializer(BodySerializer):
    """A message in a dispute."""

    text = TextField(max_length=20_000)
