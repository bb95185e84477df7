"""Form for a limit the house sets for one player."""

from decimal import Decimal
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from casino.protection.forms import MOST, read_seconds
from compliance.players.forms.acts import RestrictForm
from limits.services.players import LimitRequest
from limits.values import LENGTH, LimitKind, LimitPeriod
from pages.amounts import AmountField
from wallet.money.values import BASE_CURRENCY, MINOR_DIGITS, Money


class HouseLimitForm(RestrictForm):
    """Form for a limit, in dollars or in hours and minutes, or for its removal."""

    kind = forms.ChoiceField(label=_("Limit on"), choices=LimitKind)
    period = forms.ChoiceField(label=_("Period"), choices=LimitPeriod)
    amount = AmountField(
        label=_("Amount in USD"),
        required=False,
        min_value=Decimal(0),
        max_value=MOST,
        max_digits=15,
        decimal_places=MINOR_DIGITS[BASE_CURRENCY],
        help_text=_("For deposits, losses and stakes."),
    )
    hours = forms.IntegerField(
        label=_("Hours"), min_value=0, required=False, help_text=_("For time of play.")
    )
    minutes = forms.IntegerField(label=_("Minutes"), min_value=0, max_value=59, required=False)
    ends = forms.BooleanField(label=_("This limit no longer exists"), required=False)
    field_order = (
        "kind",
        "period",
        "amount",
        "hours",
        "minutes",
        "ends",
        "reason",
        "words",
        "key",
    )

    def clean(self) -> dict[str, Any]:
        """Accept only the amount field of this kind of limit: a value in the other would be lost silently."""
        found: dict[str, Any] = super().clean() or self.cleaned_data
        if self.errors:
            return found
        of_time = found["kind"] == LimitKind.TIME
        clock = found["hours"] is not None or found["minutes"] is not None
        given = {"amount": found["amount"] is not None, "hours": clock}
        wanted, other = ("hours", "amount") if of_time else ("amount", "hours")
        if found["ends"] and (given[wanted] or given[other]):
            self.add_error("ends", _("Set a limit or end it, not both."))
        elif given[other]:
            self.add_error(other, _("This value does not fit a limit on %(kind)s.") % self._kind())
        elif not found["ends"] and not given[wanted]:
            self.add_error(wanted, _("Enter how much."))
        elif of_time and (read_seconds(found) >= LENGTH[found["period"]].total_seconds()):
            self.add_error("hours", _("A limit is shorter than its period."))
        return found

    @property
    def wanted(self) -> LimitRequest:
        """The limit entered; requires a valid form."""
        found = self.cleaned_data
        return LimitRequest(LimitKind(found["kind"]), LimitPeriod(found["period"]), self._amount())

    def _amount(self) -> int | None:
        found = self.cleaned_data
        if found["ends"]:
            return None
        if found["kind"] == LimitKind.TIME:
            return read_seconds(found)
        return Money.parse(format(found["amount"], "f"), BASE_CURRENCY).units

    def _kind(self) -> dict[str, object]:
        return {"kind": LimitKind(self.cleaned_data["kind"]).label}
