"""Readers of environment variables. Each refuses an odd value, naming the variable."""

import os
from collections.abc import Mapping
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit
from zoneinfo import available_timezones

from django.core.exceptions import ImproperlyConfigured
from psycopg import ProgrammingError
from psycopg.conninfo import conninfo_to_dict

_SWITCH = {"1": True, "true": True, "yes": True, "on": True}
_LOOPBACK = ("localhost", "127.0.0.1", "::1")
_SWITCH |= {"0": False, "false": False, "no": False, "off": False}


def text(name: str, default: str | None = None) -> str:
    """The variable's text; a missing or empty one takes the default, or is refused without one."""
    value = os.environ.get(name, "").strip() or default
    if value is None:
        raise ImproperlyConfigured(f"{name} is not set.")
    return value


def secret(name: str) -> str:
    """A secret of at least 32 characters that are not all alike."""
    value = text(name)
    if len(value) < 32 or len(set(value)) < 10:  # noqa: PLR2004  the length of the hash that it keys
        raise ImproperlyConfigured(f"{name} must be a random text of at least 32 characters.")
    return value


def switch(name: str, *, default: bool) -> bool:
    """A yes/no variable: 1/0, true/false, yes/no, on/off."""
    value = text(name, str(default)).lower()
    if value not in _SWITCH:
        raise ImproperlyConfigured(f"{name} must be true or false, not {value!r}.")
    return _SWITCH[value]


def whole(name: str, default: int, *, least: int = 0, most: int = 1_000_000) -> int:
    """A whole number between `least` and `most`."""
    value = text(name, str(default))
    if not (value.isascii() and value.isdigit()) or not least <= int(value) <= most:
        raise ImproperlyConfigured(
            f"{name} must be a whole number from {least} to {most}, not {value!r}."
        )
    return int(value)


def by_country(name: str, *, least: int, most: int) -> dict[str, int]:
    """Whole numbers between `least` and `most` by country: US:21,KR:19; empty where the variable is not set."""
    found: dict[str, int] = {}
    for word in words(name):
        country, _, value = word.partition(":")
        known = len(country) == 2 and country.isascii() and country.isalpha()  # noqa: PLR2004  ISO 3166-1
        if not (known and value.isascii() and value.isdigit()) or not least <= int(value) <= most:
            raise ImproperlyConfigured(
                f"{name} must be pairs like US:21 with numbers from {least} to {most}, not {word!r}."
            )
        found[country.upper()] = int(value)
    return found


def choice(name: str, allowed: tuple[str, ...]) -> str:
    """One of `allowed`, in whatever case; the first of them is the default."""
    value = text(name, allowed[0]).upper()
    if value not in allowed:
        raise ImproperlyConfigured(f"{name} must be one of {', '.join(allowed)}, not {value!r}.")
    return value


def zone(name: str, default: str) -> str:
    """The name of a time zone, such as America/Caracas."""
    value = text(name, default)
    if value not in available_timezones():
        raise ImproperlyConfigured(
            f"{name} must be a time zone that this machine knows, such as America/Caracas, not {value!r}."
        )
    return value


def words(name: str, default: str = "") -> list[str]:
    """A comma-separated list; blanks around the commas are dropped."""
    return [word for part in text(name, default).split(",") if (word := part.strip())]


def links(name: str) -> list[tuple[str, str]]:
    """Names with their addresses, `Name=https://…`, separated by semicolons; nothing where the variable is not set."""
    parts = [part.partition("=") for part in text(name, "").split(";") if part.strip()]
    for title, _, _address in parts:
        if not title.strip():
            raise ImproperlyConfigured(f"{name} must name each address, like Name=https://…")
    return [(title.strip(), _safe(name, address.strip())) for title, _, address in parts]


def web_address(name: str) -> str:
    """An https address, http on this machine only; empty where the variable is not set."""
    value = text(name, "")
    return _safe(name, value) if value else ""


def _safe(name: str, value: str) -> str:
    try:
        parts = urlsplit(value)
        safe = parts.scheme == "https" or (parts.scheme == "http" and parts.hostname in _LOOPBACK)
        plain = bool(parts.hostname) and parts.username is None and parts.port != 0
    except ValueError:  # a port that is no number
        safe = plain = False
    if not (safe and plain):
        raise ImproperlyConfigured(f"{name} must be an https address, not {value!r}.")
    return value


def path(name: str, default: Path | None = None) -> Path:
    """An absolute path."""
    value = Path(text(name, str(default) if default else None))
    if not value.is_absolute():
        raise ImproperlyConfigured(f"{name} must be an absolute path, not {str(value)!r}.")
    return value


def database(name: str) -> dict[str, Any]:
    """Django's connection settings from a libpq URL such as postgres://user:password@host:5432/name.

    Whatever libpq accepts after the `?` (sslmode, connect_timeout, host=/socket/folder) is passed on.
    """
    return database_settings(text(name), name)


def database_settings(url: str, name: str = "DATABASE_URL") -> dict[str, Any]:
    """As `database`, of a URL that the caller has; `name` is for the message when it is refused."""
    try:
        parts: Mapping[str, Any] = conninfo_to_dict(url)
    except ProgrammingError as error:
        raise ImproperlyConfigured(f"{name} is not a PostgreSQL URL.") from error
    if not url.startswith(("postgres://", "postgresql://")) or not parts.get("dbname"):
        raise ImproperlyConfigured(f"{name} is not a PostgreSQL URL that names a database.")
    own = {"dbname": "NAME", "user": "USER", "password": "PASSWORD", "host": "HOST", "port": "PORT"}
    settings = {field: str(parts.get(key, "")) for key, field in own.items()}
    options = {key: value for key, value in parts.items() if key not in own}
    return {"ENGINE": "config.postgresql", **settings, "OPTIONS": options}
