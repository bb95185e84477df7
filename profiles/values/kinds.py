"""Kinds of value that a field of a profile can have: how it is read, stored and combined."""

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from decimal import Decimal, InvalidOperation
from enum import StrEnum
from typing import Any, Final, Protocol
from urllib.parse import urlsplit

_AMOUNT: Final = re.compile(r"(\d{1,12}(?:\.\d{1,4})?) ([A-Z]{3})")
_COUNTRY: Final = re.compile(r"[A-Z]{2}")
_MOST_TEXT: Final = 300


class Combine(StrEnum):
    """How the licence's value and that of the country of residence make one."""

    LICENCE = "licence"  # the licence's value holds
    MINIMUM = "minimum"
    MAXIMUM = "maximum"
    INTERSECTION = "intersection"
    UNION = "union"


@dataclass(frozen=True, slots=True, order=True)
class StatedAmount:
    """An amount of money as a regulator states it, in its own currency."""

    amount: Decimal
    currency: str

    def __str__(self) -> str:
        return f"{self.amount:f} {self.currency}"


class ValueKind(Protocol):
    """Reads what a file or a stored version holds, and raises ValueError for an impossible value."""

    @property
    def unit(self) -> str: ...
    def read(self, raw: object) -> Any: ...
    def store(self, value: Any) -> Any: ...
    def describe(self) -> str: ...


def _items(raw: object, kind: ValueKind) -> Sequence[Any]:
    items = raw if isinstance(raw, list | tuple) else None
    if items is None:
        raise ValueError(kind.describe())
    return items


def _pairs(raw: object, kind: ValueKind) -> dict[str, Any]:
    pairs = dict(raw) if isinstance(raw, Mapping) else None
    if pairs is None:
        raise ValueError(kind.describe())
    return pairs


@dataclass(frozen=True, slots=True)
class Whole:
    """A whole number of a unit, within a range."""

    unit: str
    least: int
    most: int

    def read(self, raw: object) -> int:
        if type(raw) is not int or not self.least <= raw <= self.most:
            raise ValueError(self.describe())
        return raw

    def store(self, value: int) -> int:
        return value

    def describe(self) -> str:
        return f"whole number from {self.least} to {self.most}"


@dataclass(frozen=True, slots=True)
class Percent:
    """A percentage with up to four decimals, as a text: "85" or "0.3"."""

    least: int = 0
    most: int = 100
    unit: str = "%"

    def read(self, raw: object) -> Decimal:
        try:
            value = Decimal(raw) if isinstance(raw, str) else None
        except InvalidOperation:
            value = None
        if value is None or not value.is_finite() or not self.least <= value <= self.most:
            raise ValueError(self.describe())
        if value != round(value, 4):
            raise ValueError(self.describe())
        return value

    def store(self, value: Decimal) -> str:
        return f"{value:f}"

    def describe(self) -> str:
        return f'percentage from "{self.least}" to "{self.most}", as a text'


@dataclass(frozen=True, slots=True)
class YesNo:
    """True or false; `only` for what no profile may change."""

    only: bool | None = None
    unit: str = ""

    def read(self, raw: object) -> bool:
        if type(raw) is not bool or (self.only is not None and raw != self.only):
            raise ValueError(self.describe())
        return raw

    def store(self, value: bool) -> bool:  # noqa: FBT001  # the value itself
        return value

    def describe(self) -> str:
        return "true or false" if self.only is None else str(self.only).lower()


@dataclass(frozen=True, slots=True)
class OneOf:
    """One of these words, in their order from the loosest to the strictest."""

    words: tuple[str, ...]
    unit: str = ""

    def read(self, raw: object) -> str:
        if not isinstance(raw, str) or raw not in self.words:
            raise ValueError(self.describe())
        return raw

    def store(self, value: str) -> str:
        return value

    def describe(self) -> str:
        return f"one of {', '.join(self.words)}"


