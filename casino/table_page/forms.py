"""Forms of the table page. Hidden fields carry the page's state; an invalid one means a stale page."""

import re
from collections.abc import Iterator, Mapping
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from casino.play.services.betting import BetRequest
from casino.play.services.decisions import DecisionRequest, StepRequest
from casino.play.services.offers import amount_field
from casino.refusals import ActionRefused, BetRefused, Conflict, SeedRefused
from casino.values.boxes import BoxInput
from casino.values.nonces import MOST_NONCES
from pages.amounts import AmountField
from wallet.money.values import BASE_CURRENCY, SCALE_DIGITS

_STAKE = re.compile(r"stake-(?P<seat>[1-9])")
_SIDE_BET = re.compile(r"side-(?P<seat>[1-9])-(?P<name>.{1,40})")
_AMOUNT = AmountField(decimal_places=SCALE_DIGITS, required=False)


class BetForm(forms.Form):
    """Bets of the next round, for one shoe and nonce. The fields of each box are read by name."""

    shoe = forms.UUIDField()
    nonce = forms.IntegerField(min_value=1, max_value=MOST_NONCES)
    currency = forms.CharField(required=False, max_length=3, empty_value=BASE_CURRENCY)
    salt = forms.CharField(required=False, max_length=64)
    salt_text = forms.CharField(required=False, max_length=500)
    cut = forms.IntegerField(required=False)

    hidden = frozenset({"shoe", "nonce", "currency"})

    def request(self) -> BetRequest:
        """Return the service's request. Raises `Conflict` for invalid hidden fields, else the field's refusal."""
        return BetRequest(boxes=self.read_boxes(), **self.cleaned_data)

    def read_boxes(self) -> dict[int, BoxInput]:
        """Return the bets typed for each box. Raises `Conflict` for invalid hidden fields, else the field's refusal."""
        if self.errors.keys() & self.hidden:
            raise Conflict
        boxes = self._boxes()
        if "cut" in self.errors:
            raise SeedRefused(_("A cut is a whole number."), code="invalid_cut", field="cut")
        if self.errors:
            raise SeedRefused(
                _("These words cannot be used: up to 500 characters, all of them printable.")
            )
        return boxes

    def _boxes(self) -> dict[int, BoxInput]:
        stakes = {int(found["seat"]): text for found, text in self._typed(_STAKE)}
        side_bets: dict[int, dict[str, str]] = {}
        for found, text in self._typed(_SIDE_BET):
            side_bets.setdefault(int(found["seat"]), {})[found["name"]] = text
        return {
            seat: BoxInput(stakes.get(seat, ""), side_bets.get(seat, {}))
            for seat in stakes.keys() | side_bets.keys()
        }

    def _typed(self, names: re.Pattern[str]) -> Iterator[tuple[re.Match[str], str]]:
        for name in self.data:
            found = names.fullmatch(name)
            if found is not None:
                yield found, self._amount(name)

    def _amount(self, name: str) -> str:
        """Read an amount in the page's language and return it in plain digits; "" for an empty field."""
        try:
            amount = _AMOUNT.clean(self.data[name])
        except forms.ValidationError as error:
            raise BetRefused(" ".join(error.messages), field=name) from error
        return "" if amount is None else format(amount, "f")


class HintForm(forms.Form):
    """Request for a hint, for one round and step."""

    round = forms.UUIDField()
    step = forms.IntegerField(min_value=0, max_value=1000)

    def request(self) -> StepRequest:
        """Return the service's request. Raises `Conflict` for invalid hidden fields."""
        if self.errors:
            raise Conflict
        return StepRequest(**self.cleaned_data)


class ActionForm(forms.Form):
    """One action, for one round and step. Its amount field, if present, is named after it and must not be empty."""

    round = forms.UUIDField()
    step = forms.IntegerField(min_value=0, max_value=1000)
    action = forms.CharField(max_length=24)

    def request(self) -> DecisionRequest:
        """Return the service's request. Raises `Conflict` for an invalid round or step, else `ActionRefused`."""
        if "round" in self.errors or "step" in self.errors:
            raise Conflict
        if self.errors:
            raise ActionRefused(_("That is not possible with this hand now."))
        given = {**self.cleaned_data, "action": self._action(), "from_form": True}
        return DecisionRequest(**given)

    def _action(self) -> str:
        verb = str(self.cleaned_data["action"])
        return action_with_amount(verb, self.data, amount_field(verb))


def action_with_amount(verb: str, data: Mapping[str, Any], where: str) -> str:
    """Return the action with the amount typed in field `where`, if there is such a field.

    Raises `ActionRefused` for an empty or invalid amount.
    """
    if where in data and not data[where].strip():
        raise ActionRefused(_("Enter the amount."), code="amount_missing", field=where)
    try:
        amount = _AMOUNT.clean(data.get(where, ""))
    except forms.ValidationError as error:
        raise ActionRefused(" ".join(error.messages), code="invalid_amount", field=where) from error
    return verb if amount is None else f"{verb}:{amount:f}"


class ShoeForm(forms.Form):
    shoe = forms.UUIDField()


class ClientSeedForm(forms.Form):
    """The player's own seed, validated by `casino.fairness.services.seeds`."""

    client_seed = forms.CharField(required=False, strip=True)
