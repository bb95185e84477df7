"""Form for a new turn of the duty list."""

from typing import Any, Final
from zoneinfo import available_timezones

from django import forms
from django.conf import settings
from django.core.exceptions import ValidationError
from django.utils.translation import gettext_lazy as _

from accounts.models.users import User
from alarms.selectors.duty import may_have_duty
from api.models import WebhookEndpoint

DAYS: Final = (
    ("1", _("Monday")),
    ("2", _("Tuesday")),
    ("3", _("Wednesday")),
    ("4", _("Thursday")),
    ("5", _("Friday")),
    ("6", _("Saturday")),
    ("7", _("Sunday")),
)


class DutyTurnForm(forms.Form):
    person = forms.ModelChoiceField(label=_("Person"), queryset=User.objects.none())
    days = forms.MultipleChoiceField(
        label=_("Days on which the hours begin"),
        choices=DAYS,
        widget=forms.CheckboxSelectMultiple,
    )
    begins = forms.TimeField(label=_("From"), widget=forms.TimeInput(attrs={"type": "time"}))
    ends = forms.TimeField(
        label=_("Until"),
        widget=forms.TimeInput(attrs={"type": "time"}),
        help_text=_("Earlier than the beginning: on the next day. The same: all day."),
    )
    zone = forms.CharField(
        label=_("Time zone"), max_length=40, initial=lambda: settings.OPERATOR_TIME_ZONE
    )
    place = forms.IntegerField(
        label=_("Order"),
        min_value=1,
        max_value=20,
        initial=1,
        help_text=_("1 is told first; without an answer the next one is told, and then everybody."),
    )
    endpoint = forms.ModelChoiceField(
        label=_("Webhook"),
        queryset=WebhookEndpoint.objects.none(),
        required=False,
        help_text=_("Besides the e-mail: a signed message to this endpoint."),
    )

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        person, endpoint = self.fields["person"], self.fields["endpoint"]
        assert isinstance(person, forms.ModelChoiceField)  # noqa: S101  # for the type checker
        assert isinstance(endpoint, forms.ModelChoiceField)  # noqa: S101  # for the type checker
        person.queryset = may_have_duty()
        endpoint.queryset = WebhookEndpoint.objects.filter(off="").order_by("name")

    def clean_zone(self) -> str:
        zone = str(self.cleaned_data["zone"])
        if zone not in available_timezones():
            raise ValidationError(_("This is no time zone. One is called America/Bogota."))
        return zone
