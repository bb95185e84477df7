"""The forms of the back office about rates."""

from datetime import UTC, datetime
from decimal import ROUND_HALF_EVEN, Decimal, localcontext
from typing import Any, Final

from django import forms
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from wallet import rates
from wallet.rate_services import DIGITS, LARGEST, Offered

PER_USD: Final = "per_usd"
IN_USD: Final = "in_usd"
_LONGEST_REASON: Final = 300
_CODES: Final = [(code, code) for code in rates.FOREIGN]


def _now() -> str:
    return timezone.now().strftime("%Y-%m-%dT%H:%M")


class RateForm(forms.Form):
    """One rate, said in the way that people say it."""

    currency = forms.ChoiceField(label=_("Currency"), choices=_CODES)
    value = forms.DecimalField(
        label=_("Rate"),
        max_digits=24,
        decimal_places=12,
        min_value=Decimal("0.000000000001"),
        max_value=LARGEST,
        widget=forms.TextInput(attrs={"inputmode": "decimal", "autocomplete": "off"}),
        localize=True,
    )
    direction = forms.ChoiceField(
        label=_("What the rate says"),
        choices=[
            (PER_USD, _("units of the currency for one US dollar")),
            (IN_USD, _("US dollars for one unit of the currency")),
        ],
        initial=PER_USD,
    )
    as_of = forms.DateTimeField(
        label=_("As of (UTC)"),
        initial=_now,
        widget=forms.DateTimeInput(attrs={"type": "datetime-local"}, format="%Y-%m-%dT%H:%M"),
        input_formats=["%Y-%m-%dT%H:%M", "%Y-%m-%dT%H:%M:%S"],
    )
    source = forms.CharField(label=_("Source"), max_length=60)

    @property
    def offered(self) -> Offered:
        """The rate as it is stored, in USD for one unit; of a valid form only."""
        cleaned: dict[str, Any] = self.cleaned_data
        value: Decimal = cleaned["value"]
        with localcontext(prec=60):
            rate = value if cleaned["direction"] == IN_USD else Decimal(1) / value
            stored = rate.quantize(DIGITS, rounding=ROUND_HALF_EVEN)
        as_of: datetime = cleaned["as_of"].astimezone(UTC)
        return Offered(cleaned["currency"], stored, cleaned["source"], as_of)


class ReasonForm(forms.Form):
    """A decision's reason."""

    reason = forms.CharField(label=_("Reason"), max_length=_LONGEST_REASON)
    verdict = forms.ChoiceField(choices=[("approve", ""), ("refuse", "")])


class FileForm(forms.Form):
    """A CSV file."""

    file = forms.FileField(
        label=_("CSV file"),
        help_text=_("First line: currency,rate,as_of,source. A rate is US dollars for one unit."),
        widget=forms.FileInput(attrs={"accept": ".csv,text/csv"}),
    )


class LimitForm(forms.Form):
    """How old a currency's rate may be."""

    currency = forms.ChoiceField(label=_("Currency"), choices=_CODES)
    hours = forms.IntegerField(label=_("Hours"), min_value=1, max_value=744)
    reason = forms.CharField(label=_("Reason"), max_length=_LONGEST_REASON)


class SpreadForm(forms.Form):
    """The share of an exchange that the house keeps, in per cent."""

    given = forms.ChoiceField(
        label=_("From"),
        choices=[("", _("every currency")), *[(c, c) for c in rates.REAL]],
        required=False,
    )
    received = forms.ChoiceField(
        label=_("To"),
        choices=[("", _("every currency")), *[(c, c) for c in rates.REAL]],
        required=False,
    )
    percent = forms.DecimalField(
        label=_("Per cent"),
        min_value=0,
        max_value=20,
        max_digits=6,
        decimal_places=4,
        localize=True,
        widget=forms.TextInput(attrs={"inputmode": "decimal", "autocomplete": "off"}),
    )
    reason = forms.CharField(label=_("Reason"), max_length=_LONGEST_REASON)

    def clean(self) -> dict[str, Any]:
        """Two different currencies, or none."""
        cleaned: dict[str, Any] = super().clean() or {}
        given, received = cleaned.get("given"), cleaned.get("received")
        if bool(given) != bool(received) or (given and given == received):
            self.add_error("received", _("Choose two different currencies, or none at all."))
        return cleaned

    @property
    def pair(self) -> tuple[str, str] | None:
        """Given and received, or None for every pair; of a valid form only."""
        given, received = self.cleaned_data["given"], self.cleaned_data["received"]
        return (given, received) if given else None

    @property
    def share(self) -> Decimal:
        """The share itself; of a valid form only."""
        return Decimal(self.cleaned_data["percent"]) / 100
