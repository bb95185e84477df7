# mypy: allow-subclassing-any
"""The environment as django-environ reads it. A value that its cast (`config.casts`) refuses ends the start, with the variable's name."""

import os
from collections.abc import Callable, Mapping
from typing import TypeVar

import environ
from django.core.exceptions import ImproperlyConfigured

T = TypeVar("T")


class Environment(environ.Env):
    """Environment variables; an empty one counts as unset."""

    def __init__(self, variables: Mapping[str, str] = os.environ) -> None:
        super().__init__()
        # django-environ takes $NAME for the value of another variable: a password may begin like that, so each $ is escaped
        self.escape_proxy = True
        given = {name: value.strip() for name, value in variables.items()}
        self.ENVIRON = {name: text.replace("$", r"\$") for name, text in given.items() if text}

    def __call__(
        self, var: str, cast: Callable[[str], T], default: T | environ.NoValue = environ.Env.NOTSET
    ) -> T:
        """The value as `cast` reads it, or the default. Raises ImproperlyConfigured."""
        if var not in self and not isinstance(default, environ.NoValue):
            return default  # not through get_value, which takes the `replace` of a Path for that of a text
        try:
            value: T = self.get_value(var, cast=cast)
        except ValueError as error:
            raise ImproperlyConfigured(f"{var} {error}") from error
        return value
