"""The form that changes chosen fields of a profile, each by the input of its kind, with status, source and dates."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from typing import Any, Final

from django import forms
from django.utils.translation import gettext_lazy as _

from approvals.models import REASON_LENGTH
from compliance.profiles.forms.inputs import ValueInput, build_input
from compliance.profiles.words import STATUSES, describe_use
from pages.moments import MomentInput, in_zone_lazy
from profiles.values.fields import FIELDS
from profiles.values.stated import SourceStatus, StatedValue, StatedValues, value_on

_SOURCE_LENGTH: Final = 300
_DATES: Final = {
    "checked_on": _("Checked on"),
    "valid_from": _("Holds from"),
    "valid_to": _("Holds until"),
}


@dataclass(frozen=True, slots=True)
class ProfileFieldInputs:
    """The inputs of one field of the profile."""

    name: str
    label: str
    use: str
    inputs: Sequence[forms.BoundField]


class FieldsForm(forms.Form):
    """Chosen fields of a profile as they are to be, from when on, and why. `present` are the values in force."""

    effective_at = forms.DateTimeField(
        label=in_zone_lazy(_("In force from ({zone})")),
        widget=MomentInput,
        input_formats=["%Y-%m-%dT%H:%M", "%Y-%m-%dT%H:%M:%S"],
        required=False,
        help_text=_("A minute after its approval at the earliest, also if it is empty."),
    )
    reason = forms.CharField(label=_("Reason"), max_length=REASON_LENGTH)

    def __init__(
        self, *args: Any, names: Sequence[str], present: StatedValues, today: date, **kwargs: Any
    ) -> None:
        super().__init__(*args, **kwargs)
        self.names, self.present = names, present
        self.value_inputs: dict[str, ValueInput] = {}
        for name in names:
            self._add(name, value_on(present[name], today) or present[name][-1])
        self.order_fields([*(one for one in self.fields if one not in _LAST), *_LAST])

    def _add(self, name: str, stated: StatedValue) -> None:
        made = self.value_inputs[name] = build_input(name)
        made.field.initial = made.show(FIELDS[name].kind.store(stated.value))
        self.fields[name] = made.field
        self.fields[f"{name}-status"] = forms.ChoiceField(
            label=_("Known from"),
            choices=[(status.value, words) for status, words in STATUSES.items()],
            initial=stated.status.value,
        )
        self.fields[f"{name}-source"] = forms.CharField(
            label=_("Source"), max_length=_SOURCE_LENGTH, required=False, initial=stated.source
        )
        for key, label in _DATES.items():
            self.fields[f"{name}-{key}"] = forms.DateField(
                label=label,
                required=False,
                initial=getattr(stated, key),
                widget=forms.DateInput({"type": "date"}, "%Y-%m-%d"),
            )
        self.fields[f"{name}-confirmed_by_counsel"] = forms.BooleanField(
            label=_("Confirmed by counsel"), required=False, initial=stated.confirmed_by_counsel
        )

    @property
    def groups(self) -> Iterator[ProfileFieldInputs]:
        """The inputs of each field of the profile."""
        for name in self.names:
            mine = [one for one in self.fields if one == name or one.startswith(f"{name}-")]
            label = str(FIELDS[name].label)
            yield ProfileFieldInputs(name, label, describe_use(name), [self[one] for one in mine])

    @property
    def rest(self) -> list[forms.BoundField]:
        return [self[name] for name in _LAST]

    @property
    def entries(self) -> Mapping[str, Mapping[str, Any]]:
        """Each field's new entry as in a file. Only on a valid form."""
        return {name: self._entry(name) for name in self.names}

    def _entry(self, name: str) -> dict[str, Any]:
        given = self.cleaned_data
        status = given[f"{name}-status"]
        entry: dict[str, Any] = {"status": status}
        if status != SourceStatus.UNKNOWN:
            entry["value"] = self.value_inputs[name].read(given[name])
        if given[f"{name}-source"]:
            entry["source"] = given[f"{name}-source"]
        if given[f"{name}-confirmed_by_counsel"]:
            entry["confirmed_by_counsel"] = True
        days = {key: given[f"{name}-{key}"] for key in _DATES}
        return entry | {key: day for key, day in days.items() if day is not None}

    def clean(self) -> dict[str, Any]:
        """Require a number where a value is known."""
        given = super().clean() or self.cleaned_data
        for name in self.names:
            known = given.get(f"{name}-status") != SourceStatus.UNKNOWN
            if known and name in given and given[name] is None:
                self.add_error(name, forms.ValidationError(_("Give a value."), code="required"))
        return given


_LAST: Final = ("effective_at", "reason")


class ChosenForm(forms.Form):
    """The choice of one field more to change."""

    add = forms.ChoiceField(label=_("Field"), choices=())

    def __init__(self, *args: Any, names: Sequence[str], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        free = [(name, f"{one.label} ({name})") for name, one in FIELDS.items()]
        choices = [choice for choice in free if choice[0] not in names]
        self.fields["add"].choices = choices  # type: ignore[attr-defined]  # of ChoiceField
