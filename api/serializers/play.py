"""What a player sends at a private table. Services check everything that depends on the table or the money."""

from collections.abc import Iterable, Mapping
from typing import Any, Final

from django.utils.translation import gettext_lazy as _
from drf_spectacular.utils import extend_schema_serializer
from rest_framework import serializers

from api.serializers.base import BodySerializer, QuerySerializer, StrictSerializer
from api.serializers.money import MoneyField
from api.serializers.strict import IdField, NameField, NumberField
from api.serializers.texts import TextField
from casino.play.services.betting import BetRequest
from casino.play.services.decisions import DecisionRequest
from casino.play.services.offers import amount_field
from casino.rounds.words.labels import ACTIONS
from casino.values.boxes import BoxInput, side_field, stake_field
from casino.values.nonces import MOST_NONCES
from wallet.money.values import BASE_CURRENCY, Money

MOST_BOXES: Final = 9
MOST_STEPS: Final = 1000
_SIDE_BETS: Final = 10
_SEED: Final = 64


class CurrencyQuery(QuerySerializer):
    currency = serializers.CharField(
        required=False,
        max_length=3,
        help_text=_("Currency of the next bet. Without it, the one of the last bet."),
    )


class BoxBetField(StrictSerializer):
    """The bets on one box."""

    box = NumberField(min_value=1, max_value=MOST_BOXES)
    stake = MoneyField()
    side_bets = serializers.DictField(
        child=MoneyField(), required=False, help_text=_("Side bets by name.")
    )

    def validate_side_bets(self, bets: Mapping[str, Money]) -> Mapping[str, Money]:
        """Refuse a list that no table could have."""
        if len(bets) > _SIDE_BETS:
            raise serializers.ValidationError(_("These are too many."), code="max_length")
        return bets


class BoxesBody(BodySerializer):
    """Bets on boxes, each named once, all in one currency."""

    default_error_messages = {  # noqa: RUF012 - rest_framework's shape
        "repeated": _("Each box may be named once."),
        "currencies": _("All amounts of a bet have one currency."),
    }

    def validate_boxes(self, boxes: list[dict[str, Any]]) -> list[dict[str, Any]]:
        """Refuse a repeated box or a second currency."""
        numbers = [one["box"] for one in boxes]
        if len(set(numbers)) < len(numbers):
            self._refuse("repeated")
        if len({money.currency for one in boxes for money in _amounts(one)}) > 1:
            self._refuse("currencies")
        return boxes

    def _refuse(self, code: str) -> None:
        raise serializers.ValidationError(str(self.error_messages[code]), code=code)


def _amounts(box: Mapping[str, Any]) -> Iterable[Money]:
    return (box["stake"], *box.get("side_bets", {}).values())


def read_inputs(boxes: list[dict[str, Any]]) -> dict[int, BoxInput]:
    """Return the bets as the services read them."""
    return {
        one["box"]: BoxInput(
            one["stake"].text, {name: bet.text for name, bet in one.get("side_bets", {}).items()}
        )
        for one in boxes
    }


def name_box_fields(boxes: list[dict[str, Any]]) -> dict[str, str]:
    """Return the names in the body of the fields that services name."""
    names = {}
    for place, one in enumerate(boxes):
        names[stake_field(one["box"])] = f"boxes.{place}.stake"
        for bet in one.get("side_bets", {}):
            names[side_field(one["box"], bet)] = f"boxes.{place}.side_bets.{bet}"
    return names


def read_currency(boxes: list[dict[str, Any]]) -> str:
    return boxes[0]["stake"].currency if boxes else BASE_CURRENCY


class BetBody(BoxesBody):
    """A bet for the next round of a private table."""

    table = NameField(max_length=50)
    shoe = IdField(help_text=_("Id of the shoe that the position shows."))
    nonce = NumberField(min_value=1, max_value=MOST_NONCES)
    boxes = serializers.ListField(child=BoxBetField(), min_length=1, max_length=MOST_BOXES)
    salt = TextField(
        required=False,
        max_length=_SEED,
        help_text=_("32 hexadecimal digits of your own for a shoe that is not opened."),
    )
    cut = NumberField(required=False, min_value=0, max_value=MOST_NONCES)


def read_bet(body: Mapping[str, Any], origin: int | None) -> BetRequest:
    """Return the service's request."""
    return BetRequest(
        shoe=body["shoe"],
        nonce=body["nonce"],
        boxes=read_inputs(body["boxes"]),
        salt=body.get("salt", ""),
        cut=body.get("cut"),
        currency=read_currency(body["boxes"]),
        origin=origin,
    )


class ActionBody(BodySerializer):
    """An action, with its amount where the player has a choice."""

    action = serializers.ChoiceField(choices=list(ACTIONS))
    amount = MoneyField(
        required=False,
        help_text=_(
            "Amount of a double or an insurance, if `min_amount` and `max_amount` of the action are set."
        ),
    )


class DecisionBody(ActionBody):
    """A decision at its step."""

    step = NumberField(min_value=0, max_value=MOST_STEPS)


def write_action(body: Mapping[str, Any]) -> str:
    """Return the action as services read it: "double:5.00"."""
    amount: Money | None = body.get("amount")
    return body["action"] if amount is None else f"{body['action']}:{amount.text}"


def read_amount_currency(body: Mapping[str, Any]) -> str:
    amount: Money | None = body.get("amount")
    return "" if amount is None else amount.currency


def read_decision(round_id: Any, body: Mapping[str, Any], origin: int | None) -> DecisionRequest:
    """Return the service's request."""
    return DecisionRequest(
        round=round_id,
        step=body["step"],
        action=write_action(body),
        currency=read_amount_currency(body),
        origin=origin,
        from_form=True,
    )


AMOUNT_NAMES: Final = {amount_field(verb): "amount" for verb in ACTIONS}
"""Names in the body of the amount fields that services name."""


@extend_schema_serializer(component_name="HintStep")
class StepBody(BodySerializer):
    step = NumberField(min_value=0, max_value=MOST_STEPS)


@extend_schema_serializer(component_name="ShoeChange")
class ShoeBody(BodySerializer):
    shoe = IdField(help_text=_("Id of the present shoe."))


class ClientSeedBody(BodySerializer):
    client_seed = TextField(max_length=_SEED)
