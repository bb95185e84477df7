"""Rounds: cards, bets, decisions that are possible."""

from typing import Any

from django.utils.translation import gettext_lazy as _
from rest_framework import serializers

from api.resources.rounds import FeltResource, RoundResource
from api.serializers.base import MoneySerializer, UTCDateTimeField
from casino.models import Round
from casino.play.services.offers import ActionOffer
from casino.rounds.words.labels import ACTIONS, OUTCOMES


class WagerResultSerializer(serializers.Serializer[Any]):
    """A side bet or an insurance; `outcome` and `payout` are null until it is decided."""

    stake = MoneySerializer()
    outcome = serializers.CharField(
        allow_null=True, help_text=_("Null while undecided, and for a side bet that has lost.")
    )
    payout = MoneySerializer(allow_null=True)


class HandSerializer(serializers.Serializer[Any]):
    number = serializers.IntegerField(help_text=_("Number of the hand in its box, from 1."))
    cards = serializers.ListField(
        child=serializers.CharField(), help_text=_('Rank and suit: "TH" is the ten of hearts.')
    )
    total = serializers.IntegerField()
    soft = serializers.BooleanField(help_text=_("True if an ace counts 11."))
    stake = MoneySerializer()
    added = MoneySerializer(help_text=_("Added by a double."))
    outcome = serializers.ChoiceField(choices=list(OUTCOMES), allow_null=True)
    payout = MoneySerializer(allow_null=True, help_text=_("What comes back, with the stake."))


class BoxSerializer(serializers.Serializer[Any]):
    """The player's bets on a box."""

    box = serializers.IntegerField(source="seat")
    is_behind = serializers.BooleanField(help_text=_("True for a bet behind on another's box."))
    hands = HandSerializer(many=True)
    side_bets = serializers.DictField(child=WagerResultSerializer())
    insurance = WagerResultSerializer(allow_null=True)
    staked = MoneySerializer()
    returned = MoneySerializer(allow_null=True)
    net = MoneySerializer(allow_null=True)


class DealerSerializer(serializers.Serializer[Any]):
    """The dealer's open cards."""

    cards = serializers.ListField(child=serializers.CharField())
    total = serializers.IntegerField()
    soft = serializers.BooleanField()


class TurnSerializer(serializers.Serializer[Any]):
    """The hand that is asked."""

    box = serializers.IntegerField(source="seat")
    hand = serializers.IntegerField()
    phase = serializers.CharField(
        help_text=_('"before_peek" for insurance, even money and early surrender, else "play".')
    )


class FeltSerializer(serializers.Serializer[FeltResource]):
    """Cards and bets that the player sees."""

    dealer = DealerSerializer()
    face_down = serializers.BooleanField(help_text=_("True if a hole card lies face down."))
    boxes = BoxSerializer(many=True)
    turn = TurnSerializer(allow_null=True)


class PossibleActionSerializer(serializers.Serializer[ActionOffer]):
    """An action that the rules allow now. Limits or the balance may still refuse it."""

    action = serializers.ChoiceField(source="verb", choices=list(ACTIONS))
    cost = MoneySerializer(
        source="new_money", allow_null=True, help_text=_("New money that it takes.")
    )
    enabled = serializers.BooleanField(source="is_enabled")
    code = serializers.CharField(help_text=_("Code of the refusal; empty if it is enabled."))
    reason = serializers.CharField(help_text=_("The refusal in the caller's language."))
    min_amount = MoneySerializer(
        source="least",
        allow_null=True,
        help_text=_("Set if the player must choose the amount."),
    )
    max_amount = MoneySerializer(source="most", allow_null=True)


class RoundSerializer(serializers.Serializer[RoundResource]):
    """A round, running or finished. A running one shows open cards only."""

    id = serializers.UUIDField(source="round.public_id")
    number = serializers.CharField(source="round.number")
    table = serializers.CharField(source="round.place.table.slug")
    shoe = serializers.UUIDField(source="round.deal.shoe.public_id")
    nonce = serializers.IntegerField(source="round.deal.nonce")
    status = serializers.ChoiceField(source="round.status", choices=Round.Status.values)
    frozen = serializers.BooleanField(
        source="round.frozen", help_text=_("True if staff have stopped it for a check.")
    )
    house_played = serializers.BooleanField(
        source="round.interrupted", help_text=_("True if the house decided for the absent player.")
    )
    step = serializers.IntegerField(help_text=_("Number of the next decision."))
    felt = FeltSerializer()
    actions = PossibleActionSerializer(many=True)
    staked = MoneySerializer()
    returned = MoneySerializer(allow_null=True)
    net = MoneySerializer(allow_null=True)
    tax = MoneySerializer(help_text=_("Tax withheld from the winnings; zero without one."))
    balance_before = MoneySerializer()
    balance_after = MoneySerializer(allow_null=True)
    started_at = UTCDateTimeField(source="round.started_at")
    finished_at = UTCDateTimeField(source="round.finished_at", allow_null=True)
    house_plays_at = UTCDateTimeField(
        source="round.house_plays_at",
        allow_null=True,
        help_text=_("When the house plays for an absent player; null if it waits."),
    )
