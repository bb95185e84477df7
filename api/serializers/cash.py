"""Balances, deposits, withdrawals."""

from typing import Any

from django.utils.translation import gettext_lazy as _
from rest_framework import serializers

from api.serializers.base import BodySerializer, MoneySerializer, UTCDateTimeField, page_of
from api.serializers.money import MoneyField
from api.serializers.texts import TextField
from limits.models import DepositAnswer
from wallet.cash.models import DepositState, WithdrawalState
from wallet.ledger.models import Cause


class HoldingSerializer(serializers.Serializer[Any]):
    """A balance in one currency."""

    currency = serializers.CharField()
    available = MoneySerializer()
    in_play = MoneySerializer(help_text=_("Held by open rounds."))
    withdrawing = MoneySerializer(help_text=_("Held by open withdrawals."))


class DebtSerializer(serializers.Serializer[Any]):
    """An amount that the player owes after a voided round or a reversed deposit."""

    cause = serializers.ChoiceField(choices=Cause.choices)
    id = serializers.UUIDField(source="cause_id", help_text=_("The round or the deposit."))
    amount = MoneySerializer(source="money")
    since = UTCDateTimeField()
    disputed = serializers.BooleanField()


class TotalSerializer(serializers.Serializer[Any]):
    """All real balances in the player's currency, at the latest rates."""

    amount = MoneySerializer(source="money")
    rates_as_of = UTCDateTimeField(source="as_of", allow_null=True)
    left_out = serializers.ListField(
        child=serializers.CharField(), help_text=_("Currencies without a rate.")
    )


class BalancesSerializer(serializers.Serializer[Any]):
    """All balances of the player, and what the player owes."""

    balances = HoldingSerializer(many=True)
    total = TotalSerializer()
    debts = DebtSerializer(many=True)


class BoundsSerializer(serializers.Serializer[Any]):
    """Minimum and maximum of one payment."""

    min = MoneySerializer(source="least")
    max = MoneySerializer(source="most")


class ProviderSerializer(serializers.Serializer[Any]):
    """A payment method."""

    name = serializers.CharField()
    label = serializers.CharField()  # type: ignore[assignment]  # the metaclass takes the field out
    note = serializers.CharField(help_text=_("What the player should know; may be empty."))


class DepositTermsSerializer(serializers.Serializer[Any]):
    """What a deposit needs now."""

    providers = ProviderSerializer(many=True)
    bounds = BoundsSerializer(many=True)
    asks_limit = serializers.BooleanField(
        help_text=_("True: before the first deposit a limit is set, or the default accepted.")
    )
    notice_above = MoneySerializer(
        allow_null=True,
        help_text=_("A notice about deposits above this total has to be acknowledged first."),
    )


class DepositAnswerSerializer(BodySerializer):
    """`default`: the player accepts the default limits, or none; `notice`: the player has read the notice."""

    accepted = serializers.ChoiceField(choices=DepositAnswer.Kind.values)


class ReturnSerializer(serializers.Serializer[Any]):
    """What goes back by one payment method."""

    provider = serializers.CharField()
    amount = MoneySerializer()


class WithdrawalTermsSerializer(serializers.Serializer[Any]):
    """What a withdrawal needs now."""

    open = serializers.BooleanField(help_text=_("False while the ledger check stops withdrawals."))
    providers = ProviderSerializer(many=True)
    bounds = BoundsSerializer(many=True)
    payable = MoneySerializer(many=True, help_text=_("What can be withdrawn, in whole coins."))
    returns = ReturnSerializer(
        many=True,
        help_text=_(
            "What goes back the way it was deposited before other methods pay; often empty."
        ),
    )


class PaymentStepSerializer(serializers.Serializer[Any]):
    """A change of a payment's state."""

    state = serializers.CharField(source="to_state")
    at = UTCDateTimeField()
    detail = serializers.CharField(
        source="player_text", help_text=_("Reason or reference for the player; may be empty.")
    )


class PaymentSerializer(serializers.Serializer[Any]):
    id = serializers.UUIDField(source="payment.reference")
    number = serializers.CharField(source="payment.number", help_text=_("Number of the receipt."))
    provider = serializers.CharField(source="payment.provider")
    amount = MoneySerializer()
    created_at = UTCDateTimeField(source="payment.created_at")


class DepositSerializer(PaymentSerializer):
    """A deposit."""

    state = serializers.ChoiceField(source="payment.state", choices=DepositState.choices)


class WithdrawalSerializer(PaymentSerializer):
    """A withdrawal. Its money is held until it is paid or refused."""

    state = serializers.ChoiceField(source="payment.state", choices=WithdrawalState.choices)


class StartedDepositSerializer(DepositSerializer):
    """A deposit that was begun."""

    continue_at = serializers.URLField(
        allow_null=True, help_text=_("The provider's page where the player pays; null if none.")
    )


class DepositDetailSerializer(DepositSerializer):
    """A deposit with its history."""

    steps = PaymentStepSerializer(many=True)


class WithdrawalDetailSerializer(WithdrawalSerializer):
    """A withdrawal with its history."""

    steps = PaymentStepSerializer(many=True)
    review = serializers.CharField(
        allow_null=True,
        help_text=_("What a review of the withdrawal was about and its outcome; null unless told."),
    )


DepositPageSerializer = page_of(DepositSerializer, "DepositPageSerializer")
WithdrawalPageSerializer = page_of(WithdrawalSerializer, "WithdrawalPageSerializer")


class NewDepositSerializer(BodySerializer):
    """A deposit to begin."""

    amount = MoneyField()
    provider = TextField(help_text=_("`name` of one of the providers."))


class DestinationSerializer(BodySerializer):
    """Where a withdrawal is paid."""

    kind = serializers.ChoiceField(
        choices=["bank", "desk"], help_text=_("A bank account, or the house's desk.")
    )
    holder = TextField(max_length=100, help_text=_("The player's own name."))
    country = TextField(required=False, default="", allow_blank=True, max_length=2)
    bank = TextField(required=False, default="", allow_blank=True, max_length=100)
    number = TextField(
        required=False, default="", allow_blank=True, max_length=60, help_text=_("IBAN, or number.")
    )


class NewWithdrawalSerializer(BodySerializer):
    """A withdrawal to request."""

    amount = MoneyField()
    provider = TextField(help_text=_("`name` of one of the providers."))
    destination = DestinationSerializer()
