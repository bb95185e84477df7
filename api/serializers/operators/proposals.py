"""Proposals of rates and limits."""

import re
from datetime import datetime
from decimal import Decimal
from typing import Any, Final

from django.utils.translation import gettext_lazy as _
from rest_framework import serializers

from accounts.values.currencies import BASE_CURRENCY, REAL_CURRENCIES
from api.resources.operators.proposals import ProposalRecord, ProposalState
from api.serializers.base import BodySerializer, UTCDateTimeField
from api.serializers.texts import TextField
from limits.models.sets import AMOUNTS, PACE
from limits.values import CashLimitKind
from wallet.money.refusals import InvalidAmount, TooManyDecimals
from wallet.money.values import Money
from wallet.rates.selectors.rates import FOREIGN
from wallet.rates.values import OfferedRate

_DECIMAL: Final = re.compile(r"[0-9]{1,12}(\.[0-9]{1,12})?")


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


class LimitValuesBody(BodySerializer):
    """Limits of bets in US dollars and of pace. They count as a whole: one that is left out means no limit."""

    def get_fields(self) -> dict[str, Any]:
        """Return a field for each limit."""
        text = _("US dollars, a decimal in quotes.")
        amounts = {
            name: TextField(required=False, max_length=40, help_text=text) for name in AMOUNTS
        }
        pace = {
            name: serializers.IntegerField(required=False, min_value=0, max_value=10**6)
            for name in PACE
        }
        return {**amounts, **pace}

    def validate(self, attrs: dict[str, Any]) -> dict[str, int]:
        """Return the limits with amounts in units."""
        return {
            name: _parse_units(name, value) if name in AMOUNTS else value
            for name, value in attrs.items()
        }


def _parse_units(field: str, text: str) -> int:
    try:
        return Money.parse(text, BASE_CURRENCY).units
    except (InvalidAmount, TooManyDecimals) as refusal:
        detail = serializers.ErrorDetail(str(refusal), refusal.code)
        raise serializers.ValidationError({field: [detail]}) from refusal


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


class CashLimitBody(BodySerializer):
    """Proposed limit of deposits or withdrawals."""

    kind = serializers.ChoiceField(choices=CashLimitKind.values)
    amount = TextField(max_length=40, help_text=_("A decimal in quotes; 0 is allowed."))
    currency = serializers.ChoiceField(choices=list(REAL_CURRENCIES))
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
