"""Filters of shoes, shared by page and export."""

from collections.abc import Mapping
from typing import Any

from django import forms
from django.db.models import QuerySet
from django.utils.translation import gettext_lazy as _

from casino.models import Shoe
from compliance.shoes.selectors.shoes import filter_shoes
from pages.forms import TimeRangeForm
from pages.moments import MomentInput, in_zone_lazy
from pages.names import select_name
from tables.models import Table


class FindShoesForm(TimeRangeForm):
    """Filter form of the shoe list; all fields optional."""

    since = forms.DateTimeField(
        label=in_zone_lazy(_("Announced from ({zone})")), required=False, widget=MomentInput
    )
    until = forms.DateTimeField(
        label=in_zone_lazy(_("Announced before ({zone})")), required=False, widget=MomentInput
    )
    player = forms.CharField(
        label=_("Player: email address, name or number"), required=False, max_length=254
    )
    status = forms.ChoiceField(
        label=_("Status"), required=False, choices=[("", _("any")), *Shoe.Status.choices]
    )
    reason = forms.ChoiceField(
        label=_("Reason for closing"),
        required=False,
        choices=[("", _("any")), *Shoe.CloseReason.choices],
    )
    reference = forms.CharField(
        label=_("Reference or commitment"), required=False, max_length=64, strip=True
    )

    def __init__(self, data: Mapping[str, Any] | None = None) -> None:
        super().__init__(data)
        tables = Table.objects.order_by(select_name()).values_list("slug", select_name())
        self.fields["table"] = forms.ChoiceField(
            label=_("Table"), required=False, choices=[("", _("all")), *tables]
        )
        self.order_fields(["since", "until", "table", "player"])


def find_shoes(params: Mapping[str, Any]) -> QuerySet[Shoe, Shoe]:
    """Return the shoes matching the filters, unordered; none if a filter is invalid."""
    form = FindShoesForm(params)
    return filter_shoes(form.cleaned_data) if form.is_valid() else Shoe.objects.none()
