"""Values of a profile in words."""

from collections.abc import Mapping
from typing import Any

from django.utils.translation import gettext as _

from profiles.values.fields import FIELDS
from profiles.values.stated import StatedValue


def value_text(name: str, stated: StatedValue) -> str:
    """Return a value with its unit."""
    kind = FIELDS[name].kind
    return f"{_plain(kind.store(stated.value))} {kind.unit}".strip()


def _plain(value: Any) -> str:
    if isinstance(value, bool):
        return _("yes") if value else _("no")
    if isinstance(value, Mapping):
        return ", ".join(f"{key}: {one}" for key, one in value.items()) or "—"
    if isinstance(value, list):
        return ", ".join(value) or "—"
    return str(value) or "—"
