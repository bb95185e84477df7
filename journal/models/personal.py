"""Columns with words that name a person: encrypted under that person's key, and read like others as long as it exists."""

import json
from operator import attrgetter
from typing import TYPE_CHECKING, Any, Final

from django.db import models
from django.utils.translation import gettext

from journal.values.person_keys import PersonUnreadable, seal_for, unseal_for

_MARK: Final = "sealed:"
SEALED: Final = "sealed"
"""Key of the encrypted part of an event's data."""


if TYPE_CHECKING:
    _TextField = models.TextField[str, str]
else:  # generic only for the type checker
    _TextField = models.TextField


class _Sealed(str):
    """A text that is encrypted already."""

    __slots__ = ()


def seal_text(person: int, text: str) -> str:
    """Encrypt a text; the person's number goes before it. Raises PersonUnreadable once the key was destroyed."""
    return _Sealed(f"{_MARK}{person}:{seal_for(person, text.encode()).decode()}")


def unseal_text(stored: str) -> str:
    """Decrypt a text, or return one of an earlier release as it is. Raises PersonUnreadable."""
    if not stored.startswith(_MARK):
        return stored
    person, _colon, token = stored.removeprefix(_MARK).partition(":")
    return unseal_for(int(person), token.encode()).decode()


class PersonalTextField(_TextField):
    """A text, encrypted under the key of the person whose number the attribute `owner` of its row holds.

    Without the key it reads as "erased". It cannot be searched by SQL, nor written by `QuerySet.update`.
    """

    def __init__(self, *args: Any, owner: str = "player_id", **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.owner = owner

    def deconstruct(self) -> Any:
        name, path, args, kwargs = super().deconstruct()
        return name, path, args, {**kwargs, "owner": self.owner}

    def pre_save(self, model_instance: models.Model, add: bool) -> str:  # noqa: FBT001  # as Django declares it
        text = str(super().pre_save(model_instance, add) or "")
        return seal_text(attrgetter(self.owner)(model_instance), text) if text else ""

    def get_db_prep_save(self, value: Any, connection: Any) -> Any:
        if value and not isinstance(value, (_Sealed, models.Expression)):
            raise TypeError(f"{self.name} is written by save() or bulk_create(), which encrypt it")
        return super().get_db_prep_save(value, connection)

    def from_db_value(self, value: str | None, *_args: object) -> str | None:
        if value is None:
            return None
        try:
            return unseal_text(value)
        except PersonUnreadable:
            return gettext("erased")


class PersonalDataField(models.JSONField):
    """The data of an event, whose personal part is encrypted under one person's key (`seal_data`). Without the key it is left out."""

    def from_db_value(self, value: Any, expression: Any, connection: Any) -> Any:
        found = super().from_db_value(value, expression, connection)
        if not isinstance(found, dict) or SEALED not in found:
            return found
        stored = found.pop(SEALED)
        try:
            return {**found, **json.loads(unseal_text(stored))}
        except PersonUnreadable:
            return found


def seal_data(person: int, data: dict[str, object]) -> dict[str, object]:
    """Return the encrypted part of an event's data."""
    return {SEALED: str(seal_text(person, json.dumps(data)))}
