"""Sign-in and sign-up of players' apps."""

from typing import Any, Final

from django.utils.translation import gettext_lazy as _
from drf_spectacular.utils import extend_schema_serializer
from rest_framework import serializers

from accounts.models.identity import DocumentKind
from api.serializers.base import BodySerializer
from api.serializers.texts import TextField

_ASKED: Final = _("If the profile of the country asks for it before an account exists.")


class LoginSerializer(BodySerializer):
    email = TextField()
    password = TextField()


class SignupSerializer(BodySerializer):
    """The fields of the site's sign-up form."""

    email = TextField()
    password = TextField()
    birth_date = TextField(help_text=_("Year-month-day, like 1990-12-31."))
    country = TextField(help_text=_("ISO 3166-1 code of two letters."))
    full_name = TextField(required=False, help_text=_ASKED)
    street = TextField(required=False, help_text=_ASKED)
    city = TextField(required=False, help_text=_ASKED)
    region = TextField(required=False, help_text=_ASKED)
    postal_code = TextField(required=False, allow_blank=True, help_text=_ASKED)
    phone = TextField(required=False, help_text=_ASKED)
    document_kind = serializers.ChoiceField(
        choices=DocumentKind.values, required=False, help_text=_ASKED
    )
    document_number = TextField(required=False, help_text=_ASKED)
    document_country = TextField(required=False, help_text=_ASKED)
    accepts_documents = serializers.BooleanField(
        help_text=_("Terms and conditions, and privacy notice: show them with their pages.")
    )
    confirms_statements = serializers.BooleanField(
        help_text=_("The player's statements on the site's sign-up page: show them all.")
    )


@extend_schema_serializer(component_name="SecondFactorCode")
class CodeSerializer(BodySerializer):
    code = TextField(help_text=_("Code of the authenticator app, or a recovery code."))


class PasswordSerializer(BodySerializer):
    password = TextField()


class SessionSerializer(serializers.Serializer[Any]):
    """The session of a player's app."""

    session_token = serializers.CharField(
        allow_null=True,
        help_text=_(
            "Send it as X-Session-Token from now on: a sign-in changes it. Null without a session."
        ),
    )
    signed_in = serializers.BooleanField()
    next = serializers.ChoiceField(
        choices=["second_factor", "confirm_email"],
        allow_null=True,
        help_text=_(
            "What is missing before the player is signed in: the second factor, or opening the link in our email and signing in afterwards."
        ),
    )
