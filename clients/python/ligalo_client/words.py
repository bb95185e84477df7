"""Words of the API's enums. Servers may add words; a client that does not know them keeps their text."""

from enum import StrEnum
from typing import Self


class Word(StrEnum):
    """A word of an enum. An unknown one becomes a member of its own, equal to its text."""

    @classmethod
    def _missing_(cls, value: object) -> Self | None:
        if not isinstance(value, str):
            return None
        word = str.__new__(cls, value)
        word._name_ = word._value_ = value
        return word

    @property
    def is_known(self) -> bool:
        """Whether this client's version of the document has the word."""
        return self in type(self).__members__.values()
