"""Live tables: the public part, the same in every language, and a player's own part."""

from typing import Any

from django.utils.translation import gettext_lazy as _
from rest_framework import serializers

from api.resources.live import LiveTableResource, OwnPartResource, PublicTableResource
from api.serializers.base import MoneySerializer, UTCDateTimeField
from api.serializers.positions import (
    BarSerializer,
    CutsSerializer,
    DueCheckSerializer,
    PlayMoneySerializer,
    TimeLeftSerializer,
)
from api.serializers.rounds import PossibleActionSerializer, RoundSerializer
from api.serializers.tables import LimitsSerializer
from casino.models import Clock, SeedExchange
from casino.rounds.words.labels import OUTCOMES


class PublicHandSerializer(serializers.Serializer[Any]):
    """A hand as everybody sees it."""

    cards = serializers.ListField(child=serializers.CharField())
    total = serializers.IntegerField()
    soft = serializers.BooleanField()
    active = serializers.BooleanField(help_text=_("True for the hand that is asked."))
    outcome = serializers.ChoiceField(choices=["", *OUTCOMES])
    about = MoneySerializer(help_text=_("Approximate bet, doubles included."))


class PublicStakeSerializer(serializers.Serializer[Any]):
    player = serializers.CharField(source="name", help_text=_("Screen name."))
    about = MoneySerializer(source="amount", help_text=_("Approximate amount."))
    is_behind = serializers.BooleanField(source="behind")


class PublicSideBetSerializer(serializers.Serializer[Any]):
    name = serializers.CharField()
    outcome = serializers.CharField(source="result", help_text=_("Empty if undecided or lost."))


class PublicBoxSerializer(serializers.Serializer[Any]):
    """A box: who plays there, bets, cards."""

    box = serializers.IntegerField(source="number")
    player = serializers.CharField(source="name", help_text=_("Screen name; empty if free."))
    next_player = serializers.CharField(source="next_name")
    seated = serializers.BooleanField()
    free = serializers.BooleanField()
    stopped = serializers.BooleanField()
    held = serializers.BooleanField(help_text=_("Held for a player of the waiting list."))
    away = serializers.BooleanField()
    sits_out = serializers.BooleanField()
    misses_deals = serializers.BooleanField(source="misses")
    leaves = serializers.BooleanField()
    is_ready = serializers.BooleanField()
    asked = serializers.BooleanField()
    insured = serializers.BooleanField()
    stakes = PublicStakeSerializer(many=True)
    hands = PublicHandSerializer(many=True)
    side_bets = PublicSideBetSerializer(source="sides", many=True)


class PublicDealerSerializer(serializers.Serializer[Any]):
    cards = serializers.ListField(
        child=serializers.CharField(),
        help_text=_('"??" is face down.'),
    )
    total = serializers.IntegerField(help_text=_("Of the open cards."))


class LiveShoeSerializer(serializers.Serializer[Any]):
    id = serializers.UUIDField(source="public_id")
    commitment = serializers.CharField()


class SealSerializer(serializers.Serializer[Any]):
    """A line of the list of seals; `plain` marks a seat without a seal."""

    box = serializers.SerializerMethodField()
    seal = serializers.SerializerMethodField()

    def get_box(self, line: tuple[int, str]) -> int:
        return line[0]

    def get_seal(self, line: tuple[int, str]) -> str:
        return line[1]


class ExchangeSerializer(serializers.Serializer[SeedExchange]):
    """The exchange of seeds between the bell and the first card."""

    nonce = serializers.IntegerField()
    attempt = serializers.IntegerField()
    status = serializers.ChoiceField(choices=SeedExchange.Status.values)


class PublicTableSerializer(serializers.Serializer[PublicTableResource]):
    """What everybody at the table sees. A higher `version` is newer."""

    table = serializers.CharField(source="view.slug")
    version = serializers.IntegerField(source="view.version")
    phase = serializers.ChoiceField(source="view.phase", choices=Clock.Phase.values)
    deadline = UTCDateTimeField(source="view.deadline", allow_null=True)
    seconds_left = serializers.FloatField(
        source="view.left", help_text=_("By the database's clock.")
    )
    step = serializers.IntegerField(source="view.step")
    frozen = serializers.BooleanField(source="view.frozen")
    closed = serializers.CharField(
        source="view.closed", help_text=_("Code that refuses every bet; empty if bets are taken.")
    )
    waiting = serializers.IntegerField(
        source="view.waiting", help_text=_("Players on the waiting list.")
    )
    asked = serializers.ListField(child=serializers.IntegerField(), source="view.asked")
    bet = serializers.ListField(
        child=serializers.IntegerField(), source="view.bet", help_text=_("Boxes with a bet.")
    )
    shoe = LiveShoeSerializer(allow_null=True)
    nonce = serializers.IntegerField(allow_null=True, help_text=_("Number of the next deal."))
    cuts = CutsSerializer(allow_null=True)
    next_shoe = LiveShoeSerializer(allow_null=True)
    dealer = PublicDealerSerializer(source="view.dealer", allow_null=True)
    boxes = PublicBoxSerializer(source="view.boxes", many=True)
    exchange = ExchangeSerializer(allow_null=True)
    seals = SealSerializer(source="view.seals", many=True)
    seals_hash = serializers.CharField(source="view.seals_hash")


