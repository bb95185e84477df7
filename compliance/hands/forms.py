"""Filters of hands, shared by page and export."""

from collections.abc import Mapping
from typing import Any, Final

from django import forms
from django.db.models import QuerySet
from django.utils.translation import gettext_lazy as _

from accounts.values.currencies import CURRENCY_CHOICES
from casino.forms import RoundNameField
from casino.models import Round
from compliance.hands.selectors.hands import filter_hands
from pages.amounts import AmountField
from pages.forms import TimeRangeForm
from pages.names import select_name
from tables.models import RuleSetVersion, Table
from wallet.money.values import SCALE_DIGITS

STATUSES: Final = (
    ("", _("any")),
    ("in_progress", _("in progress")),
    ("interrupted", _("interrupted: the house decided")),
    ("completed", _("completed by its player")),
    ("cancelled", _("cancelled")),
    ("voided", _("voided")),
)
RESULTS: Final = (
    ("", _("any")),
    ("won", _("player won")),
    ("lost", _("player lost")),
    ("pushed", _("neither")),
    ("blackjack", _("with a blackjack")),
)
FLAGS: Final = (
    ("", _("any")),
    ("hints", _("the chart was asked")),
    ("large_bet", _("large bet")),
    ("large_win", _("large win")),
    ("devices", _("from two devices")),
    ("frozen", _("stopped for a check")),
)
_MOST_DIGITS: Final = 14  # of a stored amount
_NEVER_PLAYED: Final = ("draft", "proposed", "refused")


class _Usd(AmountField):
    """An optional amount in USD."""

    def __init__(self, label: Any) -> None:
        super().__init__(
            label=label,
            required=False,
            decimal_places=SCALE_DIGITS,
            min_value=0,
            max_digits=_MOST_DIGITS,
        )


class HandsForm(TimeRangeForm):
    """Filter form for the hand list; all fields optional."""

    player = forms.CharField(
        label=_("Player: email address, name or number"), required=False, max_length=254
    )
    currency = forms.ChoiceField(
        label=_("Currency"),
        required=False,
        choices=[("", _("all")), *CURRENCY_CHOICES],
    )
    least = _Usd(label=_("Staked, USD: from"))
    most = _Usd(label=_("Staked, USD: to"))
    result = forms.ChoiceField(label=_("Result"), required=False, choices=RESULTS)
    status = forms.ChoiceField(label=_("Status"), required=False, choices=STATUSES)
    flag = forms.ChoiceField(label=_("Marked"), required=False, choices=FLAGS)
    reference = RoundNameField(
        label=_("Number of a round, or reference of a hand or shoe"), required=False
    )

    def __init__(self, data: Mapping[str, Any] | None = None) -> None:
        super().__init__(data)
        tables = Table.objects.order_by(select_name()).values_list("slug", select_name())
        self.fields["table"] = forms.ChoiceField(
            label=_("Table"), required=False, choices=[("", _("all")), *tables]
        )
        self.fields["version"] = forms.TypedChoiceField(
            label=_("Rules"),
            required=False,
            coerce=int,
            empty_value=None,
            choices=[("", _("all")), *_versions()],
        )
        self.order_fields(
            ["since", "until", "table", "version", "player", "currency", "least", "most"]
        )

    def clean(self) -> dict[str, Any]:
        """Reject a maximum below the minimum."""
        found = super().clean()
        least, most = found.get("least"), found.get("most")
        if least is not None and most is not None and most < least:
            self.add_error("most", _("This is below the minimum."))
        return found


def _versions() -> list[tuple[int, str]]:
    """Versions that were ever in force, by family, newest first."""
    played = RuleSetVersion.objects.exclude(state__in=_NEVER_PLAYED).select_related("rule_set")
    return [
        (one.pk, one.display_name) for one in played.order_by(select_name("rule_set__"), "-number")
    ]


def find_hands(params: Mapping[str, Any]) -> QuerySet[Round, Round]:
    """Return the hands matching the filters, unordered; none if a filter is invalid."""
    form = HandsForm(params)
    return filter_hands(form.cleaned_data) if form.is_valid() else Round.objects.none()
