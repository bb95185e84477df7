"""The form of a new version of the profile."""

from typing import Any, Final

from django import forms
from django.utils.translation import gettext_lazy as _

from approvals.models import REASON_LENGTH
from compliance.profiles.services.changes import ProfileRequest
from pages.moments import MomentInput, in_zone_lazy
from profiles.values.profile_files import MOST_BYTES

_ROWS: Final = 30


class ProfileForm(forms.Form):
    """A profile's text as in its file, for whom it holds, and from when on."""

    content = forms.CharField(
        label=_("Text of the profile"),
        max_length=MOST_BYTES,
        strip=False,
        widget=forms.Textarea(attrs={"rows": _ROWS, "spellcheck": "false"}),
        help_text=_(
            "As in a profile's file: each field with its value, status, source and dates. A field that is left out is unknown and gets the value of the house default."
        ),
    )
    country = forms.RegexField(
        label=_("Country of residence"),
        regex=r"^[A-Z]{2}$",
        required=False,
        help_text=_("Two letters, for players who live there. Empty: the profile of the licence."),
    )
    effective_at = forms.DateTimeField(
        label=in_zone_lazy(_("In force from ({zone})")),
        widget=MomentInput,
        input_formats=["%Y-%m-%dT%H:%M", "%Y-%m-%dT%H:%M:%S"],
        required=False,
        help_text=_("A minute after its approval at the earliest, also if it is empty."),
    )
    reason = forms.CharField(label=_("Reason"), max_length=REASON_LENGTH)

    @property
    def wanted(self) -> ProfileRequest:
        """What is proposed. Only on a valid form."""
        data: dict[str, Any] = self.cleaned_data
        return ProfileRequest(data["content"].encode(), data["country"], data["effective_at"])
