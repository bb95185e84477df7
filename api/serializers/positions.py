"""Positions at private tables, their shoes, and what a player sends there."""

from typing import Any

from django.utils.translation import gettext_lazy as _
from rest_framework import serializers

from api.resources.positions import PositionResource, ShoeResource, ShoesResource
from api.serializers.base import MoneySerializer, UTCDateTimeField
from api.serializers.protection import SessionPlaySerializer
from api.serializers.rounds import RoundSerializer
from api.serializers.tables import LimitsSerializer
from casino.fairness.selectors.shoe_panel import ClosedShoe
from casino.limits.services.time_limit import TimeLeft
from casino.protection.selectors.reality import RealityCheck


class CutsSerializer(serializers.Serializer[Any]):
    """First and last place at which the shoe may be cut."""

    first = serializers.IntegerField()
    last = serializers.IntegerField()


class ShoeSerializer(serializers.Serializer[ShoeResource]):
    """The present shoe of a place. `nonce` numbers the next round."""

    id = serializers.UUIDField(source="shoe.public_id")
    commitment = serializers.CharField(
        source="shoe.commitment", help_text=_("SHA-256 of the server seed, in hexadecimal.")
    )
    rules_hash = serializers.CharField(source="shoe.version.rules_hash")
    nonce = serializers.IntegerField()
    is_opened = serializers.BooleanField(
        help_text=_("False before its first bet, which sends salt and cut.")
    )
    client_seed = serializers.CharField(source="view.client_seed")
    cards_dealt = serializers.IntegerField(source="view.cards_dealt")
    cards_total = serializers.IntegerField(
        source="view.cards_total", allow_null=True, help_text=_("Null for endless decks.")
    )
    cut_card_at = serializers.IntegerField(source="view.cut_card_at", allow_null=True)
    cuts = CutsSerializer(allow_null=True)


class NextBetSerializer(serializers.Serializer[Any]):
    """What the next bet may be, with the player's own limits."""

    boxes = serializers.ListField(child=serializers.IntegerField())
    limits = LimitsSerializer()
    min_total = MoneySerializer(
        source="joint.least",
        allow_null=True,
        help_text=_("Minimum of the first bets on all boxes together."),
    )
    max_total = MoneySerializer(source="joint.most", allow_null=True)
    max_by_own_limits = MoneySerializer(
        source="most",
        allow_null=True,
        help_text=_("Set if the player's limits allow less than the table."),
    )


class BarSerializer(serializers.Serializer[Any]):
    """Why no bet is taken now."""

    code = serializers.CharField()
    detail = serializers.CharField()


class DueCheckSerializer(serializers.Serializer[RealityCheck]):
    """A reality check that is due. No bet is taken until it is answered."""

    mark = serializers.CharField(help_text=_("Names this check in its answer."))
    session_seconds = serializers.SerializerMethodField()
    session_play = SessionPlaySerializer(many=True, source="played")

    def get_session_seconds(self, check: RealityCheck) -> int:
        """Return the length of the session."""
        return int(check.lasted.total_seconds())


class TimeLeftSerializer(serializers.Serializer[TimeLeft]):
    """The time limit with the least time left."""

    seconds = serializers.SerializerMethodField()
    code = serializers.CharField(source="limit.code")

    def get_seconds(self, left: TimeLeft) -> int:
        return int(left.left.total_seconds())


class PlayMoneySerializer(serializers.Serializer[Any]):
    """A balance below `low` is refilled to `full`, not before `next_at`."""

    low = MoneySerializer()
    full = MoneySerializer()
    next_at = UTCDateTimeField(allow_null=True)


class PositionSerializer(serializers.Serializer[PositionResource]):
    """A player's position at a private table."""

    table = serializers.CharField(source="position.place.table.slug")
    currency = serializers.CharField()
    balance = MoneySerializer()
    net = MoneySerializer(help_text=_("Result of this session at all tables."))
    session_started_at = UTCDateTimeField(source="position.player_money.since")
    round = RoundSerializer(allow_null=True, help_text=_("The newest round, running or finished."))
    shoe = ShoeSerializer()
    stopped = serializers.BooleanField(help_text=_("True if staff check this place."))
    bet = NextBetSerializer(allow_null=True, help_text=_("Null while a round runs."))
    barred = BarSerializer(allow_null=True)
    reality_check = DueCheckSerializer(allow_null=True)
    reality_check_in = serializers.IntegerField(
        allow_null=True, help_text=_("Seconds until the next reality check.")
    )
    time_left = TimeLeftSerializer(allow_null=True)
    play_money = PlayMoneySerializer(allow_null=True)


class OwnClosedShoeSerializer(serializers.Serializer[ClosedShoe]):
    id = serializers.UUIDField()
    closed_at = UTCDateTimeField()
    rounds = serializers.IntegerField()


class ShoesSerializer(serializers.Serializer[ShoesResource]):
    """The shoes of a player's place: present, next, and the last closed ones."""

    table = serializers.CharField()
    present = ShoeSerializer()
    announced_at = UTCDateTimeField(source="panel.announced_at")
    salt = serializers.CharField(source="panel.salt", allow_null=True)
    cut = serializers.IntegerField(source="panel.cut", allow_null=True)
    next_commitment = serializers.CharField(source="panel.next_commitment")
    next_announced_at = UTCDateTimeField(allow_null=True)
    can_change = serializers.BooleanField(source="panel.can_change")
    rounds_before_change = serializers.IntegerField(
        source="panel.rounds_before_change",
        help_text=_("Rounds to play before the shoe may be changed."),
    )
    closed = OwnClosedShoeSerializer(source="panel.closed_shoes", many=True)


class HintSerializer(serializers.Serializer[Any]):
    """The chart's advice for the present decision."""

    step = serializers.IntegerField()
    advice = serializers.CharField(help_text=_("An action."))
