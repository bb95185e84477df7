"""Players as the operator's systems read them: what staff see in the list and in a profile."""

from typing import Any

from django.utils.translation import gettext_lazy as _
from rest_framework import serializers

from accounts.models.users import Language, State
from accounts.values.countries import COUNTRIES
from api.resources.operators.players import PlayerRecord
from api.serializers.base import MoneySerializer, PageQuery, UTCDateTimeField, page_of
from api.serializers.cash import HoldingSerializer
from compliance.players.selectors.listing import (
    EXPIRED,
    LONGEST_DEVICE,
    MOST_ASKED,
    RESTRICTED,
    SINCE,
)


class PlayersQuery(PageQuery):
    """Filters of the player list; all are optional."""

    q = serializers.CharField(
        required=False,
        max_length=MOST_ASKED,
        help_text=_("Words of the name or email address, or the player's number."),
    )
    state = serializers.ChoiceField(
        required=False,
        choices=[*State.values, RESTRICTED],
        help_text=_("A state; “restricted” is any restriction."),
    )
    verified = serializers.ChoiceField(required=False, choices=["yes", "no", EXPIRED])
    country = serializers.ChoiceField(required=False, choices=list(COUNTRIES))
    money = serializers.ChoiceField(
        required=False,
        choices=["yes", "no"],
        help_text=_("Whether the account holds real money."),
    )
    kind = serializers.ChoiceField(
        required=False,
        choices=["real", "test", "guest"],
        help_text=_("Guests are listed only when asked for."),
    )
    since = serializers.ChoiceField(
        required=False, choices=list(SINCE), help_text=_("Registered within this time.")
    )
    network = serializers.IPAddressField(
        required=False, help_text=_("Signed in from this IP address.")
    )
    device = serializers.CharField(
        required=False,
        max_length=LONGEST_DEVICE,
        help_text=_("Beginning of the browser's user agent."),
    )


class PlayerRecordSerializer(serializers.Serializer[PlayerRecord]):
    """A player in a list."""

    id = serializers.IntegerField(source="player.pk", help_text=_("The player's number."))
    name = serializers.CharField(source="player.display_name")
    email = serializers.CharField(source="player.email")
    country = serializers.CharField(
        source="player.country", help_text=_("ISO 3166-1 code; empty for guests.")
    )
    birth_date = serializers.DateField(source="player.birth_date", allow_null=True)
    language = serializers.ChoiceField(source="player.language", choices=Language.values)
    state = serializers.ChoiceField(source="player.state", choices=State.values)
    is_test_account = serializers.BooleanField(source="player.is_test_account")
    is_guest = serializers.BooleanField(source="player.is_guest")
    play_stopped = serializers.BooleanField(source="player.play_stopped")
    verified_at = UTCDateTimeField(source="player.verified_at", allow_null=True)
    document_until = serializers.DateField(
        source="player.document_until",
        allow_null=True,
        help_text=_("Last day of the verified document."),
    )
    registered_at = UTCDateTimeField(source="player.created_at")
    balances = MoneySerializer(
        many=True, help_text=_("Available real money, by currency; zeros are left out.")
    )


PlayerPageSerializer = page_of(PlayerRecordSerializer, "PlayerPageSerializer")


class RestrictionRecordSerializer(serializers.Serializer[Any]):
    """A restriction; `active` is false after it was lifted or its time is over."""

    kind = serializers.CharField(source="row.kind")
    active = serializers.BooleanField(source="counts")
    since = UTCDateTimeField(source="row.at")
    until = UTCDateTimeField(source="row.until", allow_null=True)


class PlayerDetailSerializer(PlayerRecordSerializer):
    """One player with money, amounts owed, restrictions, points and tier."""

    holdings = HoldingSerializer(many=True)
    owed = MoneySerializer(
        many=True, help_text=_("Amounts owed for voided rounds and reversed deposits.")
    )
    restrictions = RestrictionRecordSerializer(many=True)
    points = serializers.CharField(help_text=_("Loyalty points, with two decimals."))
    tier = serializers.CharField()
    deposited = MoneySerializer(source="lifetime.deposited", help_text=_("Total, in US dollars."))
    withdrawn = MoneySerializer(source="lifetime.withdrawn", help_text=_("Total, in US dollars."))
