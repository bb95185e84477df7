"""Text fields that take text only."""

from typing import Any

from rest_framework import serializers


class TextField(serializers.CharField):
    """Text as it was sent: numbers and booleans are no text, and spaces are kept."""

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(**{"trim_whitespace": False, "max_length": 1000, **kwargs})

    def to_internal_value(self, data: Any) -> str:
        if not isinstance(data, str):
            self.fail("invalid")
        return super().to_internal_value(data)
