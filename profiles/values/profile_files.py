"""Read a profile's TOML file: every value with its status, source and dates, or a clear refusal."""

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date, datetime
from functools import cache
from pathlib import Path
from typing import Any, Final

from django.utils.translation import gettext_lazy as _

from internals.texts import Text
from profiles.refusals import ProfileRefused
from profiles.values.definitions import ProfileGroup
from profiles.values.fields import FIELDS, GROUP_OF
from profiles.values.stated import SourceStatus, StatedValue, StatedValues

FOLDER: Final = Path(__file__).parents[1] / "files"
NAMES: Final = ("house", "demo", "es", "gb", "mt", "us-nj", "co", "do", "pe", "cw")
"""The profiles that are shipped."""

MOST_BYTES: Final = 200_000
_HOUSE: Final = "house"
_HEAD: Final = ("name", "title", "country")
_KEYS: Final = (
    "value",
    "status",
    "source",
    "checked_on",
    "valid_from",
    "valid_to",
    "confirmed_by_counsel",
)
_SOURCE_LENGTH: Final = 300


@dataclass(frozen=True, slots=True)
class ProfileFile:
    """A profile as its file states it; fields that it leaves out are unknown."""

    name: str
    title: str
    country: str  # ISO 3166-1 of the place whose law it follows; "" for none
    values: StatedValues


@cache
def shipped_file(name: str) -> Path:
    """Return the path of a shipped profile's file."""
    return FOLDER / f"{name}.toml"


def read_shipped(name: str, today: date) -> ProfileFile:
    """Read a shipped profile."""
    return parse_profile(shipped_file(name).read_bytes(), today)


@cache
def house_values() -> StatedValues:
    """Return the values of the house default, which hold wherever a profile does not know one."""
    return _parse(shipped_file(_HOUSE).read_bytes(), date.min).values


def parse_profile(content: bytes, today: date) -> ProfileFile:
    """Parse a file. Raises ProfileRefused with the field and what is wrong with it.

    Fields that the file does not name, and those with the status `unknown`, get the value of the house default.
    """
    read = _parse(content, today)
    unknown = {
        name: tuple(_forget(one) for one in house_values()[name])
        for name in FIELDS
        if name not in read.values
    }
    given = {
        name: tuple(_fill(name, one) for one in stated) for name, stated in read.values.items()
    }
    ordered = {name: (given | unknown)[name] for name in FIELDS}
    return ProfileFile(read.name, read.title, read.country, ordered)


def _forget(stated: StatedValue) -> StatedValue:
    return StatedValue(stated.value, SourceStatus.UNKNOWN)


def _fill(name: str, stated: StatedValue) -> StatedValue:
    if stated.status != SourceStatus.UNKNOWN:
        return stated
    return StatedValue(
        house_values()[name][-1].value,
        stated.status,
        stated.source,
        stated.checked_on,
        stated.valid_from,
        stated.valid_to,
    )


def _parse(content: bytes, today: date) -> ProfileFile:
    data = _load(content)
    head = {key: data.pop(key, "") for key in _HEAD}
    if not head["name"] or not all(isinstance(text, str) for text in head.values()):
        raise _refuse("profile_name_missing", _("The file does not say the profile's name."))
    values: dict[str, tuple[StatedValue, ...]] = {}
    for group, table in data.items():
        if group not in list(ProfileGroup) or not isinstance(table, Mapping):
            raise _refuse("profile_group_unknown", _("This group of fields is unknown."), group)
        for name, raw in table.items():
            values[name] = _read_field(group, name, raw, today)
    return ProfileFile(head["name"], head["title"], head["country"], values)


def _load(content: bytes) -> dict[str, Any]:
    if len(content) > MOST_BYTES:
        raise _refuse("profile_file_too_large", _("The file is larger than a profile can be."))
    try:
        return tomllib.loads(content.decode("utf-8"))
    except (UnicodeDecodeError, tomllib.TOMLDecodeError) as error:
        message = _("The file is no TOML text: %(error)s") % {"error": error}
        raise _refuse("profile_file_unreadable", message) from error


