"""Form to propose detaching an archived month."""

from collections.abc import Iterable
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from approvals.models import REASON_LENGTH
from wallet.archive.models import ArchivedMonth


class DetachmentForm(forms.Form):
    """A month that is in the archive and still in the database, and why it is detached."""

    month = forms.TypedChoiceField(label=_("Month"), coerce=int)
    reason = forms.CharField(
        label=_("Reason"), max_length=REASON_LENGTH, widget=forms.Textarea({"rows": 2})
    )

    def __init__(self, months: Iterable[ArchivedMonth], *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        field = self.fields["month"]
        if isinstance(field, forms.TypedChoiceField):
            field.choices = [(one.pk, one.part) for one in months]

    @property
    def has_months(self) -> bool:
        field = self.fields["month"]
        return isinstance(field, forms.TypedChoiceField) and bool(field.choices)
