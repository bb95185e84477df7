"""Transfers of the ledger with their entries."""

from collections.abc import Mapping
from typing import Any, Final

from django.utils.translation import gettext_lazy as _
from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers

from api.resources.operators.ledger import TransferRecord
from api.serializers.base import MoneySerializer, TimeRangeQuery, UTCDateTimeField, write_document
from wallet.ledger.models import HouseAccount, TransferKind
from wallet.money.values import Money

ACCOUNTS: Final = ["player", *HouseAccount.values]


class TransfersQuery(TimeRangeQuery):
    """Filters of transfers; all are optional."""

    kind = serializers.ChoiceField(required=False, choices=TransferKind.values)
    player = serializers.IntegerField(
        required=False, min_value=1, max_value=2**63 - 1, help_text=_("The player's number.")
    )
    round = serializers.UUIDField(required=False, help_text=_("Id of a round."))


class EntryRecordSerializer(serializers.Serializer[Any]):
    """One leg of a transfer: positive amounts go to the account."""

    account = serializers.ChoiceField(
        choices=ACCOUNTS,
        help_text=_("“player”, or the account of the house."),
    )
    amount = MoneySerializer()
    balance_after = MoneySerializer(
        allow_null=True, help_text=_("Balance of the player; the house's accounts have none.")
    )


class TransferRecordSerializer(serializers.Serializer[TransferRecord]):
    """One movement of money. The amounts of its entries add up to zero in each currency."""

    id = serializers.IntegerField(source="transfer.pk")
    key = serializers.UUIDField(source="transfer.key", help_text=_("Its idempotency key."))
    kind = serializers.ChoiceField(source="transfer.kind", choices=TransferKind.values)
    player = serializers.IntegerField(source="transfer.player_id")
    amount = serializers.SerializerMethodField()
    received = serializers.SerializerMethodField(
        help_text=_("What a payout returns, or an exchange gives; else null.")
    )
    round = serializers.UUIDField(source="transfer.round_id", allow_null=True)
    withdrawal = serializers.UUIDField(source="transfer.withdrawal_id", allow_null=True)
    created_at = UTCDateTimeField(source="transfer.created_at")
    entries = EntryRecordSerializer(many=True)

    @extend_schema_field(MoneySerializer)
    def get_amount(self, record: TransferRecord) -> Mapping[str, str]:
        one = record.transfer
        return write_document(MoneySerializer, Money(one.amount, one.currency_id))

    @extend_schema_field(MoneySerializer(allow_null=True))
    def get_received(self, record: TransferRecord) -> Mapping[str, str] | None:
        one = record.transfer
        if one.received is None:
            return None
        return write_document(
            MoneySerializer, Money(one.received, one.received_currency_id or one.currency_id)
        )


class TransferPageSerializer(serializers.Serializer[Any]):
    """A page of transfers."""

    data = TransferRecordSerializer(many=True, source="rows")  # type: ignore[assignment]  # the metaclass takes the field out
    next = serializers.CharField(
        allow_null=True,
        help_text=_(
            "Cursor after the last row, also at the end: keep it to read later transfers. Null only for an empty ledger."
        ),
    )
    more = serializers.BooleanField(help_text=_("Whether more transfers are there now."))
