"""A value as it is stated: with its status, its source, and the days on which it holds."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from enum import StrEnum
from typing import Any

from profiles.values.fields import FIELDS


class SourceStatus(StrEnum):
    """How well a value is known. `choice` is the operator's own decision where no rule is followed."""

    PRIMARY = "primary"  # the text of the law was read
    SECONDARY = "secondary"  # trade press, a law firm, another repository
    MEMORY = "memory"  # not checked
    UNKNOWN = "unknown"  # not found, which is not "none": the house default holds
    CHOICE = "choice"


@dataclass(frozen=True, slots=True)
class StatedValue:
    """One value of a field. For an unknown one, `value` is the house default's."""

    value: Any
    status: SourceStatus
    source: str = ""
    checked_on: date | None = None
    valid_from: date | None = None
    valid_to: date | None = None
    confirmed_by_counsel: bool = False

    def holds_on(self, day: date) -> bool:
        """Return whether the value holds on this day."""
        began = self.valid_from is None or self.valid_from <= day
        return began and (self.valid_to is None or day <= self.valid_to)


StatedValues = Mapping[str, Sequence[StatedValue]]
"""Values by field, each field's in the order of `valid_from`."""


def value_on(stated: Sequence[StatedValue], day: date) -> StatedValue | None:
    """Return the value that holds on a day, the one that began last; None if none does."""
    return next((one for one in reversed(stated) if one.holds_on(day)), None)


def store_values(values: StatedValues) -> dict[str, list[dict[str, Any]]]:
    """Return values as JSON for a row."""
    return {name: [_store(name, one) for one in found] for name, found in values.items()}


def _store(name: str, stated: StatedValue) -> dict[str, Any]:
    return {
        "value": FIELDS[name].kind.store(stated.value),
        "status": stated.status.value,
        "source": stated.source,
        "checked_on": _text(stated.checked_on),
        "valid_from": _text(stated.valid_from),
        "valid_to": _text(stated.valid_to),
        "confirmed_by_counsel": stated.confirmed_by_counsel,
    }


def load_values(stored: Mapping[str, Sequence[Mapping[str, Any]]]) -> StatedValues:
    """Return the values of a row. A field that this release no longer has is left out."""
    return {
        name: tuple(_load(name, one) for one in found)
        for name, found in stored.items()
        if name in FIELDS
    }


def _load(name: str, stored: Mapping[str, Any]) -> StatedValue:
    return StatedValue(
        FIELDS[name].kind.read(stored["value"]),
        SourceStatus(stored["status"]),
        stored["source"],
        _day(stored["checked_on"]),
        _day(stored["valid_from"]),
        _day(stored["valid_to"]),
        stored["confirmed_by_counsel"],
    )


def _text(day: date | None) -> str | None:
    return None if day is None else day.isoformat()


def _day(text: str | None) -> date | None:
    return None if text is None else date.fromisoformat(text)
