"""The filter form above the public list of closed shoes."""

import re
from collections.abc import Mapping
from datetime import timedelta
from typing import Any, Final
from uuid import UUID

from django import forms
from django.utils.translation import gettext_lazy as _

from casino.fairness.selectors.closed_shoes import ClosedShoesFilter, public_tables
from pages.moments import in_zone_lazy, midnight, midnight_after
from pages.names import select_name

_COMMITMENT: Final = re.compile(r"[0-9a-f]{64}", re.ASCII)
_LONGEST: Final = 64
_DAY: Final = timedelta(days=1)


class ClosedShoesForm(forms.Form):
    """Filter form for the public list of closed shoes; all fields optional."""

    table = forms.ChoiceField(label=_("Table"), required=False)
    day = forms.DateField(
        label=in_zone_lazy(_("Closed on ({zone})")),
        required=False,
        widget=forms.DateInput({"type": "date"}, "%Y-%m-%d"),
    )
    shoe = forms.CharField(label=_("Shoe or commitment"), required=False, max_length=_LONGEST)
    use_required_attribute = False

    def __init__(self, data: Mapping[str, Any]) -> None:
        super().__init__(data)
        field = self.fields["table"]
        if isinstance(field, forms.ChoiceField):
            field.choices = [
                ("", _("All tables")),
                *public_tables().values_list("slug", select_name()),
            ]

    def clean_shoe(self) -> str | UUID | None:
        """Return a commitment or a shoe's id; None if empty."""
        text = str(self.cleaned_data["shoe"]).strip().lower()
        if not text or _COMMITMENT.fullmatch(text):
            return text or None
        try:
            return UUID(text)
        except ValueError as error:
            raise forms.ValidationError(_("This is neither a shoe nor a commitment.")) from error

    @property
    def wanted(self) -> ClosedShoesFilter:
        """Filters of the form, which must be valid."""
        said = self.cleaned_data
        day, shoe = said["day"], said["shoe"]
        return ClosedShoesFilter(
            table=said["table"] or None,
            since=midnight(day) if day else None,
            until=midnight_after(day) if day else None,
            shoe=shoe if isinstance(shoe, UUID) else None,
            commitment=shoe if isinstance(shoe, str) else None,
        )
