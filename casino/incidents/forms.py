"""Staff forms for rounds in progress and stopped places."""

from django import forms
from django.http import QueryDict
from django.utils.translation import gettext_lazy as _

from casino.forms import RoundNameField
from pages.names import select_name
from tables.models import Table


class RoundsForm(forms.Form):
    """Filter form for rounds in progress; all fields optional."""

    number = RoundNameField(label=_("Number or reference of the round"), required=False)

    player = forms.CharField(label=_("Player's email address"), required=False, max_length=254)
    age = forms.ChoiceField(
        label=_("Open for"),
        required=False,
        choices=[
            ("", _("any time")),
            ("hour", _("more than an hour")),
            ("day", _("more than a day")),
            ("month", _("more than 30 days")),
        ],
    )
    frozen = forms.BooleanField(label=_("Frozen only"), required=False)

    def __init__(self, data: QueryDict | None = None) -> None:
        super().__init__(data)
        names = Table.objects.order_by(select_name()).values_list("slug", select_name())
        self.fields["table"] = forms.ChoiceField(
            label=_("Table"), required=False, choices=[("", _("all")), *names]
        )
        self.order_fields(["number", "table", "player", "age", "frozen"])


class ReopenPlaceForm(forms.Form):
    """Reason for reopening, and whether to give up the stopped shoe's seed."""

    reason = forms.CharField(
        label=_("Findings and repair"),
        max_length=500,
        widget=forms.Textarea(attrs={"rows": 3}),
        help_text=_("It is stored with the event."),
    )
    give_up = forms.BooleanField(
        label=_("Give the shoe up if its seed cannot be revealed"),
        required=False,
        help_text=_(
            "Its rounds can then never be verified, and the public list says so. Otherwise a shoe whose seed does not open stays as it is."
        ),
    )


class CancelRoundForm(forms.Form):
    """Reason for freezing and cancelling a round."""

    reason = forms.CharField(
        label=_("Description"),
        max_length=500,
        widget=forms.Textarea(attrs={"rows": 3}),
        help_text=_(
            "It is stored with the event. The player only sees that there was a malfunction."
        ),
    )
