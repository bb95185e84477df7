"""Fields, values and sources of a profile in words."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from datetime import date, datetime
from typing import Final

from django.utils.formats import date_format
from django.utils.translation import gettext as _, gettext_lazy

from compliance.profiles.selectors.versions import find_state
from profiles.models import ProfileVersion
from profiles.selectors.differences import FieldDifference
from profiles.selectors.in_force import KnownVersion
from profiles.values.applied import ALWAYS_KEPT, NOT_APPLIED
from profiles.values.definitions import GROUP_LABELS
from profiles.values.fields import FIELDS, GROUP_OF
from profiles.values.labels import label_value
from profiles.values.stated import SourceStatus, StatedValue, StatedValues, value_on

STATUSES: Final = {
    SourceStatus.PRIMARY: gettext_lazy("text of the law"),
    SourceStatus.SECONDARY: gettext_lazy("others about it"),
    SourceStatus.MEMORY: gettext_lazy("remembered, not checked"),
    SourceStatus.UNKNOWN: gettext_lazy("unknown: the house default"),
    SourceStatus.CHOICE: gettext_lazy("our own choice"),
}


@dataclass(frozen=True, slots=True)
class ComingValue:
    """A value that a coming version states otherwise, and from when on."""

    version: int
    at: datetime
    value: str


@dataclass(frozen=True, slots=True)
class FieldLine:
    """One value of a field as a table's row."""

    name: str
    label: str
    value: str
    status: str
    source: str
    dates: str
    use: str = ""
    holds: bool = True
    coming: Sequence[ComingValue] = ()


@dataclass(frozen=True, slots=True)
class ProfileGroupLines:
    """The values of a group's fields."""

    name: str
    label: str
    lines: Sequence[FieldLine]


def describe_groups(
    values: StatedValues, coming: Sequence[KnownVersion] = (), today: date | None = None
) -> list[ProfileGroupLines]:
    """Return every value, by group; with a day, which ones hold on it; beside the first, what coming versions state otherwise."""
    return [
        ProfileGroupLines(
            group,
            str(label),
            [
                line
                for name in FIELDS
                if GROUP_OF[name] == group
                for line in _field_lines(name, values, coming, today)
            ],
        )
        for group, label in GROUP_LABELS.items()
    ]


def _field_lines(
    name: str, values: StatedValues, coming: Sequence[KnownVersion], today: date | None
) -> list[FieldLine]:
    first, *others = _lines(name, values[name], today)
    return [replace(first, coming=_coming(name, values, coming)), *others]


def _coming(
    name: str, values: StatedValues, coming: Sequence[KnownVersion]
) -> tuple[ComingValue, ...]:
    return tuple(
        ComingValue(
            one.pk, one.in_force_from, "; ".join(label_value(name, v) for v in one.values[name])
        )
        for one in coming
        if tuple(one.values[name]) != tuple(values[name])
    )


def _lines(name: str, stated: Sequence[StatedValue], today: date | None = None) -> list[FieldLine]:
    present = None if today is None else value_on(stated, today)
    return [
        FieldLine(
            name,
            str(FIELDS[name].label),
            label_value(name, one),
            _status_text(one),
            one.source,
            _dates(one),
            describe_use(name),
            today is None or one is present,
        )
        for one in stated
    ]


def _status_text(stated: StatedValue) -> str:
    status = str(STATUSES[stated.status])
    if not stated.confirmed_by_counsel:
        return status
    return _("%(status)s, confirmed by counsel") % {"status": status}


def describe_use(name: str) -> str:
    """Say if the product does not read the field; empty if it does."""
    if name in NOT_APPLIED:
        return _("Not applied by this version of the software.")
    return _("Always kept, whatever the value.") if name in ALWAYS_KEPT else ""


def _dates(stated: StatedValue) -> str:
    parts = []
    if stated.valid_from:
        parts.append(_("from %(day)s") % {"day": date_format(stated.valid_from)})
    if stated.valid_to:
        parts.append(_("until %(day)s") % {"day": date_format(stated.valid_to)})
    if stated.checked_on:
        parts.append(_("checked on %(day)s") % {"day": date_format(stated.checked_on)})
    return ", ".join(parts)


@dataclass(frozen=True, slots=True)
class ProfileVersionLine:
    """A version with its state, which is also the kind of its badge."""

    version: ProfileVersion
    state: str
    badge: str


_STATES: Final = {
    "proposed": (gettext_lazy("proposed"), "staff-badge--rate_waits"),
    "refused": (gettext_lazy("refused"), ""),
    "coming": (gettext_lazy("approved, not in force yet"), "staff-badge--rate_waits"),
    "in_force": (gettext_lazy("in force"), "staff-badge--usable"),
    "past": (gettext_lazy("no longer in force"), ""),
}


def describe_versions(
    versions: Iterable[ProfileVersion], now: datetime
) -> list[ProfileVersionLine]:
    """Return the versions with their states at a moment, in the same order."""
    return [ProfileVersionLine(one, *_state_words(find_state(one, now))) for one in versions]


def _state_words(state: str) -> tuple[str, str]:
    label, badge = _STATES[state]
    return str(label), badge


@dataclass(frozen=True, slots=True)
class ChangedField:
    """A field that a version states otherwise."""

    name: str
    label: str
    before: Sequence[FieldLine]
    after: Sequence[FieldLine]


def describe_differences(found: Iterable[FieldDifference]) -> list[ChangedField]:
    return [
        ChangedField(
            one.name,
            str(FIELDS[one.name].label),
            _lines(one.name, one.before),
            _lines(one.name, one.after),
        )
        for one in found
    ]
