"""Rounds and shoes as the operator's systems read them."""

from collections.abc import Mapping
from typing import Any, Final

from django.utils.translation import gettext_lazy as _
from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers

from accounts.values.currencies import PLAY_MONEY, REAL_CURRENCIES
from api.resources.operators.rounds import RoundDetail
from api.serializers.base import (
    HashField,
    MoneySerializer,
    TimeRangeQuery,
    UTCDateTimeField,
    page_of,
    write_document,
)
from casino.forms import RoundNameField
from casino.models import Bet, Decision, Round, Shoe
from casino.values.round_numbers import LONGEST_NAME, RoundName, UnknownRoundName, parse_round_name
from compliance.hands.forms import FLAGS, RESULTS, STATUSES
from compliance.hands.selectors.hands import round_status
from wallet.money.values import SCALE_DIGITS

_PLAYER = _("Email address, name or number.")


def _codes(choices: Any) -> list[str]:
    """Return the codes of a filter of the page, without the empty one."""
    return [code for code, _label in choices if code]


ROUND_STATUSES: Final = _codes(STATUSES)
SHOE_STATUSES: Final = Shoe.Status.values
CLOSE_REASONS: Final = Shoe.CloseReason.values


class _Usd(serializers.DecimalField):
    """An optional amount in US dollars."""

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(
            max_digits=14, decimal_places=SCALE_DIGITS, min_value=0, required=False, **kwargs
        )


class RoundsQuery(TimeRangeQuery):
    """Filters of rounds, as those of the hands' page; all are optional."""

    table = serializers.SlugField(required=False)
    player = serializers.CharField(required=False, max_length=254, help_text=_PLAYER)
    currency = serializers.ChoiceField(required=False, choices=[*REAL_CURRENCIES, PLAY_MONEY])
    least = _Usd(help_text=_("Minimum stakes in US dollars."))
    most = _Usd(help_text=_("Maximum stakes in US dollars."))
    result = serializers.ChoiceField(required=False, choices=_codes(RESULTS))
    status = serializers.ChoiceField(required=False, choices=ROUND_STATUSES)
    flag = serializers.ChoiceField(required=False, choices=_codes(FLAGS))
    reference = serializers.CharField(
        required=False,
        max_length=LONGEST_NAME,
        help_text=_("Number of a round, or id of a round or shoe."),
    )

    def validate_reference(self, value: str) -> RoundName:
        """Return the parsed name."""
        try:
            return parse_round_name(value)
        except UnknownRoundName as error:
            code = "unknown_round_name"
            text = RoundNameField.default_error_messages[code]
            raise serializers.ValidationError(text, code) from error


class RoundRecordSerializer(serializers.Serializer[Round]):
    """A player's round. Of a running one the result is unknown."""

    id = serializers.UUIDField(source="public_id")
    number = serializers.CharField(help_text=_("The number that people see."))
    player = serializers.IntegerField(source="player_id", help_text=_("The player's number."))
    table = serializers.CharField(source="place.table.slug")
    rules_hash = serializers.CharField(source="version.rules_hash")
    shoe = serializers.UUIDField(source="deal.shoe.public_id")
    nonce = serializers.IntegerField(
        source="deal.nonce", help_text=_("Number of the deal in its shoe.")
    )
    status = serializers.SerializerMethodField()
    boxes = serializers.ListField(child=serializers.IntegerField())
    staked = serializers.SerializerMethodField()
    returned = serializers.SerializerMethodField(help_text=_("Null while the round is running."))
    tax = serializers.SerializerMethodField(
        help_text=_("Tax withheld from the winnings; zero without one.")
    )
    rate = serializers.SerializerMethodField(
        help_text=_("US dollars for one unit of the currency, when the round was dealt.")
    )
    started_at = UTCDateTimeField()
    finished_at = UTCDateTimeField(allow_null=True)

    @extend_schema_field(serializers.ChoiceField(choices=ROUND_STATUSES))
    def get_status(self, round_: Round) -> str:
        return round_status(round_)

    @extend_schema_field(MoneySerializer)
    def get_staked(self, round_: Round) -> Mapping[str, str]:
        return write_document(MoneySerializer, round_.money(round_.staked))

    @extend_schema_field(MoneySerializer(allow_null=True))
    def get_returned(self, round_: Round) -> Mapping[str, str] | None:
        if round_.returned is None:
            return None
        return write_document(MoneySerializer, round_.money(round_.returned))

    @extend_schema_field(MoneySerializer)
    def get_tax(self, round_: Round) -> Mapping[str, str]:
        return write_document(MoneySerializer, round_.money(round_.tax))

    @extend_schema_field(serializers.CharField())
    def get_rate(self, round_: Round) -> str:
        return format(round_.tasa_cambio.normalize(), "f")


