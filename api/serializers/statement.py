"""Movements of the player's money, and exchanges."""

from typing import Any

from django.utils.translation import gettext_lazy as _
from rest_framework import serializers

from accounts.values.currencies import PLAY_MONEY, REAL_CURRENCIES
from api.serializers.base import (
    BodySerializer,
    MoneySerializer,
    PageQuery,
    QuerySerializer,
    UTCDateTimeField,
    page_of,
)
from api.serializers.texts import TextField
from pages.moments import is_reversed
from wallet.cash.forms.statement import PLAYER_KINDS
from wallet.cash.values.statement_lines import StatementFilter


class StatementQuery(PageQuery):
    """Filters of the statement; all are optional."""

    currency = serializers.ChoiceField(choices=[*REAL_CURRENCIES, PLAY_MONEY], required=False)
    kind = serializers.ChoiceField(choices=PLAYER_KINDS, required=False)
    since = UTCDateTimeField(required=False, help_text=_("At this time or later."))
    until = UTCDateTimeField(required=False, help_text=_("Before this time."))

    def validate(self, attrs: dict[str, Any]) -> dict[str, Any]:
        """Refuse a time range that ends before it begins."""
        if is_reversed(attrs.get("since"), attrs.get("until")):
            raise serializers.ValidationError({"until": _("This is not after the beginning.")})
        return attrs

    @property
    def wanted(self) -> StatementFilter:
        """The filters; requires valid data."""
        given = self.validated_data
        names = ("currency", "kind", "since", "until")
        return StatementFilter(**{name: given.get(name) for name in names})


class MovementSerializer(serializers.Serializer[Any]):
    """A movement, and the balance of its currency after it."""

    id = serializers.CharField(source="transfer_id")
    at = UTCDateTimeField()
    kind = serializers.ChoiceField(choices=PLAYER_KINDS)
    label = serializers.CharField(  # type: ignore[assignment]  # the metaclass takes the field out
        help_text=_("The kind in the caller's language.")
    )
    amount = MoneySerializer(help_text=_("Negative if it left the balance."))
    balance = MoneySerializer()
    round = serializers.UUIDField(source="round_id", allow_null=True)
    note = serializers.CharField()
    receipt = serializers.SerializerMethodField(
        help_text=_("Kind and id of the payment, if it is one: `deposit/…`.")
    )

    def get_receipt(self, line: Any) -> str | None:
        """Return "deposit/<id>" of the payment."""
        return None if line.receipt is None else f"{line.receipt[0]}/{line.receipt[1]}"


StatementPageSerializer = page_of(MovementSerializer, "StatementPageSerializer")


class OfferQuery(QuerySerializer):
    """What to exchange."""

    amount = TextField(max_length=120, help_text=_("Amount to give: a decimal with a point."))
    given = serializers.ChoiceField(choices=REAL_CURRENCIES, help_text=_("Currency to give."))
    received = serializers.ChoiceField(choices=REAL_CURRENCIES, help_text=_("Currency to get."))


class OfferSerializer(serializers.Serializer[Any]):
    """An offer for one minute."""

    given = MoneySerializer()
    received = MoneySerializer()
    given_rate = serializers.CharField(
        source="given_rate.rate", help_text=_("USD for one unit of the currency given.")
    )
    received_rate = serializers.CharField(
        source="received_rate.rate", help_text=_("USD for one unit of the currency received.")
    )
    spread = serializers.CharField(help_text=_("Share that the house keeps, as a fraction of 1."))
    valid_until = UTCDateTimeField(source="until")
    offer = serializers.CharField(source="sealed", help_text=_("Send it to accept the offer."))


class AcceptedOfferSerializer(BodySerializer):
    """The offer to accept."""

    offer = TextField(max_length=4000)


class ExchangedSerializer(serializers.Serializer[Any]):
    """What was exchanged."""

    given = MoneySerializer()
    received = MoneySerializer()
