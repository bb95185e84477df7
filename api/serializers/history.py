"""A player's past rounds, their decisions and replays."""

from decimal import Decimal
from typing import Any

from django.utils.translation import gettext_lazy as _
from rest_framework import serializers

from accounts.values.currencies import PLAY_MONEY, REAL_CURRENCIES
from api.resources.history import FrameResource, PastRoundResource
from api.serializers.base import MoneySerializer, PageQuery, UTCDateTimeField, page_of
from api.serializers.rounds import FeltSerializer
from casino.history.selectors.past_rounds import PastRoundsFilter
from casino.history.words.round_list import PastDecision, PastVoid
from casino.models import Round, VoidReason
from casino.rounds.values.replay_frames import FrameKind
from casino.rounds.words.labels import RESULTS
from casino.values.round_numbers import (
    LONGEST_NAME,
    RoundName,
    UnknownRoundName,
    parse_round_name,
)
from pages.moments import is_reversed
from wallet.money.values import SCALE_DIGITS

_MOST_DIGITS = 14


class HistoryQuery(PageQuery):
    """Filters of the player's finished rounds; all are optional."""

    since = UTCDateTimeField(required=False, help_text=_("Started at this time or later."))
    until = UTCDateTimeField(required=False, help_text=_("Started before this time."))
    table = serializers.SlugField(required=False, max_length=50)
    currency = serializers.ChoiceField(required=False, choices=[*REAL_CURRENCIES, PLAY_MONEY])
    result = serializers.ChoiceField(required=False, choices=list(RESULTS))
    min_staked = serializers.DecimalField(
        required=False,
        max_digits=_MOST_DIGITS,
        decimal_places=SCALE_DIGITS,
        min_value=0,
        help_text=_("In the currency of each round."),
    )
    max_staked = serializers.DecimalField(
        required=False, max_digits=_MOST_DIGITS, decimal_places=SCALE_DIGITS, min_value=0
    )
    number = serializers.CharField(
        required=False, max_length=LONGEST_NAME, help_text=_("Number or id of a round.")
    )

    default_error_messages = {  # noqa: RUF012 - rest_framework's shape
        "unknown_round": _("This is neither the number of a round nor its id."),
    }

    def validate_number(self, text: str) -> RoundName:
        """Return the name of a round."""
        try:
            return parse_round_name(text)
        except UnknownRoundName as error:
            told = str(self.error_messages["unknown_round"])
            raise serializers.ValidationError(told, code="unknown_round") from error

    def validate(self, attrs: dict[str, Any]) -> dict[str, Any]:
        """Refuse ranges that end before they begin."""
        if is_reversed(attrs.get("since"), attrs.get("until")):
            raise serializers.ValidationError({"until": _("This is not after the beginning.")})
        least, most = attrs.get("min_staked"), attrs.get("max_staked")
        if least is not None and most is not None and most < least:
            raise serializers.ValidationError({"max_staked": _("This is below the minimum.")})
        return attrs

    @property
    def wanted(self) -> PastRoundsFilter:
        """The filters; requires valid data."""
        given = self.validated_data
        names = ("since", "until", "table", "currency", "result", "number")
        return PastRoundsFilter(
            **{name: given.get(name) for name in names},
            least=_units(given.get("min_staked")),
            most=_units(given.get("max_staked")),
        )


def _units(amount: Decimal | None) -> int | None:
    return None if amount is None else int(amount.scaleb(SCALE_DIGITS))


class PastRoundSerializer(serializers.Serializer[PastRoundResource]):
    """A round in the player's history."""

    id = serializers.UUIDField(source="round.public_id")
    number = serializers.CharField(source="round.number")
    table = serializers.CharField(source="round.place.table.slug")
    shoe = serializers.UUIDField(source="round.deal.shoe.public_id")
    nonce = serializers.IntegerField(source="round.deal.nonce")
    status = serializers.ChoiceField(source="round.status", choices=Round.Status.values)
    started_at = UTCDateTimeField(source="round.started_at")
    finished_at = UTCDateTimeField(source="round.finished_at", allow_null=True)
    house_played = serializers.BooleanField(source="round.interrupted")
    felt = FeltSerializer()
    staked = MoneySerializer()
    returned = MoneySerializer(allow_null=True)
    net = MoneySerializer(allow_null=True)
    tax = MoneySerializer(help_text=_("Tax withheld from the winnings; zero without one."))
    void_reason = serializers.ChoiceField(
        source="void.reason",
        choices=VoidReason.values,
        allow_null=True,
        help_text=_("Set if the round was declared void."),
    )
    has_replay = serializers.BooleanField()
    is_verifiable = serializers.BooleanField(
        help_text=_("True once the shoe is closed and its seed revealed.")
    )


