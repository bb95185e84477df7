"""Proposals of rates and limits."""

import re
from datetime import datetime
from decimal import Decimal
from typing import Any, Final

from django.utils.translation import gettext_lazy as _
from drf_spectacular.utils import extend_schema_serializer
from rest_framework import serializers

from accounts.values.currencies import BASE_CURRENCY
from api.resources.operators.proposals import LimitsInForce, ProposalRecord, ProposalState
from api.serializers.base import BodySerializer, MoneySerializer, QuerySerializer, UTCDateTimeField
from api.serializers.money import MoneyField
from api.serializers.texts import TextField
from limits.models.sets import AMOUNTS, PACE
from limits.values import CashLimitKind
from wallet.rates.selectors.rates import FOREIGN
from wallet.rates.values import OfferedRate

_DECIMAL: Final = re.compile(r"[0-9]{1,12}(\.[0-9]{1,12})?")


@extend_schema_serializer(component_name="ProposedRate")
class RateBody(BodySerializer):
    """A rate: US dollars for one unit of the currency."""

    currency = serializers.ChoiceField(choices=list(FOREIGN))
    rate = TextField(
        max_length=30, help_text=_("US dollars for one unit, a decimal in quotes with a point.")
    )
    as_of = UTCDateTimeField(help_text=_("Time of the rate."))
    source = TextField(max_length=60)  # type: ignore[assignment]  # the metaclass takes the field out

    def validate_rate(self, value: str) -> Decimal:
        """Return the rate; more than 12 decimals, signs and exponents are refused."""
        if not _DECIMAL.fullmatch(value):
            raise serializers.ValidationError(
                _("Enter a decimal with up to 12 decimals, in quotes.")
            )
        return Decimal(value)

    @staticmethod
    def build_offer(fields: dict[str, Any]) -> OfferedRate:
        """Return the rate of valid fields."""
        as_of: datetime = fields["as_of"]
        return OfferedRate(fields["currency"], fields["rate"], fields["source"], as_of)


@extend_schema_serializer(component_name="ProposedLimitValues")
class LimitValuesBody(BodySerializer):
    """Limits of bets in US dollars and of pace. They count as a whole: one that is left out means no limit."""

    def get_fields(self) -> dict[str, Any]:
        """Return a field for each limit."""
        amounts = {name: MoneyField(required=False, allow_zero=True) for name in AMOUNTS}
        pace = {
            name: serializers.IntegerField(required=False, min_value=0, max_value=10**6)
            for name in PACE
        }
        return {**amounts, **pace}

    def validate(self, attrs: dict[str, Any]) -> dict[str, int]:
        """Return the limits with amounts in units. Refuse other currencies than US dollars."""
        text = _("Limits of bets are in US dollars.")
        wrong = {
            name: {"currency": [text]}
            for name in AMOUNTS
            if name in attrs and attrs[name].currency != BASE_CURRENCY
        }
        if wrong:
            raise serializers.ValidationError(wrong)
        return {name: value.units if name in AMOUNTS else value for name, value in attrs.items()}


class LimitsQuery(QuerySerializer):
    """Whose limits."""

    player = serializers.IntegerField(
        required=False,
        min_value=1,
        max_value=2**63 - 1,
        help_text=_("The player's number; left out: limits of the house."),
    )


class LimitValuesSerializer(serializers.Serializer[LimitsInForce]):
    """Limits of bets in US dollars and of pace; null means no limit."""

    def get_fields(self) -> dict[str, Any]:
        """Return a field for each limit."""
        amounts = {name: MoneySerializer(allow_null=True) for name in AMOUNTS}
        return {**amounts, **{name: serializers.IntegerField(allow_null=True) for name in PACE}}


class LimitsInForceSerializer(serializers.Serializer[LimitsInForce]):
    """Limits of the house, or of one player, that are in force."""

    player = serializers.IntegerField(allow_null=True)
    values = LimitValuesSerializer()
    version = serializers.CharField(
        help_text=_("Send it in quotes as `If-Match` to change only what you have seen.")
    )


@extend_schema_serializer(component_name="ProposedLimits")
class LimitsBody(BodySerializer):
    """Proposed limits of the house, or of one player."""

    player = serializers.IntegerField(
        required=False,
        min_value=1,
        max_value=2**63 - 1,
        help_text=_("The player's number; left out: limits of the house."),
    )
    values = LimitValuesBody()
    reason = TextField(max_length=500)
    accepted = serializers.BooleanField(
        default=False,
        help_text=_("True if an unusual limit is intended; a refusal names what is unusual."),
    )


@extend_schema_serializer(component_name="ProposedCashLimit")
class CashLimitBody(BodySerializer):
    """Proposed limit of deposits or withdrawals."""

    kind = serializers.ChoiceField(choices=CashLimitKind.values)
    amount = MoneyField(allow_zero=True)
    reason = TextField(max_length=500)


class ProposalRecordSerializer(serializers.Serializer[ProposalRecord]):
    """A proposal and its state."""

    id = serializers.IntegerField()
    state = serializers.ChoiceField(
        choices=ProposalState.values,
        help_text=_("A rate close to the last one needs no second person."),
    )
    proposed_at = UTCDateTimeField()
    decided_at = UTCDateTimeField(allow_null=True)
