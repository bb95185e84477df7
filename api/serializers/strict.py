"""Fields of bodies that take their own JSON type only: no text for a number, no number for an id."""

from typing import Any
from uuid import UUID

from rest_framework import serializers


class NumberField(serializers.IntegerField):
    """A whole number."""

    def to_internal_value(self, data: Any) -> int:
        """Refuse text, fractions and booleans."""
        if isinstance(data, bool) or not isinstance(data, int):
            self.fail("invalid")
        return super().to_internal_value(data)


class FlagField(serializers.BooleanField):
    """True or false."""

    def to_internal_value(self, data: Any) -> bool:
        """Refuse text and numbers."""
        if not isinstance(data, bool):
            self.fail("invalid", input=data)
        return data


class IdField(serializers.UUIDField):
    """A public id."""

    def to_internal_value(self, data: Any) -> UUID:
        """Refuse numbers."""
        if not isinstance(data, str):
            self.fail("invalid", value=data)
        return super().to_internal_value(data)


class NameField(serializers.SlugField):
    """The name of a table in addresses, exactly: what is checked by this name must be what is acted on."""

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(trim_whitespace=False, **kwargs)

    def to_internal_value(self, data: Any) -> str:
        """Refuse numbers."""
        if not isinstance(data, str):
            self.fail("invalid")
        return super().to_internal_value(data)
