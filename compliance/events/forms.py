"""Forms for events: filters of events and changes, mark an alarm as seen, export the chain."""

from collections.abc import Mapping
from typing import Any

from django import forms
from django.db.models import QuerySet
from django.utils.translation import gettext_lazy as _, pgettext_lazy

from compliance.events.selectors.events import filter_changes, filter_events
from compliance.events.words.tables import list_table_labels
from journal.models import Alteration, Event, Operation, Severity
from journal.words.events import SEVERITIES, WORDS
from pages.forms import TimeRangeForm


class AlarmForm(forms.Form):
    word = forms.CharField(
        label=_("Findings and action taken"),
        max_length=500,
        widget=forms.Textarea(attrs={"rows": 3}),
        error_messages={"required": _("Describe the findings and the action taken.")},
    )


class ChainForm(forms.Form):
    """Form to export the event chain: all of it, or the links after a number."""

    after = forms.IntegerField(
        label=_("After link"),
        required=False,
        min_value=0,
        max_value=2**62,
        help_text=_(
            "Leave it empty for everything; enter the last number of an earlier file for newer entries."
        ),
    )


def _by_words(choice: tuple[str, str]) -> str:
    return choice[1].casefold()


class TimeAndPersonForm(TimeRangeForm):
    """Filters by time and person, all optional."""

    who = forms.CharField(
        label=_("Done by: email address, name or number"), required=False, max_length=254
    )


class EventsForm(TimeAndPersonForm):
    words = forms.CharField(label=_("Words or numbers in it"), required=False, max_length=200)
    severity = forms.ChoiceField(
        label=_("Severity"),
        required=False,
        choices=[("", _("any")), *((one.value, SEVERITIES[one]) for one in Severity)],
    )
    alarms = forms.ChoiceField(
        label=_("Alarms"),
        required=False,
        choices=[("", _("with all others")), ("open", _("not seen yet")), ("seen", _("seen"))],
    )

    def __init__(self, data: Mapping[str, Any] | None = None) -> None:
        super().__init__(data)
        kinds = sorted(((kind.value, str(words)) for kind, words in WORDS.items()), key=_by_words)
        self.fields["kind"] = forms.ChoiceField(
            label=_("Event"), required=False, choices=[("", _("anything")), *kinds]
        )
        self.order_fields(["words", "kind", "severity", "alarms", "who", "since", "until"])


class ChangesForm(TimeAndPersonForm):
    """Filters of changes by table, row, person, declaration and time."""

    row = forms.CharField(label=_("Number of the row"), required=False, max_length=200)
    operation = forms.ChoiceField(
        label=_("Operation"), required=False, choices=[("", _("anything")), *Operation.choices]
    )
    declared = forms.ChoiceField(
        label=_("Declared by the application"),
        required=False,
        choices=[("", _("all")), ("no", _("no: changed outside it")), ("yes", _("yes"))],
    )

    def __init__(self, data: Mapping[str, Any] | None = None) -> None:
        super().__init__(data)
        self.fields["table"] = forms.ChoiceField(
            label=pgettext_lazy("of the database", "Table"),
            required=False,
            choices=[("", _("all")), *list_table_labels()],
        )
        self.order_fields(["table", "row", "declared", "operation", "who", "since", "until"])


def find_events(params: Mapping[str, str]) -> QuerySet[Event]:
    """Return the events matching the page's query parameters, for the export; none if a filter is invalid."""
    form = EventsForm(params)
    return filter_events(form.cleaned_data) if form.is_valid() else Event.objects.none()


def find_changes(params: Mapping[str, str]) -> QuerySet[Alteration]:
    form = ChangesForm(params)
    return filter_changes(form.cleaned_data) if form.is_valid() else Alteration.objects.none()
