"""Form for a player's options."""

from dataclasses import fields

from django import forms
from django.utils.translation import gettext_lazy as _

from accounts.models.users import Language
from accounts.profile.services.preferences import Preferences
from accounts.values.currencies import display_currencies


class OptionsForm(forms.Form):
    """Form for a player's preferences."""

    language = forms.ChoiceField(label=_("Language"), choices=Language.choices)
    display_currency = forms.ChoiceField(
        label=_("Display currency"),
        choices=display_currencies,
        help_text=_(
            "We show totals and table limits in this currency. It does not convert your money."
        ),
    )
    screen_name = forms.CharField(
        label=_("Screen name"),
        required=False,
        max_length=100,
        help_text=_(
            "Others at a live table see it instead of your name. 3 to 16 letters and digits; leave it empty to show a number."
        ),
        widget=forms.TextInput(attrs={"autocomplete": "off"}),
    )
    phone = forms.CharField(
        label=_("Phone"),
        required=False,
        max_length=40,
        help_text=_(
            "With country code, such as +57 300 123 4567. Only our staff see it; leave it empty to remove it."
        ),
        widget=forms.TextInput(attrs={"type": "tel", "autocomplete": "tel"}),
    )
    keyboard_shortcuts = forms.BooleanField(
        label=_("Keyboard shortcuts at the table"),
        required=False,
        help_text=_(
            "Enter deals, H hits, S stands, D doubles, P splits, R surrenders, "
            "Y and N answer the insurance question."
        ),
    )
    four_colour_cards = forms.BooleanField(
        label=_("Four-colour cards"),
        required=False,
        help_text=_("Blue diamonds and green clubs, to tell the suits apart."),
    )
    quick_cards = forms.BooleanField(
        label=_("Quick cards"),
        required=False,
        help_text=_(
            "Cards are dealt and turned twice as fast. The wait between rounds stays the same."
        ),
    )
    sounds = forms.BooleanField(
        label=_("Sounds at the table"),
        required=False,
        help_text=_(
            "Soft sounds for cards, chips and the end of a round. The table has a button for them too."
        ),
    )

    def preferences(self) -> Preferences:
        """Return the preferences of a valid form, without the screen name and the phone."""
        names = (one.name for one in fields(Preferences))
        return Preferences(**{name: self.cleaned_data[name] for name in names})
