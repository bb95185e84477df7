"""Forms of disputes."""

from typing import Any, Final

from django import forms
from django.core.exceptions import ValidationError
from django.utils.translation import gettext, gettext_lazy as _, pgettext

from accounts.models.users import User
from casino.forms import RoundNameField
from casino.models import Round
from compliance.disputes.selectors import WAITS_LONG, own_round
from compliance.models import DisputeState, DisputeSubject
from compliance.models.disputes import LONGEST_NOTE, LONGEST_TEXT, allowed_outcomes
from pages.forms import IdempotentForm

_DAY: Final = {"type": "date"}


class DisputeMessageForm(IdempotentForm):
    """Message form; its idempotency key turns a repeated submission into one message."""

    text = forms.CharField(
        label=_("Your message"), max_length=LONGEST_TEXT, widget=forms.Textarea({"rows": 5})
    )


class ComplaintForm(DisputeMessageForm):
    """Form to open a dispute, optionally about a round."""

    subject = forms.ChoiceField(
        label=_("What is it about?"), choices=DisputeSubject.choices, widget=forms.RadioSelect
    )
    round = RoundNameField(
        label=_("Number of the round"),
        required=False,
        help_text=_("Your list of rounds shows it. It looks like R-7K4QX-2M9TB."),
    )
    field_order = ("subject", "round", "text", "key")

    def __init__(self, player: User, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.player = player
        self.fields["text"].label = _("What happened?")
        self.fields["text"].help_text = _(
            "When it was, what you expected and what you saw. Never write a password or a card's number."
        )
        if self["subject"].value() == DisputeSubject.ERASURE:
            self.fields["text"].label = _("What should we erase, and why?")
            self.fields["text"].help_text = _(
                "A few words are enough. Never write a password or a card's number."
            )

    def clean_round(self) -> Round | None:
        """Return the player's own round with this number. Raises ValidationError if there is none."""
        name = self.cleaned_data["round"]
        found = own_round(self.player, name) if name else None
        if name and found is None:
            raise ValidationError(_("You have no round with this number."), "unknown_round")
        return found


def _ways_on(subject: str) -> list[tuple[str, str]]:
    """Return the choices in the active language: keep open, or close with an outcome."""
    closed = pgettext("dispute", "closed: %(how)s")
    ways = [(str(one.value), closed % {"how": one.label}) for one in allowed_outcomes(subject)]
    return [("", gettext("it stays open: the player may answer")), *ways]


class DisputeAnswerForm(DisputeMessageForm):
    """Form for an answer, the outcome if it closes the dispute, and a note for staff."""

    outcome = forms.ChoiceField(
        label=_("Next step"),
        required=False,
    )
    note = forms.CharField(
        label=_("Reason, for staff"),
        required=False,
        max_length=LONGEST_NOTE,
        help_text=_("Required to close it: what you checked and found. The player can't see it."),
    )
    seen = forms.IntegerField(widget=forms.HiddenInput, min_value=0)
    field_order = ("text", "outcome", "note", "seen", "key")

    def __init__(self, *args: Any, subject: str, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["outcome"].choices = _ways_on(subject)  # type: ignore[attr-defined]  # declared above as a ChoiceField
        self.fields["text"].label = _("Answer to the player")
        self.fields["text"].help_text = _(
            "The player reads it on the site and by email. Write in the player's language."
        )


class ReopenDisputeForm(DisputeMessageForm):
    """Form to reopen a dispute: text for the player, and the reason for staff."""

    note = forms.CharField(
        label=_("Reason, for staff"),
        max_length=LONGEST_NOTE,
        help_text=_("New findings. The player can't see this."),
    )
    seen = forms.IntegerField(widget=forms.HiddenInput, min_value=0)
    field_order = ("text", "note", "seen", "key")

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["text"].label = _("Message to the player")
        self.fields["text"].help_text = _(
            "The player reads it on the site and by email. Write in the player's language."
        )


class DisputesForm(forms.Form):
    """Filter form of the dispute list; all fields optional."""

    state = forms.ChoiceField(
        label=_("State"),
        required=False,
        choices=[
            ("", _("any")),
            (WAITS_LONG, _("overdue")),
            *DisputeState.choices,
        ],
    )
    subject = forms.ChoiceField(
        label=_("Subject"), required=False, choices=[("", _("any")), *DisputeSubject.choices]
    )
    player = forms.CharField(
        label=_("Player: name, email address or number"), required=False, max_length=100
    )
    number = forms.CharField(label=_("Number of the dispute"), required=False, max_length=20)
    since = forms.DateField(label=_("From"), required=False, widget=forms.DateInput(_DAY))
    until = forms.DateField(label=_("To"), required=False, widget=forms.DateInput(_DAY))
