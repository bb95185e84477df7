"""Forms of cases."""

from collections.abc import Sequence
from typing import Any, Final

from django import forms
from django.core.exceptions import ValidationError
from django.utils.translation import gettext_lazy as _

from accounts.models.users import User
from accounts.users.selectors.search import find_matching_ids
from cases.models import (
    CaseOutcome,
    CaseSeverity,
    CaseStatus,
    CaseTopic,
    ContactChannel,
    DiaryAction,
    RequestedDocument,
    RestrictedPlay,
)
from cases.models.cases import LONGEST_NOTE, LONGEST_REASON
from cases.models.records import LONGEST_REPORT, LONGEST_TEXT
from cases.selectors.queue import ESCALATED, LATE, MINE, NOBODY
from cases.services.restrictions import PlayRestriction
from pages.amounts import AmountField
from pages.forms import IdempotentForm
from pages.moments import MomentInput, in_zone_lazy
from signals.catalogue import SIGNALS
from wallet.money.values import UNITS

_DAY: Final = {"type": "date"}


class QueueForm(forms.Form):
    """Filters of the queue; all fields optional."""

    status = forms.ChoiceField(
        label=_("Status"),
        required=False,
        choices=[
            ("", _("open")),
            (LATE, _("overdue")),
            (ESCALATED, _("with the manager")),
            *CaseStatus.choices,
            ("all", _("all")),
        ],
    )
    kind = forms.ChoiceField(
        label=_("Kind"), required=False, choices=[("", _("all")), *CaseTopic.choices]
    )
    severity = forms.ChoiceField(
        label=_("Severity"), required=False, choices=[("", _("all")), *CaseSeverity.choices]
    )
    assignee = forms.ChoiceField(
        label=_("Assigned to"),
        required=False,
        choices=[("", _("anybody")), (MINE, _("me")), (NOBODY, _("nobody"))],
    )
    signal = forms.ChoiceField(label=_("Signal"), required=False)
    outcome = forms.ChoiceField(
        label=_("Outcome"), required=False, choices=[("", _("all")), *CaseOutcome.choices]
    )
    player = forms.CharField(
        label=_("Player: name, email address or number"), required=False, max_length=100
    )
    number = forms.CharField(label=_("Number of the case"), required=False, max_length=20)
    since = forms.DateField(label=_("Opened from"), required=False, widget=forms.DateInput(_DAY))
    until = forms.DateField(label=_("to"), required=False, widget=forms.DateInput(_DAY))

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        signals = [(one.id, f"{one.id} · {one.words}") for one in SIGNALS.values()]
        self.fields["signal"].choices = [("", _("all")), *signals]  # type: ignore[attr-defined]  # declared above as a ChoiceField


class SaveViewForm(forms.Form):
    """A name for the filters in use."""

    name = forms.CharField(label=_("Name of the view"), max_length=40)
    query = forms.CharField(widget=forms.HiddenInput, required=False, max_length=500)


class CaseReasonForm(forms.Form):
    reason = forms.CharField(
        label=_("Reason"),
        required=False,
        max_length=LONGEST_REASON,
        widget=forms.Textarea({"rows": 2}),
    )


