"""Forms of signals: proposed thresholds, and mutes."""

from collections.abc import Mapping, Sequence
from decimal import Decimal
from typing import Any, Final

from django import forms
from django.utils.translation import gettext as _, gettext_lazy

from cases.forms import CaseReasonForm
from cases.words.findings import signal_name
from cases.words.thresholds import number_text
from detection.models.flags import LONGEST_MUTE
from pages.amounts import AmountField
from signals.catalogue import SIGNALS
from signals.definition import Signal, Threshold

_DECIMALS: Final = 12
_MOST_DAYS: Final = LONGEST_MUTE.days
_USUAL_DAYS: Final = 30


class ThresholdsForm(CaseReasonForm):
    """All thresholds of a signal, filled in with those in force."""

    def __init__(
        self, *args: Any, signal: Signal[Any], present: Mapping[str, float], **kwargs: Any
    ) -> None:
        super().__init__(*args, **kwargs)
        self._names = [one.name for one in signal.thresholds]
        for one in signal.thresholds:
            self.fields[one.name] = _build_field(one, present[one.name])
        self.order_fields([*self._names, "reason"])

    @property
    def values(self) -> dict[str, float]:
        """Entered thresholds; valid forms only."""
        return {name: float(self.cleaned_data[name]) for name in self._names}


def _build_field(threshold: Threshold, present: float) -> forms.Field:
    lowest, highest = (Decimal(repr(one)) for one in (threshold.lowest, threshold.highest))
    words = {
        "now": number_text(present),
        "lowest": number_text(threshold.lowest),
        "highest": number_text(threshold.highest),
    }
    out_of_bounds = _("Write a number from %(lowest)s to %(highest)s.") % words
    return AmountField(
        label=threshold.words,
        decimal_places=_DECIMALS,
        fine=True,
        min_value=lowest,
        max_value=highest,
        initial=Decimal(repr(present)),
        help_text=_("In force: %(now)s. Allowed: from %(lowest)s to %(highest)s.") % words,
        error_messages={"min_value": out_of_bounds, "max_value": out_of_bounds},
    )


class MuteForm(CaseReasonForm):
    """A signal that shall not count for a player for some days; `case` is where the reader comes from."""

    signal = forms.CharField(label=gettext_lazy("Signal"), max_length=8)
    days = forms.IntegerField(
        label=gettext_lazy("Days"),
        min_value=1,
        max_value=_MOST_DAYS,
        initial=_USUAL_DAYS,
        help_text=gettext_lazy("Up to 90 days."),
        error_messages={
            name: gettext_lazy("Write a whole number of days from 1 to 90.")
            for name in ("min_value", "max_value", "invalid")
        },
    )
    case = forms.UUIDField(required=False, widget=forms.HiddenInput)
    field_order = ("signal", "days", "reason", "case")

    def __init__(self, *args: Any, signals: Sequence[str], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["signal"].widget = forms.Select(
            choices=[(one, signal_name(one)) for one in signals if one in SIGNALS]
        )


class FlagChangesForm(forms.Form):
    """Filter of the flags that a proposal would gain and lose."""

    change = forms.ChoiceField(
        label=gettext_lazy("Flags"),
        required=False,
        choices=[
            ("", gettext_lazy("all")),
            ("gained", gettext_lazy("gained")),
            ("lost", gettext_lazy("lost")),
        ],
    )
