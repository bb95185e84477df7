"""Rule sets, their returns and strategy charts."""

from typing import Any

from django.utils.translation import gettext_lazy as _
from rest_framework import serializers


class RuleSetSerializer(serializers.Serializer[Any]):
    """Rules by their hash. `rules` has every field that docs/rules-reference.md describes."""

    hash = serializers.CharField(help_text=_("SHA-256 of the canonical JSON of `rules`."))
    summary = serializers.CharField(help_text=_("The rules in one line."))
    rules = serializers.DictField()


class BetReturnSerializer(serializers.Serializer[Any]):
    """Return of a bet, as a fraction of its stake."""

    rtp = serializers.FloatField()
    hit_frequency = serializers.FloatField(help_text=_("Probability that the bet wins."))
    outcomes = serializers.DictField(
        child=serializers.FloatField(), help_text=_("Probability of each outcome.")
    )


class ReturnsSerializer(serializers.Serializer[Any]):
    """Exact figures of the rules, per unit of the first bet, alone at the table at the start of a shoe."""

    library_version = serializers.CharField()
    rtp = serializers.FloatField(help_text=_("Return to player with the best play of every hand."))
    rtp_total_dependent = serializers.FloatField(
        allow_null=True, help_text=_("Return to player with the chart.")
    )
    house_edge = serializers.FloatField(allow_null=True, help_text=_("1 minus the chart's return."))
    average_wager = serializers.FloatField(
        help_text=_("Mean total bet on a hand, splits and doubles included.")
    )
    standard_deviation = serializers.FloatField()
    max_payout = serializers.FloatField(help_text=_("Maximum return of one box."))
    insurance = BetReturnSerializer(allow_null=True)
    side_bets = serializers.DictField(child=BetReturnSerializer())


class ChartSerializer(serializers.Serializer[Any]):
    """Strategy chart: for each total and pair, a code for each upcard of the dealer."""

    upcards = serializers.ListField(child=serializers.CharField())
    rows = serializers.DictField(
        child=serializers.ListField(child=serializers.CharField()),
        help_text=_('Codes by row: "hard 16", "soft 18", "pair 8".'),
    )
    codes = serializers.DictField(
        child=serializers.ListField(child=serializers.CharField()),
        help_text=_("Actions of each code, the preferred one first."),
    )
