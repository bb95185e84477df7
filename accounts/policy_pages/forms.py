"""The form of a new policy version."""

from typing import Any, Final

from django import forms
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from accounts.models.policies import PolicyKind, PolicyVersion
from accounts.policies.services.proposals import PolicyDraft
from accounts.policies.values.texts import PLACEHOLDERS
from approvals.models import REASON_LENGTH
from pages.moments import MomentInput, in_zone_lazy

_LONGEST: Final = 60_000
_ROWS: Final = 24


class PolicyForm(forms.Form):
    """A text in both languages, when it begins, and whether players must accept it."""

    text_en = forms.CharField(
        label=_("Text in English"),
        max_length=_LONGEST,
        required=False,
        widget=forms.Textarea(attrs={"rows": _ROWS, "lang": "en"}),
    )
    text_es = forms.CharField(
        label=_("Text in Spanish"),
        max_length=_LONGEST,
        required=False,
        widget=forms.Textarea(attrs={"rows": _ROWS, "lang": "es"}),
    )
    effective_at = forms.DateTimeField(
        label=in_zone_lazy(_("In force from ({zone})")),
        widget=MomentInput,
        input_formats=["%Y-%m-%dT%H:%M", "%Y-%m-%dT%H:%M:%S"],
        help_text=_("If it is approved later, it is in force from its approval."),
    )
    matters = forms.BooleanField(
        label=_("The change matters: players must accept it before they play for real money"),
        required=False,
    )
    reason = forms.CharField(label=_("Reason"), max_length=REASON_LENGTH)

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        names = ", ".join(f"{{{name}}}" for name in sorted(PLACEHOLDERS))
        self.fields["text_es"].help_text = _("Values of the installation: %(names)s") % {
            "names": names
        }

    @staticmethod
    def initial_of(version: PolicyVersion | None) -> dict[str, Any]:
        """Return the initial values: the text in force, from now on."""
        texts = {"text_en": version.text_en, "text_es": version.text_es} if version else {}
        return {**texts, "effective_at": timezone.now(), "matters": True}

    def draft(self, kind: PolicyKind) -> PolicyDraft:
        """Return the draft. Requires a valid form."""
        data = self.cleaned_data
        return PolicyDraft(
            kind=kind,
            text_en=data["text_en"],
            text_es=data["text_es"],
            matters=data["matters"],
            effective_at=data["effective_at"],
        )