def parse_field(name: str, raw: object, today: date) -> tuple[StatedValue, ...]:
    """Parse a field's entry as in a file. Raises ProfileRefused."""
    if name not in GROUP_OF:
        raise _refuse("profile_field_unknown", _("This group has no such field."), name)
    found = _read_field(GROUP_OF[name], name, raw, today)
    return tuple(_fill(name, one) for one in found)


def _read_field(group: str, name: str, raw: object, today: date) -> tuple[StatedValue, ...]:
    if GROUP_OF.get(name) != group:
        raise _refuse("profile_field_unknown", _("This group has no such field."), name)
    entries = raw if isinstance(raw, list) else [raw]
    found = sorted((_read_value(name, one, today) for one in entries), key=_begin)
    if not found:
        raise _refuse("profile_value_impossible", _("The field has no value."), name)
    if len({one.valid_from for one in found}) < len(found):
        raise _refuse("profile_dates_overlap", _("Two values begin on the same day."), name)
    return tuple(found)


def _begin(stated: StatedValue) -> date:
    return stated.valid_from or date.min


def _read_value(name: str, raw: object, today: date) -> StatedValue:
    if not isinstance(raw, Mapping) or set(raw) - set(_KEYS):
        raise _refuse(
            "profile_entry_unknown", _("A value is stated with its status and source."), name
        )
    status = _read_status(name, raw)
    dates = {key: _read_day(name, raw, key) for key in ("checked_on", "valid_from", "valid_to")}
    _see_dates(name, dates, today)
    confirmed = raw.get("confirmed_by_counsel", False)
    if type(confirmed) is not bool:
        raise _refuse("profile_entry_unknown", _("Confirmed by counsel is true or false."), name)
    source = _read_source(name, raw, status)
    value = None if status == SourceStatus.UNKNOWN else _read_plain(name, raw)
    return StatedValue(value, status, source, **dates, confirmed_by_counsel=confirmed)


def _read_status(name: str, raw: Mapping[str, Any]) -> SourceStatus:
    try:
        status = SourceStatus(raw.get("status", ""))
    except ValueError as error:
        message = _("The status is one of primary, secondary, memory, unknown, choice.")
        raise _refuse("profile_status_unknown", message, name) from error
    if (status == SourceStatus.UNKNOWN) == ("value" in raw):
        message = _("An unknown field has no value, and every other one has.")
        raise _refuse("profile_value_impossible", message, name)
    return status


def _read_source(name: str, raw: Mapping[str, Any], status: SourceStatus) -> str:
    source = raw.get("source", "")
    if not isinstance(source, str) or len(source) > _SOURCE_LENGTH or not source.isprintable():
        raise _refuse("profile_source_missing", _("The source is a short text."), name)
    if not source and status in (SourceStatus.PRIMARY, SourceStatus.SECONDARY):
        raise _refuse("profile_source_missing", _("Name the source of this value."), name)
    return source


def _read_day(name: str, raw: Mapping[str, Any], key: str) -> date | None:
    day = raw.get(key)
    if day is not None and (not isinstance(day, date) or isinstance(day, datetime)):
        raise _refuse("profile_date_impossible", _("A date is a day: 2027-03-25."), name)
    return day


def _see_dates(name: str, dates: Mapping[str, date | None], today: date) -> None:
    begin, end, checked = dates["valid_from"], dates["valid_to"], dates["checked_on"]
    if end is not None and begin is not None and end < begin:
        raise _refuse("profile_date_impossible", _("The value ends before it begins."), name)
    if today == date.min:  # the house default is read for its values alone
        return
    if end is not None and end < today:
        raise _refuse("profile_date_past", _("The value's last day is past: leave it out."), name)
    if checked is not None and checked > today:
        raise _refuse("profile_date_impossible", _("It was checked on a day to come."), name)


def _read_plain(name: str, raw: Mapping[str, Any]) -> Any:
    kind = FIELDS[name].kind
    try:
        return kind.read(raw["value"])
    except ValueError as error:
        message = _("%(value)s is no possible value: a %(kind)s is.") % {
            "value": str(raw["value"])[:100],
            "kind": kind.describe(),
        }
        raise _refuse("profile_value_impossible", message, name) from error


def _refuse(code: str, message: Text, field: str = "") -> ProfileRefused:
    return ProfileRefused(message, code=code, field=field, detail=field)
