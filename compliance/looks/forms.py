"""Filters of views: object, person, time."""

from collections.abc import Mapping
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from accounts.models.audit_views import Look
from compliance.events.forms import TimeAndPersonForm


class LooksForm(TimeAndPersonForm):
    """Filter form of the audit log of views; all fields optional."""

    kind = forms.ChoiceField(
        label=_("Viewed"),
        required=False,
        choices=[("", _("anything")), *Look.Kind.choices],
    )
    object = forms.CharField(
        label=_("Its number or reference"),
        required=False,
        max_length=36,
        help_text=_(
            "A round as R-7K4QX-2M9TB, a case as V-000012, a dispute as Q-000003, a player as 12."
        ),
    )

    def __init__(self, data: Mapping[str, Any] | None = None) -> None:
        super().__init__(data)
        self.fields["who"].label = _("Viewed by: email address, name or number")
        self.order_fields(["kind", "object", "who", "since", "until"])
