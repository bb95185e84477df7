"""Back-office forms for exchange rates."""

from datetime import UTC, datetime
from decimal import ROUND_HALF_EVEN, Decimal, localcontext
from typing import Any, Final

from django import forms
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from approvals.models import REASON_LENGTH
from pages.amounts import AmountField
from pages.moments import MomentInput, in_zone_lazy
from wallet.rates.selectors import rates
from wallet.rates.values import MAX_RATE, RATE_STEP, OfferedRate, RateReading

PER_USD: Final = "per_usd"
IN_USD: Final = "in_usd"
_CODES: Final = [(code, code) for code in rates.FOREIGN]


def _now() -> str:
    return timezone.localtime().strftime("%Y-%m-%dT%H:%M")


class RateForm(forms.Form):
    """Rate as people quote it, in either direction."""

    currency = forms.ChoiceField(label=_("Currency"), choices=_CODES)
    value = AmountField(
        label=_("Rate"),
        fine=True,
        max_digits=24,
        decimal_places=12,
        min_value=Decimal("0.000000000001"),
        max_value=MAX_RATE,
    )
    direction = forms.ChoiceField(
        label=_("Direction of the rate"),
        choices=[
            (PER_USD, _("units of the currency for one US dollar")),
            (IN_USD, _("US dollars for one unit of the currency")),
        ],
        initial=PER_USD,
    )
    as_of = forms.DateTimeField(
        label=in_zone_lazy(_("As of ({zone})")),
        initial=_now,
        widget=MomentInput,
        input_formats=["%Y-%m-%dT%H:%M", "%Y-%m-%dT%H:%M:%S"],
    )
    source = forms.CharField(label=_("Source"), max_length=60)

    @property
    def offered(self) -> OfferedRate:
        """The rate to store, in USD per unit. Valid form only."""
        cleaned: dict[str, Any] = self.cleaned_data
        value: Decimal = cleaned["value"]
        with localcontext(prec=60):
            rate = value if cleaned["direction"] == IN_USD else Decimal(1) / value
            stored = rate.quantize(RATE_STEP, rounding=ROUND_HALF_EVEN)
        as_of: datetime = cleaned["as_of"].astimezone(UTC)
        return OfferedRate(cleaned["currency"], stored, cleaned["source"], as_of)

    @property
    def far_reading(self) -> RateReading | None:
        """The rate with the last one if they are far apart, else None. Valid form only."""
        offered = self.offered
        last = rates.rates_in_effect(offered.currency).first()
        if last is None or offered.rate <= 0:
            return None
        reading = RateReading(offered.currency, offered.rate, last.rate)
        return reading if reading.is_far else None


class RateRecallForm(forms.Form):
    reason = forms.CharField(label=_("Reason"), max_length=REASON_LENGTH)


class RateFileForm(forms.Form):
    file = forms.FileField(
        label=_("CSV file"),
        help_text=_("First line: currency,rate,as_of,source. A rate is US dollars for one unit."),
        widget=forms.FileInput(attrs={"accept": ".csv,text/csv"}),
    )


class MaxAgeForm(forms.Form):
    """Maximum age of a currency's rate."""

    currency = forms.ChoiceField(label=_("Currency"), choices=_CODES)
    hours = forms.IntegerField(label=_("Hours"), min_value=1, max_value=744)
    reason = forms.CharField(label=_("Reason"), max_length=REASON_LENGTH)

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **{**kwargs, "auto_id": "max_age_%s"})


class SpreadForm(forms.Form):
    """The house's share of an exchange, in per cent, for one pair or all pairs."""

    given = forms.ChoiceField(
        label=_("Currency given"),
        choices=[("", _("every currency")), *[(c, c) for c in rates.REAL]],
        required=False,
    )
    received = forms.ChoiceField(
        label=_("Currency received"),
        choices=[("", _("every currency")), *[(c, c) for c in rates.REAL]],
        required=False,
    )
    percent = AmountField(
        label=_("Percent"),
        min_value=0,
        max_value=20,
        fine=True,
        max_digits=6,
        decimal_places=4,
    )
    reason = forms.CharField(label=_("Reason"), max_length=REASON_LENGTH)

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **{**kwargs, "auto_id": "spread_%s"})

    def clean(self) -> dict[str, Any]:
        """Require two different currencies, or none."""
        cleaned: dict[str, Any] = super().clean() or {}
        given, received = cleaned.get("given"), cleaned.get("received")
        if bool(given) != bool(received) or (given and given == received):
            self.add_error("received", _("Choose two different currencies, or none at all."))
        return cleaned

    @property
    def pair(self) -> tuple[str, str] | None:
        """Currencies given and received; None for every pair. Valid form only."""
        given, received = self.cleaned_data["given"], self.cleaned_data["received"]
        return (given, received) if given else None

    @property
    def share(self) -> Decimal:
        """The share as a fraction. Valid form only."""
        return Decimal(self.cleaned_data["percent"]) / 100
