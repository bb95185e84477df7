"""Forms for a player's own limits and for the plan of a session."""

from collections.abc import Mapping
from datetime import timedelta
from decimal import Decimal
from typing import Any, Final

from django import forms
from django.utils.translation import gettext_lazy as _

from casino.protection.refusals import LimitBelowCent, LimitWithoutRate
from limits.values import LENGTH, LimitKind, LimitPeriod
from pages.amounts import AmountField
from pages.forms import IdempotentForm
from wallet.money.forms import REAL
from wallet.money.values import BASE_CURRENCY, MINOR_DIGITS, Money
from wallet.player_limits.words import DisplayCurrency

_HOUR: Final = 3600
_MINUTE: Final = 60
MOST: Final = Decimal(10) ** 11  # in any currency: a higher limit would restrict nobody


def read_seconds(found: Mapping[str, Any]) -> int:
    """Return the `hours` and `minutes` of a valid form in seconds."""
    return (found["hours"] or 0) * _HOUR + (found["minutes"] or 0) * _MINUTE


class LimitKeyForm(IdempotentForm):
    """Base form that names a limit by kind and period."""

    kind = forms.ChoiceField(choices=LimitKind, widget=forms.HiddenInput)
    period = forms.ChoiceField(choices=LimitPeriod, widget=forms.HiddenInput)

    @property
    def limit_key(self) -> tuple[LimitKind, LimitPeriod]:
        """Kind and period of the limit. Valid forms only."""
        found = self.cleaned_data
        return LimitKind(found["kind"]), LimitPeriod(found["period"])


class MoneyLimitForm(LimitKeyForm):
    """Form for an amount, in the currency in which the page was shown."""

    amount = AmountField(
        min_value=Decimal(0),
        max_value=MOST,
        max_digits=15,
        decimal_places=MINOR_DIGITS[BASE_CURRENCY],
    )
    currency = forms.ChoiceField(choices=REAL, widget=forms.HiddenInput)

    def __init__(self, *args: Any, shown: DisplayCurrency, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["currency"].initial = shown.currency
        self._call(self["currency"].value() or shown.currency)

    def clean_currency(self) -> str:
        """Return the currency. If it no longer has a rate, switch the form to USD and add an error."""
        currency: str = self.cleaned_data["currency"]
        if DisplayCurrency.load(currency).currency != currency:
            self.data = {**dict(self.data.items()), self.add_prefix("currency"): BASE_CURRENCY}
            self._call(BASE_CURRENCY)
            self.add_error("amount", str(LimitWithoutRate(currency)))
        return currency

    def clean(self) -> dict[str, Any]:
        """Refuse an amount below one US cent: limits are stored in cents, so it would be a limit of zero."""
        found: dict[str, Any] = super().clean() or {}
        if not self.errors and found["amount"] and not self.value:
            self.add_error("amount", str(LimitBelowCent()))
        return found

    def _call(self, currency: str) -> None:
        label = _("New limit in %(currency)s") % {"currency": currency}
        self.fields["amount"].label = self["amount"].label = label

    @property
    def value(self) -> int:
        """Limit in 10^-4 USD, at the rate in use. Valid forms only."""
        found = self.cleaned_data
        amount = Money.parse(format(found["amount"], "f"), found["currency"])
        return DisplayCurrency.load(amount.currency).to_usd_units(amount)


class TimeLimitForm(LimitKeyForm):
    """Form for hours and minutes."""

    hours = forms.IntegerField(label=_("Hours"), min_value=0, required=False)
    minutes = forms.IntegerField(label=_("Minutes"), min_value=0, max_value=59, required=False)

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        for name in ("hours", "minutes"):
            self.fields[name].widget.attrs.update({"inputmode": "numeric", "autocomplete": "off"})

    def clean(self) -> dict[str, Any]:
        """Require hours or minutes, and a limit shorter than its period."""
        found: dict[str, Any] = super().clean() or {}
        hours, minutes = found.get("hours"), found.get("minutes")
        if self.errors:
            return found
        if hours is None and minutes is None:
            self.add_error("hours", _("Enter hours, minutes or both."))
        elif self.value >= LENGTH[found["period"]].total_seconds():
            self.add_error("hours", _("A limit is shorter than its period."))
        return found

    @property
    def value(self) -> int:
        """Limit in seconds. Valid forms only."""
        return read_seconds(self.cleaned_data)


LimitForm = MoneyLimitForm | TimeLimitForm


def build_limit_form(
    kind: LimitKind, period: LimitPeriod, shown: DisplayCurrency, sent: Any = None
) -> LimitForm:
    """Return the form for a limit, bound to `sent` if given. Field ids are unique per kind and period."""
    common: dict[str, Any] = {
        "data": sent,
        "initial": {"kind": kind, "period": period},
        "auto_id": f"id_{kind}_{period}_%s",
        "use_required_attribute": False,
    }
    if kind == LimitKind.TIME:
        return TimeLimitForm(**common)
    return MoneyLimitForm(**common, shown=shown)


class SessionPlanForm(IdempotentForm):
    """Time, loss and lock-out of a session; all fields are empty at first, and nothing is remembered."""

    hours = forms.IntegerField(label=_("Hours"), min_value=0, max_value=24, required=False)
    minutes = forms.IntegerField(label=_("Minutes"), min_value=0, max_value=59, required=False)
    amount = AmountField(
        min_value=Decimal(0),
        max_value=MOST,
        max_digits=15,
        decimal_places=MINOR_DIGITS[BASE_CURRENCY],
    )
    currency = forms.ChoiceField(choices=REAL, widget=forms.HiddenInput)
    lockout_minutes = forms.IntegerField(
        label=_("Minutes without play afterwards"),
        help_text=_("May stay empty. You can't begin another session before they are over."),
        min_value=0,
        max_value=30 * 24 * 60,
        required=False,
    )

    def __init__(self, *args: Any, shown: DisplayCurrency, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.use_required_attribute = False
        self.fields["currency"].initial = shown.currency
        currency = self["currency"].value() or shown.currency
        label = _("The most that your account may decrease, in %(currency)s")
        self.fields["amount"].label = label % {"currency": currency}
        for name in ("hours", "minutes", "amount", "lockout_minutes"):
            self.fields[name].widget.attrs["autocomplete"] = "off"

    def clean(self) -> dict[str, Any]:
        """Require a time."""
        found: dict[str, Any] = super().clean() or {}
        if not self.errors and not (found.get("hours") or found.get("minutes")):
            self.add_error("hours", _("Enter hours, minutes or both."))
        return found

    @property
    def length(self) -> timedelta:
        """The session's time. Valid forms only."""
        found = self.cleaned_data
        return timedelta(hours=found["hours"] or 0, minutes=found["minutes"] or 0)

    @property
    def lockout(self) -> timedelta:
        """The time without play afterwards. Valid forms only."""
        return timedelta(minutes=self.cleaned_data["lockout_minutes"] or 0)
