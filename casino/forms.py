"""What a player's forms carry. The hidden fields say what page they come from; a wrong one is a stale page."""

from django import forms
from django.utils.translation import gettext_lazy as _

from casino.errors import ActionRefused, BetRefused, Conflict, SeedRefused
from casino.services.betting import BetRequest
from casino.services.decisions import DecisionRequest
from wallet.money import BASE_CURRENCY

MOST_NONCES = 10**6


class BetForm(forms.Form):
    """The next round's stake, for one shoe and nonce."""

    shoe = forms.UUIDField()
    nonce = forms.IntegerField(min_value=1, max_value=MOST_NONCES)
    stake = forms.CharField(required=False)
    currency = forms.CharField(required=False, max_length=3, empty_value=BASE_CURRENCY)
    salt = forms.CharField(required=False, max_length=64)
    salt_text = forms.CharField(required=False, max_length=500)

    def request(self) -> BetRequest:
        """What the service takes. Raises `Conflict` where the page's own fields are not its own, else the field's refusal."""
        if self.errors.keys() & {"shoe", "nonce", "currency"}:
            raise Conflict
        if "stake" in self.errors:
            raise BetRefused(_("This is not a valid amount."))
        if self.errors:
            raise SeedRefused(
                _("These words cannot be used: at most 500 characters, all of them printable.")
            )
        return BetRequest(**self.cleaned_data)


class DecisionForm(forms.Form):
    """One action, for one round and step."""

    round = forms.UUIDField()
    step = forms.IntegerField(min_value=0, max_value=1000)
    action = forms.CharField(max_length=24)

    def request(self) -> DecisionRequest:
        """What the service takes. Raises `Conflict` where the page's own fields are not its own."""
        if "round" in self.errors or "step" in self.errors:
            raise Conflict
        if self.errors:
            raise ActionRefused(_("That is not possible with this hand now."))
        return DecisionRequest(**self.cleaned_data)


class ShoeForm(forms.Form):
    """Which shoe to change."""

    shoe = forms.UUIDField()


class ClientSeedForm(forms.Form):
    """The player's own seed; `casino.seeds` judges it."""

    client_seed = forms.CharField(required=False, strip=True)
