"""Write values as the text of a profile's file, which `parse_profile` reads back to the same values."""

import json
from collections.abc import Mapping
from typing import Any

from profiles.values.definitions import ProfileGroup
from profiles.values.fields import FIELDS, GROUP_OF
from profiles.values.stated import SourceStatus, StatedValue, StatedValues

_DATES = ("checked_on", "valid_from", "valid_to")


def write_profile(name: str, title: str, values: StatedValues) -> str:
    """Return the text of a file with these values."""
    lines = [f"name = {_text(name)}", f"title = {_text(title)}"]
    for group in ProfileGroup:
        lines += ["", f"[{group.value}]"]
        lines += [
            f"{field} = {_entries(field, values)}" for field in FIELDS if GROUP_OF[field] == group
        ]
    return "\n".join(lines) + "\n"


def _entries(field: str, values: StatedValues) -> str:
    found = [_entry(field, one) for one in values[field]]
    several = ",\n  ".join(found)
    return found[0] if len(found) == 1 else f"[\n  {several},\n]"


def _entry(field: str, stated: StatedValue) -> str:
    parts = {}
    if stated.status != SourceStatus.UNKNOWN:
        parts["value"] = _plain(FIELDS[field].kind.store(stated.value))
    parts["status"] = _text(stated.status.value)
    if stated.source:
        parts["source"] = _text(stated.source)
    parts |= {key: f"{day}" for key in _DATES if (day := getattr(stated, key)) is not None}
    if stated.confirmed_by_counsel:
        parts["confirmed_by_counsel"] = "true"
    return "{ " + ", ".join(f"{key} = {text}" for key, text in parts.items()) + " }"


def _plain(value: Any) -> str:
    if isinstance(value, Mapping):
        pairs = ", ".join(f"{_text(key)} = {_plain(one)}" for key, one in value.items())
        return "{ " + pairs + " }" if pairs else "{}"
    if isinstance(value, list):
        return f"[{', '.join(_plain(one) for one in value)}]"
    return _text(value) if isinstance(value, str) else json.dumps(value)


def _text(text: str) -> str:
    return json.dumps(text, ensure_ascii=False)
