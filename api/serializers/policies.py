"""Terms and policies, and their acceptance."""

from typing import Any

from django.utils.translation import gettext_lazy as _
from rest_framework import serializers

from accounts.models.policies import PolicyKind
from accounts.policies.values.texts import BlockKind
from api.serializers.base import BodySerializer, UTCDateTimeField, page_of


class PolicyBlockSerializer(serializers.Serializer[Any]):
    """A heading or paragraph, with one line, or the items of a list."""

    kind = serializers.ChoiceField([one.value for one in BlockKind])
    lines = serializers.ListField(child=serializers.CharField())


class PolicySerializer(serializers.Serializer[Any]):
    """A version of a document in the language of the request."""

    document = serializers.ChoiceField(PolicyKind.values)
    version = serializers.IntegerField()
    in_force_from = UTCDateTimeField()
    text = PolicyBlockSerializer(many=True)


PolicyPageSerializer = page_of(PolicySerializer, "PolicyPageSerializer")


class AcceptedPolicySerializer(BodySerializer):
    """A document and the version that the player has read."""

    document = serializers.ChoiceField(PolicyKind.choices)
    version = serializers.IntegerField(min_value=1, max_value=2**31 - 1)


class AcceptPoliciesSerializer(BodySerializer):
    accepted = serializers.ListField(
        child=AcceptedPolicySerializer(),
        min_length=1,
        max_length=len(PolicyKind),
        help_text=_("Every document that waits for acceptance."),
    )
