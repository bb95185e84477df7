"""Cases, flags and holds, as the operator's systems read them."""

from typing import Any

from django.utils.translation import gettext_lazy as _
from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers

from api.resources.operators.cases import (
    CaseDetail,
    FlagDetail,
    SignalSettings,
    held_money,
    write_sentence,
)
from api.serializers.base import MoneySerializer, TimeRangeQuery, UTCDateTimeField, page_of
from cases.models import CaseHold, CaseOutcome, CaseSeverity, CaseStatus, CaseTopic
from cases.selectors.queue import QueueLine
from detection.models import Flag
from signals.catalogue import SIGNALS

_KINDS = [kind.value for kind in CaseTopic if kind != CaseTopic.STAFF]
_LARGEST = 2**63 - 1


class CaseRecordsQuery(TimeRangeQuery):
    """Filters of cases; all are optional. Times are those of the opening."""

    kind = serializers.ChoiceField(required=False, choices=_KINDS)
    status = serializers.ChoiceField(required=False, choices=CaseStatus.values)
    severity = serializers.ChoiceField(required=False, choices=CaseSeverity.values)
    outcome = serializers.ChoiceField(required=False, choices=CaseOutcome.values)
    player = serializers.IntegerField(required=False, min_value=1, max_value=_LARGEST)


class FlagRecordsQuery(TimeRangeQuery):
    """Filters of flags; all are optional. Times are those at which they were raised."""

    player = serializers.IntegerField(required=False, min_value=1, max_value=_LARGEST)
    signal = serializers.ChoiceField(required=False, choices=list(SIGNALS))
    state = serializers.ChoiceField(required=False, choices=Flag.State.values)


class CaseRecordSerializer(serializers.Serializer[QueueLine]):
    """A case of fraud, money laundering or player protection."""

    id = serializers.UUIDField(source="case.public_id")
    number = serializers.CharField(source="case.number")
    kind = serializers.ChoiceField(source="case.kind", choices=_KINDS)
    status = serializers.ChoiceField(source="case.status", choices=CaseStatus.values)
    severity = serializers.ChoiceField(source="case.severity", choices=CaseSeverity.values)
    outcome = serializers.SerializerMethodField(help_text=_("Null until it is decided."))
    score = serializers.SerializerMethodField(
        help_text=_("From 0 to 100. Null in a case of fraud until it is decided.")
    )
    players = serializers.SerializerMethodField(
        help_text=_("Numbers of its players, the leading one first.")
    )
    assignee = serializers.IntegerField(source="case.assignee_id", allow_null=True)
    is_held = serializers.BooleanField(help_text=_("Whether a withdrawal is held in it."))
    opened_at = UTCDateTimeField(source="case.opened_at")
    due_at = UTCDateTimeField(source="case.due_at")

    @extend_schema_field(serializers.ChoiceField(choices=CaseOutcome.values, allow_null=True))
    def get_outcome(self, line: QueueLine) -> str | None:
        return line.case.outcome or None

    def get_score(self, line: QueueLine) -> int | None:
        return line.case.score if line.shows_score else None

    def get_players(self, line: QueueLine) -> list[int]:
        return [player.pk for player in line.players]


class FlagRecordSerializer(serializers.Serializer[Flag]):
    """A signal that was over its threshold."""

    id = serializers.UUIDField(source="public_id")
    player = serializers.IntegerField(source="player_id")
    other = serializers.IntegerField(
        source="other_id", allow_null=True, help_text=_("The other player of a pair.")
    )
    signal = serializers.CharField(help_text=_("For example “CC1”. There may be others."))
    version = serializers.IntegerField(help_text=_("Version of the signal."))
    state = serializers.ChoiceField(choices=Flag.State.values)
    n = serializers.IntegerField(help_text=_("Units that were judged."))
    figures = serializers.DictField(
        child=serializers.FloatField(allow_null=True), help_text=_("Numbers by name.")
    )
    thresholds = serializers.DictField(child=serializers.FloatField())
    sentence = serializers.SerializerMethodField(
        help_text=_("What it says, in the caller's language.")
    )
    raised_at = UTCDateTimeField()
    ended_at = UTCDateTimeField(allow_null=True)

    def get_sentence(self, flag: Flag) -> str:
        return write_sentence(flag)


class FlagDetailSerializer(serializers.Serializer[FlagDetail]):
    """A flag with its rounds, from which it can be recomputed."""

    flag = FlagRecordSerializer()
    rounds = serializers.ListField(child=serializers.UUIDField())


class CaseDetailSerializer(serializers.Serializer[CaseDetail]):
    """A case with its flags."""

    case = CaseRecordSerializer(source="line")
    flags = FlagRecordSerializer(many=True)


class HoldRecordSerializer(serializers.Serializer[CaseHold]):
    """A withdrawal that is held in a case."""

    case = serializers.UUIDField(source="case.public_id")
    withdrawal = serializers.UUIDField(source="withdrawal.reference")
    player = serializers.IntegerField(source="withdrawal.player_id")
    amount = serializers.SerializerMethodField()
    held_at = UTCDateTimeField(source="at")
    due_at = UTCDateTimeField(help_text=_("After this time the compliance manager decides."))
    escalated_at = UTCDateTimeField(allow_null=True)

    @extend_schema_field(MoneySerializer)
    def get_amount(self, hold: CaseHold) -> dict[str, Any]:
        return dict(MoneySerializer(held_money(hold)).data)


class SignalRecordSerializer(serializers.Serializer[SignalSettings]):
    """A signal with its thresholds in force."""

    signal = serializers.CharField(source="signal.id", help_text=_("For example “CC1”."))
    name = serializers.CharField(
        source="signal.words", help_text=_("Its name, in the caller's language.")
    )
    version = serializers.IntegerField(
        source="signal.version", help_text=_("Version of the signal.")
    )
    severity = serializers.IntegerField(
        source="signal.severity", help_text=_("What a flag adds to the score.")
    )
    thresholds = serializers.DictField(child=serializers.FloatField())
    since = UTCDateTimeField(
        allow_null=True,
        help_text=_("When two people put them in force. Null: as the signal was delivered."),
    )


CaseRecordPageSerializer = page_of(CaseRecordSerializer, "CaseRecordPageSerializer")
FlagRecordPageSerializer = page_of(FlagRecordSerializer, "FlagRecordPageSerializer")
HoldRecordPageSerializer = page_of(HoldRecordSerializer, "HoldRecordPageSerializer")
SignalRecordPageSerializer = page_of(SignalRecordSerializer, "SignalRecordPageSerializer")
