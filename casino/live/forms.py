"""The forms of live tables: the players' page, and staff's."""

import re
from typing import Any, Final

from django import forms
from django.utils.translation import gettext_lazy as _

from blackjack.choices import Choices
from casino.live.services.answers import AnswerRequest, amount_field_at
from casino.live.services.early import EarlyRequest
from casino.live.services.wager_acceptance import WagerRequest
from casino.refusals import Conflict
from casino.table_page.forms import MOST_NONCES, BetForm, action_with_amount
from tables.forms.short import ReasonForm

_ANSWER: Final = re.compile(r"answer-(?P<box>[1-9])")
_LONGEST_VERB: Final = 24


class BoxChoiceForm(forms.Form):
    """One box of the table."""

    box = forms.IntegerField(min_value=1, max_value=9)

    def number(self) -> int:
        """The box. Raises `Conflict` where there is none."""
        if not self.is_valid():
            raise Conflict
        return int(self.cleaned_data["box"])


class WagerForm(BetForm):
    """A bet for the next deal: as at a private table, with its seal, or words where there is no JavaScript, and bets behind."""

    attempt = forms.IntegerField(min_value=1, max_value=MOST_NONCES)
    commitment = forms.CharField(max_length=64)
    seal = forms.CharField(required=False, max_length=64)
    hidden = BetForm.hidden | {"attempt", "commitment", "seal"}

    def wager(self) -> WagerRequest:
        """The service's request. Raises as `request`."""
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
        """What a bet behind does at splits and doubles. Raises `Conflict` for words that no form has."""
        split, double, fallback = (
            self.data.get(f"{name}-{box}", default)
            for name, default in (("split", "follow"), ("double", "follow"), ("fallback", "left"))
        )
        choices = Choices(split, double, fallback)
        if not choices.are_known:
            raise Conflict
        return choices


class AnswerForm(forms.Form):
    """The answers before the peek, by box, each with its amount where there is a choice."""

    round = forms.UUIDField()

    def request(self) -> AnswerRequest:
        """The service's request. Raises `Conflict` for a form without a round or an answer."""
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
    """A decision before the turn; no action withdraws it."""

    round = forms.UUIDField()
    action = forms.CharField(required=False, max_length=_LONGEST_VERB)

    def request(self) -> EarlyRequest:
        """The service's request. Raises `Conflict` for invalid hidden fields."""
        box = self.number()
        return EarlyRequest(self.cleaned_data["round"], box, self.cleaned_data["action"])


class OpeningForm(forms.Form):
    """What a browser sends once the list of seals is fixed; `casino.live.services.exchange` judges it."""

    seals_hash = forms.CharField(required=False, max_length=64)
    seat_seed = forms.CharField(required=False, max_length=64)


class SealForm(forms.Form):
    """A fresh seal for the second exchange."""

    seal = forms.CharField(required=False, max_length=64)


class FreeSeatForm(ReasonForm):
    """Whose seat becomes free, and why."""

    box = forms.TypedChoiceField(label=_("Box"), coerce=int)

    def __init__(self, *args: Any, boxes: list[tuple[int, str]], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["box"].choices = boxes  # type: ignore[attr-defined]  # a choice field has them
        self.order_fields(["box"])
