"""Form of a residential address."""

from typing import Any

from django import forms
from django.utils.translation import gettext, gettext_lazy as _

from accounts.identity.values.addresses import LONGEST, PostalAddress
from accounts.values.countries import COUNTRIES
from journal.refusals import Refusal
from pages.refused import add_refusal_to_form


def _part(name: str, label: Any, autocomplete: str, **options: Any) -> forms.CharField:
    widget = forms.TextInput(attrs={"autocomplete": autocomplete})
    return forms.CharField(label=label, max_length=LONGEST[name], widget=widget, **options)


def address_fields() -> dict[str, forms.CharField]:
    """Return the fields of an address but its country, by name."""
    return {
        "street": _part("street", _("Street and number"), "address-line1"),
        "city": _part("city", _("Town or city"), "address-level2"),
        "region": _part("region", _("State, province or department"), "address-level1"),
        "postal_code": _part(
            "postal_code",
            _("Postcode"),
            "postal-code",
            required=False,
            help_text=_("Leave it empty if there is none."),
        ),
    }


def parse_address(form: forms.Form, country: str) -> PostalAddress | None:
    """Return the address that a form with these fields holds; an invalid one is an error of the form."""
    data = form.cleaned_data
    if not address_fields().keys() <= data.keys():
        return None
    try:
        return PostalAddress.parse(
            **{name: data[name] for name in address_fields()}, country=country
        )
    except Refusal as error:
        add_refusal_to_form(form, error)
        return None


class ResidenceForm(forms.Form):
    """Form for the address in a country, which the form does not ask for; `cleaned_data["address"]` is whole."""

    def __init__(self, country: str, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.country = country
        self.fields.update(address_fields())
        name = str(COUNTRIES.get(country, country))
        self.fields["street"].help_text = gettext(
            "In %(country)s, where you live. If you have moved to another country, write to us."
        ) % {"country": name}

    def clean(self) -> dict[str, Any]:
        """Add the whole address."""
        data: dict[str, Any] = super().clean() or self.cleaned_data
        data["address"] = parse_address(self, self.country)
        return data
