"""What a version of the profile changes for players, in words."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import gettext as _

from profiles.selectors.differences import FieldDifference
from profiles.values.fields import FIELDS
from profiles.values.labels import label_value
from profiles.values.stated import StatedValue


@dataclass(frozen=True, slots=True)
class ToldChange:
    """A field with its values before and after."""

    label: str
    before: str
    after: str


def describe_told_changes(found: Iterable[FieldDifference]) -> list[ToldChange]:
    return [
        ToldChange(
            str(FIELDS[one.name].label), _text(one.name, one.before), _text(one.name, one.after)
        )
        for one in found
    ]


def _text(name: str, stated: Sequence[StatedValue]) -> str:
    """Return the values that hold now or later, each with its first day."""
    today = timezone.now().date()
    current = [one for one in stated if one.valid_to is None or one.valid_to >= today]
    return "; ".join(_dated(name, one) for one in current)


def _dated(name: str, one: StatedValue) -> str:
    if one.valid_from is None:
        return label_value(name, one)
    words = _("%(value)s from %(day)s on")
    return words % {"value": label_value(name, one), "day": date_format(one.valid_from)}
