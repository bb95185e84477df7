"""Forms for deciding a proposal: approve or refuse, and the reason."""

from django import forms
from django.core.exceptions import BadRequest
from django.utils.translation import gettext_lazy as _

from approvals.models import REASON_LENGTH


class OptionalReasonForm(forms.Form):
    """A reason; the service checks whether one is required."""

    reason = forms.CharField(label=_("Reason"), max_length=REASON_LENGTH, required=False)


class VerdictForm(forms.Form):
    """Approve or refuse."""

    verdict = forms.ChoiceField(choices=[("approve", _("Approve")), ("refuse", _("Refuse"))])

    def is_valid(self) -> bool:
        """Validate; raises BadRequest without a valid verdict, which no page of the site sends."""
        if "verdict" in self.errors:
            raise BadRequest("a verdict approves or refuses")
        return super().is_valid()

    @property
    def approved(self) -> bool:
        """True if the verdict is "approve". Only on a valid form."""
        return bool(self.cleaned_data["verdict"] == "approve")


class DecisionForm(VerdictForm, OptionalReasonForm):
    """A verdict with a reason; the flow decides which fields it needs.

    `accepted`: a warning was accepted. `seen`: digest of the figures shown.
    """

    accepted = forms.BooleanField(required=False)
    seen = forms.CharField(required=False, max_length=64)
