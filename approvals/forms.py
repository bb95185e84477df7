"""The form that a second person sends: approve or refuse, and why."""

from django import forms
from django.utils.translation import gettext_lazy as _

from approvals.models import REASON_LENGTH


class DecisionForm(forms.Form):
    """A verdict, a reason, and whether a warning is accepted; the flow decides which are needed."""

    verdict = forms.ChoiceField(choices=[("approve", _("Approve")), ("refuse", _("Refuse"))])
    reason = forms.CharField(label=_("Reason"), max_length=REASON_LENGTH, required=False)
    accepted = forms.BooleanField(required=False)

    @property
    def approved(self) -> bool:
        """Whether the verdict is a yes; of a valid form only."""
        return bool(self.cleaned_data["verdict"] == "approve")
