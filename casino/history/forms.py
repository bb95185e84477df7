"""Filter form for a player's rounds, shared by the page and the CSV file."""

from collections.abc import Mapping
from datetime import date
from decimal import Decimal
from typing import Any, Final

from django import forms
from django.utils.translation import gettext_lazy as _

from accounts.models.users import User
from accounts.values.currencies import CURRENCY_CHOICES
from casino.forms import RoundNameField
from casino.history.selectors.past_rounds import PastRoundsFilter
from casino.rounds.words.labels import RESULTS
from pages.amounts import AmountField
from pages.names import select_name
from wallet.cash.forms.statement import PeriodForm
from wallet.money.values import SCALE_DIGITS

_MOST_DIGITS: Final = 14  # digits of an amount that fit the column


class _Stake(AmountField):
    def __init__(self, label: Any) -> None:
        super().__init__(
            label=label,
            help_text=_("In the currency of each round"),
            required=False,
            decimal_places=SCALE_DIGITS,
            min_value=0,
            max_digits=_MOST_DIGITS,
        )


class HistoryForm(PeriodForm):
    """Filter form for a player's rounds; all fields optional."""

    table = forms.ChoiceField(label=_("Table"), required=False)
    currency = forms.ChoiceField(
        label=_("Currency"),
        required=False,
        choices=[("", _("All currencies")), *CURRENCY_CHOICES],
    )
    result = forms.ChoiceField(
        label=_("Result"), required=False, choices=[("", _("Any result")), *RESULTS.items()]
    )
    least = _Stake(label=_("Staked: from"))
    most = _Stake(label=_("Staked: to"))
    number = RoundNameField(label=_("Number or reference of the round"), required=False)
    field_order = ("since", "until", "table", "currency", "result", "least", "most", "number")

    def __init__(self, player: User, begins: date, data: Mapping[str, Any]) -> None:
        """Offer the player's private and live tables, and no day before `begins`."""
        super().__init__(data)
        shown = select_name("place__table__")
        tables = player.participations.order_by(shown).values_list("place__table__slug", shown)
        field = self.fields["table"]
        if isinstance(field, forms.ChoiceField):
            field.choices = [("", _("All tables")), *tables]
        for name in ("since", "until"):
            self.fields[name].widget.attrs["min"] = begins.isoformat()

    def clean(self) -> dict[str, Any]:
        """Reject a maximum stake below the minimum."""
        cleaned = super().clean()
        least, most = cleaned.get("least"), cleaned.get("most")
        if least is not None and most is not None and most < least:
            self.add_error("most", _("This is below the minimum."))
        return cleaned

    @property
    def wanted(self) -> PastRoundsFilter:
        """Filters of the form, which must be valid."""
        said = self.cleaned_data
        return PastRoundsFilter(
            since=self.begins,
            until=self.ends,
            table=said["table"] or None,
            currency=said["currency"] or None,
            result=said["result"] or None,
            least=_units(said["least"]),
            most=_units(said["most"]),
            number=said["number"],
        )


def _units(amount: Decimal | None) -> int | None:
    return None if amount is None else int(amount.scaleb(SCALE_DIGITS))