@dataclass(frozen=True, slots=True)
class SomeOf:
    """Some of these words, without a repetition; with a pattern instead of words, any that match it."""

    words: tuple[str, ...] = ()
    pattern: str = ""
    unit: str = ""

    def read(self, raw: object) -> tuple[str, ...]:
        found = _items(raw, self)
        if not all(self._knows(one) for one in found) or len(set(found)) < len(found):
            raise ValueError(self.describe())
        return tuple(found)

    def _knows(self, word: object) -> bool:
        if not isinstance(word, str):
            return False
        return bool(re.fullmatch(self.pattern, word)) if self.pattern else word in self.words

    def store(self, value: tuple[str, ...]) -> list[str]:
        return list(value)

    def describe(self) -> str:
        return f"list of {', '.join(self.words) or self.pattern}"


@dataclass(frozen=True, slots=True)
class AmountList:
    """Amounts in one or more currencies, each of which holds: ["600 EUR"]; empty: none."""

    unit: str = ""

    def read(self, raw: object) -> tuple[StatedAmount, ...]:
        return tuple(sorted(self._read(one) for one in _items(raw, self)))

    def _read(self, raw: object) -> StatedAmount:
        found = _AMOUNT.fullmatch(raw) if isinstance(raw, str) else None
        if found is None or Decimal(found[1]) <= 0:
            raise ValueError(self.describe())
        return StatedAmount(Decimal(found[1]), found[2])

    def store(self, value: tuple[StatedAmount, ...]) -> list[str]:
        return [str(one) for one in value]

    def describe(self) -> str:
        return 'list of amounts as "600 EUR"'


@dataclass(frozen=True, slots=True)
class NamedLinks:
    """Names with https addresses: ["Name=https://…"]."""

    unit: str = ""

    def read(self, raw: object) -> tuple[tuple[str, str], ...]:
        return tuple(self._read(one) for one in _items(raw, self))

    def _read(self, raw: object) -> tuple[str, str]:
        name, _, address = raw.partition("=") if isinstance(raw, str) else ("", "", "")
        parts = urlsplit(address)  # raises ValueError itself for a broken address
        if not name.strip() or parts.scheme != "https" or not parts.hostname or parts.username:
            raise ValueError(self.describe())
        return name.strip(), address

    def store(self, value: tuple[tuple[str, str], ...]) -> list[str]:
        return [f"{name}={address}" for name, address in value]

    def describe(self) -> str:
        return 'list of "Name=https://…"'


@dataclass(frozen=True, slots=True)
class OneText:
    """A short text; `check` may refuse it."""

    check: Callable[[str], bool] | None = None
    unit: str = ""

    def read(self, raw: object) -> str:
        if not isinstance(raw, str) or len(raw) > _MOST_TEXT or not raw.isprintable():
            raise ValueError(self.describe())
        if self.check is not None and not self.check(raw):
            raise ValueError(self.describe())
        return raw

    def store(self, value: str) -> str:
        return value

    def describe(self) -> str:
        return f"text of up to {_MOST_TEXT} characters"


@dataclass(frozen=True, slots=True)
class ByCountry:
    """Whole numbers by country: {US = 21}; the others have none."""

    unit: str
    least: int
    most: int

    def read(self, raw: object) -> Mapping[str, int]:
        number = Whole(self.unit, self.least, self.most)
        found = _pairs(raw, self)
        for country, value in found.items():
            if not _COUNTRY.fullmatch(str(country)):
                raise ValueError(self.describe())
            number.read(value)
        return found

    def store(self, value: Mapping[str, int]) -> dict[str, int]:
        return dict(value)

    def describe(self) -> str:
        return f"numbers from {self.least} to {self.most} by country"


@dataclass(frozen=True, slots=True)
class TextsByKey:
    """Texts by a key that matches the pattern."""

    pattern: str
    unit: str = ""

    def read(self, raw: object) -> Mapping[str, str]:
        found = _pairs(raw, self)
        for key, text in found.items():
            if not re.fullmatch(self.pattern, str(key)) or not OneText().read(text):
                raise ValueError(self.describe())
        return found

    def store(self, value: Mapping[str, str]) -> dict[str, str]:
        return dict(value)

    def describe(self) -> str:
        return "texts by key"
