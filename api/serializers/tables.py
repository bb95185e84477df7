"""Tables and their limits."""

from typing import Any

from django.utils import timezone
from django.utils.translation import gettext_lazy as _
from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers

from api.resources.tables import TableResource
from api.serializers.base import MoneySerializer, page_of, write_document
from journal.selectors.gaming_days import operator_zone
from tables.models import MoneyKind, Table


class LimitsSerializer(serializers.Serializer[Any]):
    """Limits of bets in one currency; null means no limit."""

    currency = serializers.CharField(source="step.currency")
    min_bet = MoneySerializer(help_text=_("Minimum first bet on a box."))
    max_bet = MoneySerializer(help_text=_("Maximum first bet on a box."))
    min_player = MoneySerializer(
        allow_null=True, help_text=_("Minimum of a player's first bets on all boxes together.")
    )
    max_player = MoneySerializer(
        allow_null=True, help_text=_("Maximum of a player's first bets on all boxes together.")
    )
    max_round = MoneySerializer(
        help_text=_("Maximum that a player stakes in a round, splits and doubles included.")
    )
    max_insurance = MoneySerializer(allow_null=True)
    min_side = MoneySerializer(help_text=_("Minimum side bet."))
    max_side = MoneySerializer(allow_null=True, help_text=_("Maximum side bet."))
    step = MoneySerializer(help_text=_("Every bet is a multiple of this."))
    chips = MoneySerializer(many=True)


class PaceSerializer(serializers.Serializer[Any]):
    hands_per_minute = serializers.IntegerField(source="hands_per_minute.amount")
    hands_per_day = serializers.IntegerField(source="hands_per_day.amount")
    min_seconds_between_rounds = serializers.IntegerField(
        source="min_seconds_between_rounds.amount"
    )


class HoursSerializer(serializers.Serializer[Any]):
    opens = serializers.TimeField(format="%H:%M")
    closes = serializers.TimeField(format="%H:%M")
    time_zone = serializers.SerializerMethodField()

    def get_time_zone(self, _table: Table) -> str:
        """Return the operator's time zone."""
        return operator_zone(timezone.now()).key


class TableSerializer(serializers.Serializer[TableResource]):
    """A table: its rules by hash, its limits for everybody, and its present use."""

    id = serializers.CharField(source="table.slug")
    name = serializers.CharField(source="table.display_name")
    kind = serializers.ChoiceField(
        source="table.kind",
        choices=Table.Kind.choices,
        help_text=_("At a private table a player plays alone; a live table is shared."),
    )
    status = serializers.ChoiceField(
        source="table.status",
        choices=[Table.Status.CLOSED.value, Table.Status.OPENING.value, Table.Status.OPEN.value],
    )
    takes_bets = serializers.BooleanField(
        help_text=_("False while the table is closed or the operator has stopped it.")
    )
    money = serializers.ChoiceField(source="table.rule_set.money", choices=MoneyKind.choices)
    rule_set = serializers.CharField(source="table.rule_set.display_name")
    rules_hash = serializers.CharField(
        source="table.version.rules_hash", help_text=_("Hash of the rules in force.")
    )
    rtp = serializers.FloatField(
        allow_null=True,
        help_text=_(
            "Exact return to player with best play, as a fraction of 1; null until it is computed."
        ),
    )
    boxes = serializers.ListField(
        child=serializers.IntegerField(),
        source="table.box_numbers",
        help_text=_("Numbers of boxes."),
    )
    stopped_boxes = serializers.ListField(
        child=serializers.IntegerField(), source="table.stopped_boxes"
    )
    players = serializers.IntegerField(
        help_text=_(
            "Players now: seated at a live table, or with a round in the last five minutes."
        )
    )
    free_boxes = serializers.IntegerField(
        allow_null=True, help_text=_("Free boxes of a live table; null at a private one.")
    )
    hours = serializers.SerializerMethodField(
        help_text=_("Daily opening hours; null if the table never closes.")
    )
    pace = PaceSerializer(source="bounds")
    limits = LimitsSerializer(
        many=True, help_text=_("One entry for each currency that has an exchange rate.")
    )

    @extend_schema_field(HoursSerializer(allow_null=True))
    def get_hours(self, resource: TableResource) -> dict[str, Any] | None:
        """Return the opening hours, None without."""
        table = resource.table
        return None if table.opens is None else write_document(HoursSerializer, table)


TablePageSerializer = page_of(TableSerializer, "TablePageSerializer")
