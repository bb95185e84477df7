"""Verification of a transcript."""

from typing import Any

from django.utils.translation import gettext_lazy as _
from drf_spectacular.utils import extend_schema_serializer
from rest_framework import serializers

from api.serializers.base import BodySerializer, HashField


@extend_schema_serializer(component_name="TranscriptToVerify")
class VerifySerializer(BodySerializer):
    """A transcript to verify."""

    transcript = serializers.DictField(help_text=_("The transcript, as downloaded."))
    commitment = HashField(
        required=False,
        help_text=_(
            "The commitment that was published before the first card. Without it the transcript is only compared with itself."
        ),
    )


class CheckSerializer(serializers.Serializer[Any]):
    """One check. The first check that fails is the last one."""

    subject = serializers.CharField()
    passed = serializers.BooleanField()
    detail = serializers.CharField()
    nonce = serializers.IntegerField(allow_null=True, help_text=_("Number of the deal, if any."))
    card = serializers.IntegerField(
        allow_null=True, help_text=_("Number of the first different card, if any.")
    )


class VerificationSerializer(serializers.Serializer[Any]):
    passed = serializers.BooleanField(help_text=_("True if every check passed."))
    checks = CheckSerializer(many=True)