class PlacedBetSerializer(serializers.Serializer[Any]):
    """A bet before the bell."""

    box = serializers.IntegerField()
    amount = MoneySerializer()
    is_behind = serializers.BooleanField(source="behind")


class BehindOfferSerializer(serializers.Serializer[Any]):
    """A box that takes bets behind."""

    box = serializers.IntegerField()
    player = serializers.CharField(source="name")
    min_bet = MoneySerializer()
    max_bet = MoneySerializer(allow_null=True)


class QuestionSerializer(serializers.Serializer[Any]):
    """A question before the peek."""

    box = serializers.IntegerField()
    actions = PossibleActionSerializer(source="offers", many=True)


class EarlyChoiceSerializer(serializers.Serializer[Any]):
    """What a box may choose before its turn, and what it has chosen."""

    box = serializers.IntegerField()
    actions = serializers.SerializerMethodField()
    chosen = serializers.CharField(help_text=_("Empty if nothing is chosen."))

    def get_actions(self, choice: Any) -> list[str]:
        return list(choice.verbs)


class OwnPartSerializer(serializers.Serializer[OwnPartResource]):
    """A player's own part of a live table."""

    balance = MoneySerializer(source="terms.balance")
    net = MoneySerializer(source="terms.net_position")
    open_stakes = MoneySerializer(source="terms.open_stakes")
    session_started_at = UTCDateTimeField(source="terms.session_started")
    seats = serializers.ListField(child=serializers.IntegerField(), source="terms.seats")
    may_take_seat = serializers.BooleanField(source="terms.may_take")
    may_wait = serializers.BooleanField(source="terms.may_wait")
    waits = serializers.BooleanField(source="terms.waits")
    held_box = serializers.IntegerField(source="terms.held_box", allow_null=True)
    sits_out = serializers.BooleanField(source="terms.sits_out")
    leaves = serializers.BooleanField(source="terms.leaves")
    may_be_ready = serializers.BooleanField(source="terms.may_say_ready")
    deals_to_miss = serializers.IntegerField(source="terms.misses")
    watches_until = UTCDateTimeField(source="terms.watches_until", allow_null=True)
    client_seed = serializers.CharField(source="terms.client_seed")
    may_change_client_seed = serializers.BooleanField(source="terms.may_choose_seed")
    attempt = serializers.IntegerField(source="terms.attempt")
    limits = LimitsSerializer(source="terms.offered_bet.shown_limits", allow_null=True)
    max_by_own_limits = MoneySerializer(source="terms.offered_bet.most", allow_null=True)
    behind_offers = BehindOfferSerializer(many=True)
    placed = PlacedBetSerializer(source="terms.placed", many=True)
    may_withdraw = serializers.BooleanField(source="terms.may_withdraw")
    round = RoundSerializer(allow_null=True)
    questions = QuestionSerializer(source="terms.box_questions", many=True)
    answered = serializers.BooleanField(source="terms.answered")
    early = EarlyChoiceSerializer(source="terms.early_options", many=True)
    barred = BarSerializer(allow_null=True)
    reality_check = DueCheckSerializer(source="terms.reality", allow_null=True)
    time_left = TimeLeftSerializer(source="terms.time_left", allow_null=True)
    play_money = PlayMoneySerializer(source="terms.play_money", allow_null=True)


class LiveTableSerializer(serializers.Serializer[LiveTableResource]):
    public = PublicTableSerializer()
    own = OwnPartSerializer()


class StreamSerializer(serializers.Serializer[Any]):
    """Where the table's stream is. The ticket opens it for ten minutes, also again."""

    url = serializers.CharField(
        help_text=_(
            'Path with its ticket. Server-sent events: "table" holds the public part as JSON, "beat" comes every ten seconds.'
        )
    )
    expires_in = serializers.IntegerField(help_text=_("Seconds."))
