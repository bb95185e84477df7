# mypy: allow-subclassing-any
"""Environment variables, read through django-environ.

A value that its cast (`config.casts`) rejects stops the start-up with an error naming the variable.
"""

import os
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Final, TypeVar

import environ
from django.core.exceptions import ImproperlyConfigured

T = TypeVar("T")
IN_FILES: Final = (
    *("SECRET_KEY", "DATABASE_URL", "DATABASE_APP_URL", "CACHE_URL", "CELERY_BROKER_URL"),
    *("EMAIL_HOST_PASSWORD", "TEST_PLAYER_PASSWORD"),
)
"""Secrets that a file may hold instead, named by the variable with `_FILE` after its name."""


def read_secret_files(variables: Mapping[str, str]) -> dict[str, str]:
    """Return the secrets that are in files: `SECRET_KEY_FILE=/run/secrets/secret.key`. Raises ImproperlyConfigured."""
    named = {name: file for name in IN_FILES if (file := variables.get(f"{name}_FILE"))}
    for name in named:
        if variables.get(name):
            raise ImproperlyConfigured(f"{name} and {name}_FILE are both set: set one.")
    return {name: _read_secret(name, Path(file)) for name, file in named.items()}


def _read_secret(name: str, file: Path) -> str:
    try:
        text = file.read_text(encoding="utf-8").strip()
    except (OSError, UnicodeDecodeError) as error:
        raise ImproperlyConfigured(f"{name}_FILE cannot be read: {error}") from error
    if not text:
        raise ImproperlyConfigured(f"{name}_FILE is empty: {file}.")
    return text


class Environment(environ.Env):
    """Environment variables; an empty one counts as unset."""

    def __init__(self, variables: Mapping[str, str] = os.environ) -> None:
        super().__init__()
        # django-environ expands $NAME to another variable; a password may start with $, so each $
        # is escaped
        self.escape_proxy = True
        given = {name: value.strip() for name, value in variables.items()}
        given |= read_secret_files(given)
        self.ENVIRON = {name: text.replace("$", r"\$") for name, text in given.items() if text}

    def __call__(
        self, var: str, cast: Callable[[str], T], default: T | environ.NoValue = environ.Env.NOTSET
    ) -> T:
        """Return the variable's value after `cast`, or the default. Raises ImproperlyConfigured."""
        if var not in self and not isinstance(default, environ.NoValue):
            # get_value would call `replace` on a Path default as if it were a string
            return default
        try:
            value: T = self.get_value(var, cast=cast)
        except ValueError as error:
            raise ImproperlyConfigured(f"{var} {error}") from error
        return value

    def options(self, prefix: str, casts: Mapping[str, Callable[[str], str]]) -> dict[str, str]:
        """Return the variables that begin with `prefix`, named without it, after the cast of that name, if any."""
        names = [name.removeprefix(prefix) for name in self.ENVIRON if name.startswith(prefix)]
        return {name: self(prefix + name, casts.get(name, str)) for name in names}
