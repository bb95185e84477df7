"""Filter forms of the player list and of a player's timeline."""

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from accounts.models.users import State
from accounts.values.countries import country_choices
from compliance.players.forms.acts import _any
from compliance.players.selectors.listing import (
    EXPIRED,
    INACTIVE,
    LONGEST_DEVICE,
    MOST_ASKED,
    RESTRICTED,
    UNCLAIMED,
)
from compliance.players.values import HappeningSort


class PlayersForm(forms.Form):
    """Filter form of the player list; `selectors.listing.find_players` reads the same names."""

    q = forms.CharField(
        label=_("Name, email address or number"), required=False, max_length=MOST_ASKED
    )
    state = forms.ChoiceField(
        label=_("State"),
        required=False,
        choices=_any((RESTRICTED, _("restricted in any way")), *State.choices),
    )
    verified = forms.ChoiceField(
        label=_("Verified"),
        required=False,
        choices=_any(
            ("yes", _("yes")), ("no", _("no")), (EXPIRED, _("by a document that has expired"))
        ),
    )
    country = forms.ChoiceField(
        label=_("Country"), required=False, choices=lambda: _any(*country_choices())
    )
    money = forms.ChoiceField(
        label=_("Real money in the account"),
        required=False,
        choices=_any(("yes", _("yes")), ("no", _("no"))),
    )
    activity = forms.ChoiceField(
        label=_("Activity"),
        required=False,
        choices=_any(
            (INACTIVE, _("inactive")),
            (UNCLAIMED, _("inactive, with funds that count as unclaimed")),
        ),
    )
    kind = forms.ChoiceField(
        label=_("Account"),
        required=False,
        choices=_any(
            ("real", _("of a person")), ("test", _("test account")), ("guest", _("guest"))
        ),
    )
    network = forms.GenericIPAddressField(
        label=_("Signed in from the IP address"), required=False, unpack_ipv4=False
    )
    device = forms.CharField(
        label=_("Signed in with the browser"),
        required=False,
        max_length=LONGEST_DEVICE,
        help_text=_("The browser's user agent, or its beginning."),
    )
    since = forms.ChoiceField(
        label=_("Registered"),
        required=False,
        choices=[
            ("", _("any time")),
            ("day", _("in the last 24 hours")),
            ("week", _("in the last 7 days")),
            ("month", _("in the last 30 days")),
        ],
    )


class TimelineForm(forms.Form):
    """Filter of a timeline by sort; without a choice, all sorts but staff views."""

    sort = forms.MultipleChoiceField(
        label=_("Show only"), required=False, widget=forms.CheckboxSelectMultiple
    )

    def __init__(self, data: Any, sorts: list[HappeningSort]) -> None:
        super().__init__(data)
        self.fields["sort"] = forms.MultipleChoiceField(
            label=_("Show only"),
            required=False,
            choices=[(one.value, one.label) for one in sorts],
            widget=forms.CheckboxSelectMultiple,
        )