RoundRecordPageSerializer = page_of(RoundRecordSerializer, "RoundRecordPageSerializer")


class BetRecordSerializer(serializers.Serializer[Bet]):
    """What the player bet on one box."""

    box = serializers.IntegerField()
    stake = MoneySerializer()
    side_bets = serializers.DictField(child=MoneySerializer())
    behind = serializers.BooleanField(help_text=_("Whether another player decides on this box."))


class DecisionRecordSerializer(serializers.Serializer[Decision]):
    """One decision of the deal."""

    step = serializers.IntegerField()
    action = serializers.CharField()
    by_house = serializers.BooleanField()
    own = serializers.BooleanField(help_text=_("Whether this player made it."))
    made_at = UTCDateTimeField()


class RoundDetailSerializer(serializers.Serializer[RoundDetail]):
    """A round with bets, decisions, its visible state, and its transfers."""

    round = RoundRecordSerializer()
    bets = BetRecordSerializer(many=True)
    decisions = DecisionRecordSerializer(many=True)
    state = serializers.DictField(
        help_text=_("Cards and outcomes as the player saw them last, in the library's form.")
    )
    balance_before = MoneySerializer(source="money.before")
    balance_after = MoneySerializer(source="money.after", allow_null=True)
    transfers = serializers.ListField(
        child=serializers.IntegerField(), help_text=_("Numbers of its transfers in the ledger.")
    )
    differs = serializers.BooleanField(
        help_text=_("True if a check of the round differs from what is stored; staff are alerted.")
    )


class ShoeRecordsQuery(TimeRangeQuery):
    """Filters of shoes, as those of the shoes' page; all are optional. Times are those of the announcement."""

    table = serializers.SlugField(required=False)
    player = serializers.CharField(required=False, max_length=254, help_text=_PLAYER)
    status = serializers.ChoiceField(required=False, choices=SHOE_STATUSES)
    reason = serializers.ChoiceField(required=False, choices=CLOSE_REASONS)
    commitment = HashField(required=False)


class ShoeRecordSerializer(serializers.Serializer[Shoe]):
    """A shoe in any state. Its seed is null until it is revealed."""

    id = serializers.UUIDField(source="public_id")
    number = serializers.IntegerField()
    table = serializers.CharField(source="place.table.slug")
    player = serializers.IntegerField(
        source="place.player_id", allow_null=True, help_text=_("Null at a live table.")
    )
    rules_hash = serializers.CharField(source="version.rules_hash")
    status = serializers.ChoiceField(choices=SHOE_STATUSES)
    close_reason = serializers.SerializerMethodField(help_text=_("Null until it is closed."))
    commitment = serializers.CharField()
    server_seed = serializers.CharField(allow_null=True)
    announced_at = UTCDateTimeField()
    opened_at = UTCDateTimeField(allow_null=True)
    closed_at = UTCDateTimeField(allow_null=True)
    rounds_dealt = serializers.IntegerField()
    cards_out = serializers.IntegerField()

    @extend_schema_field(serializers.ChoiceField(choices=CLOSE_REASONS, allow_null=True))
    def get_close_reason(self, shoe: Shoe) -> str | None:
        return shoe.close_reason or None


ShoeRecordPageSerializer = page_of(ShoeRecordSerializer, "ShoeRecordPageSerializer")
