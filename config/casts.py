"""Casts for django-environ.

Each raises ValueError with a message that completes a sentence starting with the variable's name.
"""

import re
import stat
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any, Final
from urllib.parse import urlsplit
from zoneinfo import available_timezones

from psycopg import ProgrammingError
from psycopg.conninfo import conninfo_to_dict

from journal.values.keyring import forbidden_bits
from profiles.values.profile_files import NAMES

_YES_OR_NO: Final = {
    **dict.fromkeys(("1", "true", "yes", "on"), True),
    **dict.fromkeys(("0", "false", "no", "off"), False),
}
_LOOPBACK: Final = ("localhost", "127.0.0.1", "::1")
_REDIS: Final = ("redis://", "rediss://", "unix://")
_DIFFERENT_CHARACTERS: Final = 10
_PROVIDER: Final = re.compile(r"[a-z][a-z0-9]{0,19}")
_OWN_PROVIDERS: Final = ("manual", "demo")
_MOST_DIGITS: Final = 20


def parse_boolean(text: str) -> bool:
    """Parse 1/0, true/false, yes/no or on/off. `Env.bool` reads every other word as false."""
    if text.lower() not in _YES_OR_NO:
        raise ValueError(f"must be true or false, not {text!r}.")
    return _YES_OR_NO[text.lower()]


def require_off(text: str) -> bool:
    """Return False for a setting that must be off in production. Raises ValueError if it is on."""
    if parse_boolean(text):
        raise ValueError("must be off in production.")
    return False


def parse_integer(minimum: int, maximum: int) -> Callable[[str], int]:
    """Return a cast for a whole number from `minimum` to `maximum`, in ASCII digits."""

    def cast(text: str) -> int:
        if not _is_whole(text, minimum, maximum):
            raise ValueError(f"must be a whole number from {minimum} to {maximum}, not {text!r}.")
        return int(text)

    return cast


def _is_whole(text: str, minimum: int, maximum: int) -> bool:
    digits = text.isascii() and text.isdigit() and len(text) <= _MOST_DIGITS
    return digits and minimum <= int(text) <= maximum


def parse_choice(*allowed: str) -> Callable[[str], str]:
    """Return a cast for one of these upper-case words; the input is case-insensitive."""

    def cast(text: str) -> str:
        if text.upper() not in allowed:
            raise ValueError(f"must be one of {', '.join(allowed)}, not {text!r}.")
        return text.upper()

    return cast


def split_words(text: str) -> list[str]:
    """Split a comma-separated list, stripping words and dropping empty ones; `Env.list` keeps blanks."""
    return [word for part in text.split(",") if (word := part.strip())]


def parse_host_names(text: str) -> list[str]:
    """Parse the site's own host names: at least one, no wildcards."""
    hosts = split_words(text)
    if not hosts or any("*" in host for host in hosts):
        raise ValueError("must name the site's own hosts, without '*'.")
    return hosts


def parse_time_zone(text: str) -> str:
    """Return the name of a time zone that this machine knows."""
    if text not in available_timezones():
        raise ValueError(
            f"must be a time zone that this machine knows, such as America/Caracas, not {text!r}."
        )
    return text


def parse_web_address(text: str) -> str:
    """Return an https URL without a user; http only for loopback.

    Error messages do not repeat it: it may contain a password.
    """
    try:
        parts = urlsplit(text)
        safe = parts.scheme == "https" or (parts.scheme == "http" and parts.hostname in _LOOPBACK)
        plain = bool(parts.hostname) and parts.username is None and parts.port != 0
    except ValueError:  # a port that is not a number
        safe = plain = False
    if not (safe and plain):
        raise ValueError("must be an https address, without a user.")
    return text


def parse_providers(text: str) -> dict[str, str]:
    """Parse payment providers: `name=dotted.path.Adapter`, separated by commas."""
    pairs = [word.partition("=")[::2] for word in split_words(text)]
    if not all(_PROVIDER.fullmatch(name) and path for name, path in pairs):
        raise ValueError(
            "must be pairs like bank=package.module.Adapter, with short lower-case names."
        )
    if len(dict(pairs)) < len(pairs) or any(name in _OWN_PROVIDERS for name, _path in pairs):
        raise ValueError("must name each provider once, and not 'manual' or 'demo'.")
    return dict(pairs)


def parse_redis_address(text: str) -> str:
    """Return the URL of a Redis server.

    Error messages do not repeat it: it may contain a password.
    """
    if not text.startswith(_REDIS):
        raise ValueError(f"must be the address of a Redis server, beginning with {_REDIS[0]}")
    return text


def parse_absolute_path(text: str) -> Path:
    """Return an absolute path."""
    if not Path(text).is_absolute():
        raise ValueError(f"must be an absolute path, not {text!r}.")
    return Path(text)


def parse_profile_name(text: str) -> str:
    """Return the name of a shipped profile, or the absolute path of a profile's file."""
    if text not in NAMES and not (Path(text).is_absolute() and Path(text).is_file()):
        raise ValueError(
            f"must be one of {', '.join(NAMES)}, or the absolute path of a file, not {text!r}."
        )
    return text


def parse_key_file(code: Path) -> Callable[[str], Path]:
    """Return a cast for a non-empty key file, readable only by its owner, outside the code's folder."""

    def cast(text: str) -> Path:
        file = parse_absolute_path(text)
        if code in file.parents:
            raise ValueError("must be outside the code's folder.")
        if not file.is_file() or not file.stat().st_size:
            raise ValueError(f"must be a file with a key: there is none in {file}.")
        if stat.S_IMODE(file.stat().st_mode) & forbidden_bits(file):
            raise ValueError(f"must be a file with the mode 0600 or less: {file} has more.")
        return file

    return cast


def parse_secret(length: int) -> Callable[[str], str]:
    """Return a cast for a random text of a minimum length, not one that startproject generated.

    Same rules as Django's own check of SECRET_KEY.
    """

    def cast(text: str) -> str:
        varied = len(set(text)) >= _DIFFERENT_CHARACTERS
        if len(text) < length or not varied or text.startswith("django-insecure"):
            raise ValueError(f"must be a random text of at least {length} characters.")
        return text

    return cast


def parse_database_url(text: str) -> dict[str, Any]:
    """Return Django's connection settings from a libpq URL.

    Example: postgres://user:password@host:5432/name?sslmode=require. libpq parses it: `Env.db_url`
    differs for a + in names, for a user or host after the `?`, and for unknown options.
    """
    try:
        parts: Mapping[str, Any] = conninfo_to_dict(text)
    except ProgrammingError:
        # libpq's own message may contain the password
        raise ValueError("is not a PostgreSQL URL.") from None
    if not text.startswith(("postgres://", "postgresql://")) or not parts.get("dbname"):
        raise ValueError("is not a PostgreSQL URL that names a database.")
    own = {"dbname": "NAME", "user": "USER", "password": "PASSWORD", "host": "HOST", "port": "PORT"}
    settings = {field: str(parts.get(key, "")) for key, field in own.items()}
    options = {key: value for key, value in parts.items() if key not in own}
    return {"ENGINE": "internals.postgresql", **settings, "OPTIONS": options}
