"""What a player sends at a live table."""

from collections.abc import Mapping
from typing import Any, Final, get_args
from uuid import UUID

from django.utils.translation import gettext_lazy as _
from drf_spectacular.utils import extend_schema_serializer
from rest_framework import serializers

from api.serializers.base import BodySerializer, HashField, StrictSerializer
from api.serializers.play import (
    MOST_BOXES,
    ActionBody,
    BoxBetField,
    BoxesBody,
    DecisionBody,
    read_amount_currency,
    read_currency,
    read_inputs,
    write_action,
)
from api.serializers.strict import FlagField, IdField, NumberField
from api.serializers.texts import TextField
from blackjack.choices import Choices, DoubleChoice, Side, SplitChoice
from casino.live.selectors.early import EARLY_VERBS
from casino.live.services.answers import AnswerRequest, amount_field_at
from casino.live.services.early import EarlyRequest
from casino.live.services.wager_acceptance import WagerRequest
from casino.rounds.words.labels import ACTIONS
from casino.values.nonces import MOST_NONCES

_SEED: Final = 64


class BoxNumberBody(BodySerializer):
    box = NumberField(min_value=1, max_value=MOST_BOXES)


class SitOutBody(BodySerializer):
    out = FlagField(help_text=_("True to sit out, false to play again."))


class ChoicesField(StrictSerializer):
    """Choices of a bet behind."""

    split = serializers.ChoiceField(choices=get_args(SplitChoice), default="follow")
    double = serializers.ChoiceField(choices=get_args(DoubleChoice), default="follow")
    fallback = serializers.ChoiceField(
        choices=get_args(Side),
        default="left",
        help_text=_("Hand that keeps the bet if a follower of splits cannot pay."),
    )


class LiveBoxBetField(BoxBetField):
    """The bets on one box: an own seat, or another's box if `behind` is set."""

    behind = ChoicesField(required=False)


@extend_schema_serializer(component_name="LiveBet")
class WagerBody(BoxesBody):
    """A bet for the next deal. It replaces an earlier bet for that deal."""

    shoe = IdField()
    commitment = HashField()
    nonce = NumberField(min_value=1, max_value=MOST_NONCES)
    attempt = NumberField(
        min_value=1,
        max_value=MOST_NONCES,
        help_text=_("Number of this bet among yours for this deal; the own part has it."),
    )
    boxes = serializers.ListField(child=LiveBoxBetField(), min_length=1, max_length=MOST_BOXES)
    seal = TextField(
        required=False,
        max_length=_SEED,
        help_text=_(
            'SHA-256 of your seat seed "<client_seed>-<salt>", with a salt that is new for each deal. Bets behind alone have none.'
        ),
    )
    cut = NumberField(required=False, min_value=0, max_value=MOST_NONCES)


def read_wager(body: Mapping[str, Any], origin: int | None) -> WagerRequest:
    """Return the service's request."""
    boxes = body["boxes"]
    return WagerRequest(
        shoe=body["shoe"],
        commitment=body["commitment"],
        nonce=body["nonce"],
        attempt=body["attempt"],
        boxes=read_inputs(boxes),
        behind={one["box"]: Choices(**one["behind"]) for one in boxes if "behind" in one},
        seal=body.get("seal", ""),
        cut=body.get("cut"),
        currency=read_currency(boxes),
        origin=origin,
    )


class LiveDecisionBody(DecisionBody):
    """A decision in the player's turn."""

    round = IdField()


class AnswerField(ActionBody, StrictSerializer):
    """The answer for one box."""

    box = NumberField(min_value=1, max_value=MOST_BOXES)


class AnswersBody(BodySerializer):
    """Answers before the peek, one for each box that is asked."""

    round = IdField()
    answers = serializers.ListField(child=AnswerField(), min_length=1, max_length=MOST_BOXES)

    def validate_answers(self, answers: list[dict[str, Any]]) -> list[dict[str, Any]]:
        """Refuse a repeated box or a second currency."""
        boxes = [one["box"] for one in answers]
        currencies = {read_amount_currency(one) for one in answers if "amount" in one}
        if len(set(boxes)) < len(boxes) or len(currencies) > 1:
            raise serializers.ValidationError(
                _("Each box may be named once, and all amounts have one currency."), code="repeated"
            )
        return answers


def read_answers(body: Mapping[str, Any], origin: int | None) -> AnswerRequest:
    """Return the service's request."""
    answers = body["answers"]
    currencies = [read_amount_currency(one) for one in answers if "amount" in one]
    return AnswerRequest(
        round=body["round"],
        actions={one["box"]: write_action(one) for one in answers},
        currency=currencies[0] if currencies else "",
        origin=origin,
        from_form=True,
    )


def name_answer_fields(answers: list[dict[str, Any]]) -> dict[str, str]:
    """Return the names in the body of the fields that services name."""
    return {
        amount_field_at(one["box"], verb): f"answers.{place}.amount"
        for place, one in enumerate(answers)
        for verb in ACTIONS
    }


@extend_schema_serializer(component_name="EarlyChoices")
class EarlyBody(BoxNumberBody):
    """A decision before the turn; without an action it is withdrawn."""

    round = IdField()
    action = serializers.ChoiceField(choices=EARLY_VERBS, required=False)


def read_early(body: Mapping[str, Any]) -> EarlyRequest:
    """Return the service's request."""
    round_id: UUID = body["round"]
    return EarlyRequest(round_id, body["box"], body.get("action", ""))


@extend_schema_serializer(component_name="NewSeal")
class SealBody(BodySerializer):
    """A fresh seal for the second exchange of a deal."""

    seal = HashField()


@extend_schema_serializer(component_name="OpenedSeal")
class OpeningBody(BodySerializer):
    """The opening of the seal, once the list of seals is fixed."""

    seals_hash = HashField(help_text=_("Hash of the list that the table shows."))
    seat_seed = TextField(max_length=_SEED, help_text=_("The seed that was sealed."))


class OptionalSeedBody(BodySerializer):
    client_seed = TextField(
        required=False,
        max_length=_SEED,
        help_text=_("Without it, a random seed is made."),
    )
