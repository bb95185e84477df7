"""Reports of payment providers, sent by the operator's payment system."""

from datetime import datetime, timedelta
from http import HTTPStatus
from typing import Any, Final

from django.utils import timezone
from django.utils.translation import gettext_lazy as _
from drf_spectacular.utils import extend_schema_field, extend_schema_serializer
from rest_framework import serializers

from api.serializers.base import BodySerializer, UTCDateTimeField
from api.serializers.money import MoneyField
from api.serializers.strict import IdField
from api.serializers.texts import TextField
from wallet.cash.models import ProviderEvent
from wallet.providers.values import Callback, PaymentFlow, PaymentStatus

_AHEAD: Final = timedelta(minutes=5)
"""How far the clock of a payment system may be ahead of ours."""
FLOWS: Final = [flow.value for flow in PaymentFlow]
STATUSES: Final = [status.value for status in PaymentStatus]
OUTCOMES: Final = [
    "applied",
    "late",
    "charged_back",
    "gone",
    "unknown",
    "mismatch",
    "not_told_to_pay",
    "above_own_limit",
    "excluded",
    "ended_otherwise",
]


@extend_schema_serializer(component_name="PaymentReport")
class PaymentReportBody(BodySerializer):
    """What a provider reports about one payment."""

    provider = TextField(max_length=20)
    event = TextField(max_length=100, help_text=_("The provider's own number of this report."))
    kind = serializers.ChoiceField(choices=FLOWS)
    reference = IdField(help_text=_("`id` of the deposit or withdrawal."))
    status = serializers.ChoiceField(choices=STATUSES)
    amount = MoneyField()
    at = UTCDateTimeField(help_text=_("When the provider reported it."))

    def validate_at(self, value: datetime) -> datetime:
        """Refuse times in the future."""
        if value > timezone.now() + _AHEAD:
            raise serializers.ValidationError(_("This is in the future."))
        return value

    @staticmethod
    def build_report(fields: dict[str, Any]) -> Callback:
        """Return the report of valid fields."""
        return Callback(
            event=fields["event"],
            flow=PaymentFlow(fields["kind"]),
            reference=fields["reference"],
            status=PaymentStatus(fields["status"]),
            money=fields["amount"],
            signed_at=int(fields["at"].timestamp()),
        )


class ReportOutcomeSerializer(serializers.Serializer[ProviderEvent]):
    """What a report did. `accepted` false: it is kept, nothing moved, and staff have an alarm."""

    provider = serializers.CharField()
    event = serializers.CharField()
    outcome = serializers.SerializerMethodField()
    accepted = serializers.SerializerMethodField()
    received_at = UTCDateTimeField()

    @extend_schema_field(serializers.ChoiceField(choices=OUTCOMES))
    def get_outcome(self, event: ProviderEvent) -> str:
        """Return the outcome as a word of the API."""
        return event.outcome.replace(" ", "_")

    def get_accepted(self, event: ProviderEvent) -> bool:
        """Return whether the provider would get a success for it."""
        return event.answer < HTTPStatus.BAD_REQUEST
