"""Forms shared by several apps."""

from typing import Any
from uuid import UUID, uuid4

from django import forms
from django.utils.translation import gettext_lazy as _

from pages.moments import MomentInput, in_zone_lazy, is_reversed


class IdempotentForm(forms.Form):
    """A form with an idempotency key: repeated requests apply once."""

    key = forms.UUIDField(widget=forms.HiddenInput, initial=uuid4)

    @property
    def idempotency_key(self) -> UUID:
        """The key of this form. Requires a valid form."""
        key: UUID = self.cleaned_data["key"]
        return key


class TimeRangeForm(forms.Form):
    """Filter by time. Both fields are optional."""

    since = forms.DateTimeField(
        label=in_zone_lazy(_("From ({zone})")), required=False, widget=MomentInput
    )
    until = forms.DateTimeField(
        label=in_zone_lazy(_("Before ({zone})")), required=False, widget=MomentInput
    )

    def clean(self) -> dict[str, Any]:
        """Refuse a time range that ends before it begins."""
        found = super().clean() or {}
        if is_reversed(found.get("since"), found.get("until")):
            self.add_error("until", _("This is not after the beginning."))
        return found
