"""Form to review a day's reports."""

from django import forms
from django.utils.translation import gettext_lazy as _

from approvals.models import REASON_LENGTH


class DayReviewForm(forms.Form):
    reason = forms.CharField(
        label=_("Findings, and the actions taken"),
        max_length=REASON_LENGTH,
        widget=forms.Textarea({"rows": 2}),
    )
