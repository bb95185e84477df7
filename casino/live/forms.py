"""Forms of live tables, for players and staff."""

import re
from typing import Any, Final

from django import forms
from django.utils.translation import gettext_lazy as _

from blackjack.choices import Choices
from casino.live.services.answers import AnswerRequest, amount_field_at
from casino.live.services.early import EarlyRequest
from casino.live.services.wager_acceptance import WagerRequest
from casino.refusals import Conflict
from casino.table_page.forms import BetForm, action_with_amount
from casino.values.nonces import MOST_NONCES
from tables.forms.short import ReasonForm

_ANSWER: Final = re.compile(r"answer-(?P<box>[1-9])")
_LONGEST_VERB: Final = 24


class BoxChoiceForm(forms.Form):
    """Form with the number of one box."""

    box = forms.IntegerField(min_value=1, max_value=9)

    def number(self) -> int:
        """Return the box. Raises `Conflict` if the form is invalid."""
        if not self.is_valid():
            raise Conflict
        return int(self.cleaned_data["box"])


class WagerForm(BetForm):
    """Bet for the next deal: as at a private table, plus a seal (words without JavaScript) and bets behind."""

    attempt = forms.IntegerField(min_value=1, max_value=MOST_NONCES)
    commitment = forms.CharField(max_length=64)
    seal = forms.CharField(required=False, max_length=64)
    hidden = BetForm.hidden | {"attempt", "commitment", "seal"}

    def wager(self) -> WagerRequest:
        """Return the service's request. Raises as `request`."""
        boxes = {box: words for box, words in self.read_boxes().items() if not words.empty}
        given = self.cleaned_data
        return WagerRequest(
            shoe=given["shoe"],
            commitment=given["commitment"],
            nonce=given["nonce"],
            attempt=given["attempt"],
            boxes=boxes,
            behind={box: self._choices(box) for box in boxes if f"split-{box}" in self.data},
            seal=given["seal"],
            words=given["salt_text"],
            cut=given["cut"],
            currency=given["currency"],
        )

    def _choices(self, box: int) -> Choices:
        """Choices of a bet behind at splits and doubles. Raises `Conflict` for values that no form has."""
        split, double, fallback = (
            self.data.get(f"{name}-{box}", default)
            for name, default in (("split", "follow"), ("double", "follow"), ("fallback", "left"))
        )
        choices = Choices(split, double, fallback)
        if not choices.are_known:
            raise Conflict
        return choices


class AnswerForm(forms.Form):
    """Answers before the peek, by box, with the amount where there is a choice."""

    round = forms.UUIDField()

    def request(self) -> AnswerRequest:
        """Return the service's request. Raises `Conflict` for a form without a round or an answer."""
        found = ((_ANSWER.fullmatch(name), str(value)) for name, value in self.data.items())
        verbs = {int(box["box"]): verb[:_LONGEST_VERB] for box, verb in found if box and verb}
        if not self.is_valid() or not verbs:
            raise Conflict
        actions = {
            box: action_with_amount(verb, self.data, amount_field_at(box, verb))
            for box, verb in verbs.items()
        }
        return AnswerRequest(self.cleaned_data["round"], actions, from_form=True)


class EarlyForm(BoxChoiceForm):
    """Decision chosen before the turn; an empty action withdraws it."""

    round = forms.UUIDField()
    action = forms.CharField(required=False, max_length=_LONGEST_VERB)

    def request(self) -> EarlyRequest:
        """Return the service's request. Raises `Conflict` for invalid hidden fields."""
        box = self.number()
        return EarlyRequest(self.cleaned_data["round"], box, self.cleaned_data["action"])


class OpeningForm(forms.Form):
    """Opening of a seal, sent once the list of seals is fixed; checked by `casino.live.services.exchange`."""

    seals_hash = forms.CharField(required=False, max_length=64)
    seat_seed = forms.CharField(required=False, max_length=64)


class SealForm(forms.Form):
    """A fresh seal for the second exchange."""

    seal = forms.CharField(required=False, max_length=64)


class FreeSeatForm(ReasonForm):
    """Seat to free, and the reason."""

    box = forms.TypedChoiceField(label=_("Box"), coerce=int)

    def __init__(self, *args: Any, boxes: list[tuple[int, str]], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["box"].choices = boxes  # type: ignore[attr-defined]  # a choice field has them
        self.order_fields(["box"])