class OpenCaseForm(CaseReasonForm):
    """Open a case by hand."""

    player = forms.CharField(label=_("Player: name, email address or number"), max_length=254)
    kind = forms.ChoiceField(label=_("Kind"), choices=CaseTopic.choices)
    severity = forms.ChoiceField(label=_("Severity"), choices=CaseSeverity.choices)
    field_order = ("player", "kind", "severity", "reason")

    def __init__(self, *args: Any, kinds: tuple[CaseTopic, ...], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["kind"].choices = [(one.value, one.label) for one in kinds]  # type: ignore[attr-defined]  # declared above as a ChoiceField

    def clean_player(self) -> User:
        """Return the one player who matches. Raises ValidationError for none or several."""
        numbers = list(find_matching_ids(self.cleaned_data["player"])[:2])
        players = list(User.objects.filter(pk__in=numbers, is_staff=False)[:2])
        if len(players) != 1:
            raise ValidationError(
                _("No player matches.") if not players else _("Several players match.")
            )
        return players[0]


class NoteForm(IdempotentForm):
    text = forms.CharField(
        label=_("Note"), max_length=LONGEST_NOTE, widget=forms.Textarea({"rows": 3})
    )


class AssignForm(CaseReasonForm):
    assignee = forms.IntegerField(label=_("Assign to"), widget=forms.Select)
    field_order = ("assignee", "reason")

    def __init__(self, *args: Any, people: list[User] | None = None, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["assignee"].widget = forms.Select(
            choices=[(one.pk, one.full_name) for one in people or []]
        )


class WaitForm(CaseReasonForm):
    diary_at = forms.DateTimeField(label=in_zone_lazy(_("Wait until ({zone})")), widget=MomentInput)
    then = forms.ChoiceField(label=_("If there is no answer by then"), choices=DiaryAction.choices)
    field_order = ("diary_at", "then", "reason")


class DecideForm(CaseReasonForm):
    outcome = forms.ChoiceField(
        label=_("Outcome"),
        choices=CaseOutcome.choices,
        help_text=_("Counting cards in one's head is “justified, but legal”."),
    )
    field_order = ("outcome", "reason")


class LinkForm(CaseReasonForm):
    number = forms.RegexField(
        r"^(?i:K-)?\d{1,18}$", label=_("Number of the other case"), max_length=20
    )
    field_order = ("number", "reason")

    def clean_number(self) -> int:
        return int(str(self.cleaned_data["number"]).upper().removeprefix("K-"))


class RestrictPlayForm(IdempotentForm):
    """A highest bet in US dollars, or no play at any table, for a player of the case."""

    player = forms.IntegerField(label=_("Player"), widget=forms.Select)
    kind = forms.ChoiceField(label=_("Restriction"), choices=RestrictedPlay.choices)
    amount = AmountField(
        label=_("Highest bet on a box, in US dollars"),
        decimal_places=4,
        max_digits=14,
        required=False,
        help_text=_("Another person approves it. Play stops at once."),
    )
    accepted = forms.BooleanField(label=_("The unusual limit is intended"), required=False)
    reason = forms.CharField(
        label=_("Reason"), max_length=LONGEST_REASON, widget=forms.Textarea({"rows": 2})
    )

    def __init__(self, *args: Any, players: Sequence[User] = (), **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["player"].widget = forms.Select(
            choices=[(one.pk, one.display_name) for one in players]
        )

    def clean(self) -> dict[str, Any] | None:
        """Require an amount for a highest bet."""
        data = super().clean() or self.cleaned_data
        if data.get("kind") == RestrictedPlay.STAKE and not data.get("amount"):
            self.add_error("amount", _("Enter the highest bet."))
        return data

    @property
    def restriction(self) -> PlayRestriction:
        """The entered restriction; valid forms only."""
        data = self.cleaned_data
        kind = RestrictedPlay(data["kind"])
        units = int(data["amount"] * UNITS) if kind == RestrictedPlay.STAKE else None
        return PlayRestriction(data["player"], kind, units, accepted=data["accepted"])


class ContactForm(IdempotentForm):
    """What was said, when, by whom, and what was agreed."""

    channel = forms.ChoiceField(label=_("How"), choices=ContactChannel.choices)
    happened_at = forms.DateTimeField(label=in_zone_lazy(_("When ({zone})")), widget=MomentInput)
    said = forms.CharField(
        label=_("Summary of the conversation"),
        max_length=LONGEST_TEXT,
        widget=forms.Textarea({"rows": 3}),
    )
    agreed = forms.CharField(
        label=_("Agreement"), max_length=LONGEST_TEXT, widget=forms.Textarea({"rows": 2})
    )


class DocumentsForm(IdempotentForm):
    what = forms.ChoiceField(
        label=_("Document"),
        choices=RequestedDocument.choices,
        help_text=_("The player gets the same letter in every case."),
    )


class DraftForm(forms.Form):
    """Draft of a suspicious-activity report; `seen` is the last version shown."""

    text = forms.CharField(
        label=_("Text"), max_length=LONGEST_REPORT, widget=forms.Textarea({"rows": 16})
    )
    seen = forms.IntegerField(widget=forms.HiddenInput, min_value=0)


class NextForm(forms.Form):
    """Take the next case."""