PastRoundPageSerializer = page_of(PastRoundSerializer, "PastRoundPageSerializer")


class SituationSerializer(serializers.Serializer[Any]):
    """The hand of a decision."""

    box = serializers.IntegerField()
    hand = serializers.IntegerField()
    cards = serializers.ListField(child=serializers.CharField())
    total = serializers.IntegerField()
    upcard = serializers.CharField()


class PastDecisionSerializer(serializers.Serializer[PastDecision]):
    """A decision of the round."""

    step = serializers.IntegerField(source="made.step")
    at = UTCDateTimeField()
    action = serializers.CharField(
        source="made.action", help_text=_('The action, with its amount if chosen: "double:5".')
    )
    added = MoneySerializer(help_text=_("New money that it took."))
    by_house = serializers.BooleanField()
    early = serializers.BooleanField(help_text=_("Chosen before the turn."))
    advice = serializers.CharField(help_text=_("The chart's advice, if the player asked for it."))
    situation = SituationSerializer(allow_null=True)


class PastVoidSerializer(serializers.Serializer[PastVoid]):
    """A void, or a later step of it, in the caller's language."""

    at = UTCDateTimeField()
    texts = serializers.ListField(child=serializers.CharField(), source="told")


class RoundPointsSerializer(serializers.Serializer[Any]):
    hundredths = serializers.IntegerField()
    earned = serializers.BooleanField(help_text=_("False for a correction after a void."))


class PlayedRoundSerializer(PastRoundSerializer):
    """A round with every decision."""

    balance_before = MoneySerializer()
    balance_after = MoneySerializer(allow_null=True)
    rate = serializers.DecimalField(
        max_digits=24,
        decimal_places=12,
        allow_null=True,
        help_text=_("USD per unit of the round's currency; null for USD and play money."),
    )
    client_seed = serializers.CharField(source="round.client_seed")
    rules_hash = serializers.CharField(source="round.version.rules_hash")
    profile_version = serializers.IntegerField(
        source="round.profile_id",
        allow_null=True,
        help_text=_("Version of the licence's profile that judged the bet."),
    )
    country_profile_version = serializers.IntegerField(
        source="round.country_profile_id",
        allow_null=True,
        help_text=_("Version of the profile of the player's country; null if it had none."),
    )
    decisions = PastDecisionSerializer(many=True)
    unshown_card = serializers.CharField(
        allow_null=True,
        help_text=_("Hole card that was never turned over, once the shoe is closed."),
    )
    points = RoundPointsSerializer(many=True)
    voids = PastVoidSerializer(many=True)


class FrameSerializer(serializers.Serializer[FrameResource]):
    """A moment of the round."""

    number = serializers.IntegerField()
    kind = serializers.ChoiceField(source="frame.kind", choices=[one.value for one in FrameKind])
    card = serializers.CharField(source="frame.card", help_text=_("The card drawn, if any."))
    box = serializers.IntegerField(
        source="frame.seat", help_text=_("Box that got the card; 0 for the dealer.")
    )
    hand = serializers.IntegerField(source="frame.place")
    step = serializers.IntegerField(source="made.step", allow_null=True)
    action = serializers.CharField(source="made.action", allow_null=True)
    by_house = serializers.BooleanField(source="made.by_house", allow_null=True)
    felt = FeltSerializer()


class ReplaySerializer(serializers.Serializer[Any]):
    """Every moment of a finished round; empty if it cannot be replayed."""

    frames = FrameSerializer(many=True)


class TranscriptSerializer(serializers.Serializer[Any]):
    """A transcript, as `verify` and the library read it."""

    transcript = serializers.DictField()
