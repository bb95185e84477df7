"""The form that a second person sends: approve or refuse, and why."""

from django import forms
from django.core.exceptions import BadRequest
from django.utils.translation import gettext_lazy as _

from approvals.models import REASON_LENGTH


class OptionalReasonForm(forms.Form):
    """A reason; whether one is needed is for the service to say."""

    reason = forms.CharField(label=_("Reason"), max_length=REASON_LENGTH, required=False)


class VerdictForm(forms.Form):
    """A yes or no."""

    verdict = forms.ChoiceField(choices=[("approve", _("Approve")), ("refuse", _("Refuse"))])

    def is_valid(self) -> bool:
        """Raise BadRequest without a verdict: no page sends such a form."""
        if "verdict" in self.errors:
            raise BadRequest("a verdict approves or refuses")
        return super().is_valid()

    @property
    def approved(self) -> bool:
        """Whether the verdict is a yes; of a valid form only."""
        return bool(self.cleaned_data["verdict"] == "approve")


class DecisionForm(VerdictForm, OptionalReasonForm):
    """A verdict, a reason, and whether a warning is accepted; the flow decides which are needed."""

    accepted = forms.BooleanField(required=False)
