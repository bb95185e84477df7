"""The player's account."""

from typing import Any

from django.utils.translation import gettext_lazy as _
from rest_framework import serializers

from accounts.identity.selectors.addresses import KnownAddress
from accounts.identity.selectors.checklist import ChecklistStep
from accounts.identity.values.addresses import LONGEST
from accounts.models.restrictions import Restriction
from accounts.models.users import Language, State
from api.resources.profile import ProfileResource
from api.serializers.base import BodySerializer, UTCDateTimeField
from api.serializers.texts import TextField


class StepSerializer(serializers.Serializer[Any]):
    step = serializers.ChoiceField(choices=[one.value for one in ChecklistStep])
    done = serializers.BooleanField()


class PermissionSerializer(serializers.Serializer[Any]):
    """Whether the player may do this now; if not, the code and sentence of the refusal."""

    allowed = serializers.BooleanField()
    code = serializers.CharField(allow_null=True)
    detail = serializers.CharField(allow_null=True)


class RestrictionSerializer(serializers.Serializer[Restriction]):
    """An active restriction of the account."""

    kind = serializers.ChoiceField(choices=Restriction.Kind.values)
    since = UTCDateTimeField(source="at")
    until = UTCDateTimeField(allow_null=True, help_text=_("Null: without an end date."))


class ResidenceSerializer(serializers.Serializer[Any]):
    """The residential address. One that was entered in free text has only a street."""

    street = serializers.CharField(source="address.street")
    city = serializers.CharField(source="address.city")
    region = serializers.CharField(
        source="address.region", help_text=_("State, province or department, in free text.")
    )
    postal_code = serializers.CharField(
        source="address.postal_code", help_text=_("Empty where there is none.")
    )
    country = serializers.CharField(
        source="address.country", help_text=_("ISO 3166-1 code of two letters.")
    )
    verified = serializers.SerializerMethodField(help_text=_("Whether staff have seen a proof."))

    def get_verified(self, known: KnownAddress) -> bool:
        return known.verification is not None


class AddressPositionSerializer(serializers.Serializer[Any]):
    """Whether real money needs an address, and the one in force."""

    is_required = serializers.BooleanField()
    address = ResidenceSerializer(allow_null=True)


class NewAddressSerializer(BodySerializer):
    """The address in the country where the player lives."""

    street = serializers.CharField(max_length=LONGEST["street"])
    city = serializers.CharField(max_length=LONGEST["city"])
    region = serializers.CharField(max_length=LONGEST["region"])
    postal_code = serializers.CharField(
        max_length=LONGEST["postal_code"], allow_blank=True, required=False, default=""
    )
    country = serializers.CharField(
        max_length=2, help_text=_("ISO 3166-1 code of two letters: that of the account.")
    )


class ProfileSerializer(serializers.Serializer[ProfileResource]):
    """The signed-in player."""

    email = serializers.EmailField(source="player.email")
    email_confirmed = serializers.BooleanField()
    full_name = serializers.CharField(source="player.full_name")
    birth_date = serializers.DateField(source="player.birth_date")
    country = serializers.CharField(
        source="player.country", help_text=_("ISO 3166-1 code of two letters.")
    )
    language = serializers.ChoiceField(source="player.language", choices=Language.values)
    display_currency = serializers.CharField(source="player.display_currency")
    screen_name = serializers.CharField(
        source="player.shown_name", help_text=_("Name shown to others at a live table.")
    )
    state = serializers.ChoiceField(source="player.state", choices=State.choices)
    verified_at = UTCDateTimeField(source="player.verified_at", allow_null=True)
    document_until = serializers.DateField(source="player.document_until", allow_null=True)
    created_at = UTCDateTimeField(source="player.created_at")
    verification = StepSerializer(many=True, help_text=_("Steps to real money, in order."))
    real_money_play = PermissionSerializer()
    withdrawals = PermissionSerializer()
    restrictions = RestrictionSerializer(many=True, help_text=_("Active ones, newest first."))


class PhoneSerializer(serializers.Serializer[Any]):
    """The player's phone number, which only staff see."""

    phone = serializers.CharField(
        help_text=_("With + and country code, without spaces; empty without a number.")
    )


class NewPhoneBody(BodySerializer):
    phone = TextField(
        max_length=40,
        allow_blank=True,
        help_text=_("With its country code, such as +57 300 123 4567; empty to remove it."),
    )
