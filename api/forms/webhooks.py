"""Forms of webhook endpoints, their deliveries, and networks."""

from collections.abc import Mapping
from typing import Any

from django import forms
from django.utils.html import format_html
from django.utils.translation import gettext_lazy as _

from api.models import WebhookDelivery
from api.models.webhooks import NAME_LENGTH, URL_LENGTH
from api.services.webhook_endpoints import ENDPOINT_SCOPES, EndpointRequest
from api.values.event_types import visible_types
from api.values.webhook_keys import SigningAlgorithm
from approvals.models import REASON_LENGTH
from journal.words.events import WORDS
from pages.forms import TimeRangeForm


class EndpointForm(forms.Form):
    """Name, address and types of an endpoint."""

    name = forms.CharField(label=_("Name"), max_length=NAME_LENGTH)
    url = forms.CharField(
        label=_("URL"),
        max_length=URL_LENGTH,
        widget=forms.TextInput(attrs={"inputmode": "url", "autocomplete": "off"}),
        help_text=_(
            "With https://. The address has to be public, or in a network that two people have allowed."
        ),
    )
    every = forms.BooleanField(label=_("All types that exist today"), required=False)

    def __init__(self, data: Mapping[str, Any] | None = None, **kwargs: Any) -> None:
        super().__init__(data, **kwargs)
        kinds = visible_types(ENDPOINT_SCOPES)
        named = sorted(kinds, key=lambda kind: str(WORDS[kind]).casefold())
        self.fields["types"] = forms.MultipleChoiceField(
            label=_("Types of events"),
            choices=[
                (
                    kind.value,
                    format_html("<span>{}<br><code>{}</code></span>", WORDS[kind], kind.value),
                )
                for kind in named
            ],
            widget=forms.CheckboxSelectMultiple(attrs={"class": "staff-many"}),
            required=False,
        )

    @property
    def wanted(self) -> EndpointRequest:
        """What was entered; valid forms only."""
        given = self.cleaned_data
        types = given["types"]
        if given["every"]:
            types = [kind.value for kind in visible_types(ENDPOINT_SCOPES)]
        return EndpointRequest(given["name"], given["url"], types)


class SignatureForm(forms.Form):
    """How messages are signed."""

    algorithm = forms.ChoiceField(label=_("Signature"), choices=SigningAlgorithm.choices)

    @property
    def chosen(self) -> SigningAlgorithm:
        """The algorithm; valid forms only."""
        return SigningAlgorithm(self.cleaned_data["algorithm"])


class NewEndpointForm(SignatureForm, EndpointForm):
    """A new endpoint."""

    field_order = ("name", "url", "algorithm", "every", "types")


class SwitchForm(forms.Form):
    """Switch an endpoint on or off."""

    to = forms.ChoiceField(choices=[("on", ""), ("off", "")])
    reason = forms.CharField(label=_("Reason"), max_length=REASON_LENGTH)


class ReplayForm(TimeRangeForm):
    """A range of time whose events are sent again."""

    def __init__(self, data: Mapping[str, Any] | None = None, **kwargs: Any) -> None:
        super().__init__(data, **{"auto_id": "replay_%s", **kwargs})
        for field in self.fields.values():
            field.required = True


class DeliveriesForm(TimeRangeForm):
    """Filters of deliveries by state and by the time of the event."""

    state = forms.ChoiceField(
        label=_("State"),
        required=False,
        choices=[("", _("any")), *WebhookDelivery.State.choices],
    )
    field_order = ("state", "since", "until")


class NetworkForm(forms.Form):
    """A network to be listed."""

    network = forms.CharField(
        label=_("Network"), max_length=43, help_text=_("For example 10.1.0.0/16 or fd00:1::/48.")
    )
    reason = forms.CharField(label=_("Reason"), max_length=REASON_LENGTH)


class NetworkEndForm(forms.Form):
    """The end of a network."""

    reason = forms.CharField(label=_("Reason"), max_length=REASON_LENGTH)
