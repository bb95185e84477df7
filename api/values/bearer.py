"""The bearer token of a request."""

from collections.abc import Mapping
from typing import Final

_SCHEME: Final = "bearer "


def read_bearer(headers: Mapping[str, str]) -> str | None:
    """Return the token of the header `Authorization: Bearer …`; None without one."""
    given = headers.get("Authorization", "")
    if not given.lower().startswith(_SCHEME):
        return None
    return given[len(_SCHEME) :].strip()
