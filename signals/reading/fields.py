"""Values of a file, read strictly: each error names its place."""

import re
from collections.abc import Callable, Mapping
from datetime import UTC, datetime
from functools import cache
from math import isfinite
from typing import Any, Final, TypeVar
from zoneinfo import available_timezones

from blackjack.amounts import AmountError, parse_amount
from blackjack.strict_json import MalformedError, read_list, read_text
from signals.places import read_places

Value = TypeVar("Value")

UNKNOWN_TIME: Final = float("nan")
_NO_STAKE: Final = re.compile(r"0(\.0{1,4})?", re.ASCII)
_LATEST: Final = datetime(2200, 1, 1, tzinfo=UTC).timestamp()
_LONGEST_NAME: Final = 200
_MOST: Final = 10**14


def read_moment(value: object, where: str) -> float:
    """Return seconds since the epoch of a number of them, or of an ISO 8601 text (UTC if it names no zone)."""
    if isinstance(value, str):
        try:
            moment = datetime.fromisoformat(value)
        except ValueError:
            raise MalformedError(where, f"{value!r:.40} is no ISO 8601 time") from None
        seconds = (moment if moment.tzinfo else moment.replace(tzinfo=UTC)).timestamp()
    elif isinstance(value, int | float) and not isinstance(value, bool):
        seconds = float(value) if abs(value) < _LATEST else float("inf")
    else:
        raise MalformedError(where, "a time is expected: ISO 8601, or seconds since 1970")
    if not isfinite(seconds) or not 0 <= seconds < _LATEST:
        raise MalformedError(where, "a time from 1970 to 2200 is expected")
    return seconds


def read_money(value: object, where: str) -> int:
    """Return units of 10^-4 USD of a decimal text above zero."""
    try:
        units = parse_amount(value)
    except AmountError as error:
        raise MalformedError(where, str(error)) from error
    if units > _MOST:
        raise MalformedError(where, "an amount of at most 10,000,000,000 is expected")
    return units


def read_stake(value: object, where: str) -> int:
    """Return units as `read_money`; 0 for a stake of nothing, as "0" or "0.00"."""
    return 0 if isinstance(value, str) and _NO_STAKE.fullmatch(value) else read_money(value, where)


def read_zone(value: object, where: str) -> str:
    """Return the name of a time zone, or nothing."""
    name = read_label(value, where)
    if name and name not in _list_zones():
        raise MalformedError(where, f"{name!r:.40} is no time zone of the IANA list")
    return name


@cache
def _list_zones() -> frozenset[str]:
    return frozenset(available_timezones())


def read_country(value: object, where: str) -> str:
    """Return the code of a country with a known place, in capitals, or nothing."""
    code = read_label(value, where).upper()
    if code and code not in read_places():
        raise MalformedError(where, f"{code!r:.40} is no country: two letters of ISO 3166-1")
    return code


def read_flag(value: object, where: str) -> bool:
    if not isinstance(value, bool):
        raise MalformedError(where, "true or false is expected")
    return value


def read_name(value: object, where: str) -> str:
    """Return a name; a whole number counts as its text."""
    if type(value) is int:
        value = str(value)
    name = read_text(value, where)
    if not 0 < len(name) <= _LONGEST_NAME:
        raise MalformedError(where, f"1 to {_LONGEST_NAME} characters are expected")
    if any("\ud800" <= sign <= "\udfff" for sign in name):
        raise MalformedError(where, "text that is UTF-8 is expected")
    return name


def read_label(value: object, where: str) -> str:
    """Return a name that may be empty."""
    return "" if value == "" else read_name(value, where)


def read_choice(value: object, where: str, choices: Mapping[str, Value]) -> Value:
    """Return what a word stands for."""
    if not isinstance(value, str) or value not in choices:
        raise MalformedError(where, f"one of {', '.join(choices)} is expected")
    return choices[value]


def read_optional(
    given: Mapping[str, Any],
    name: str,
    where: str,
    read: Callable[[object, str], Value],
    default: Value,
) -> Value:
    """Return the value of a key, or the default if it is missing or null."""
    value = given.get(name)
    return default if value is None else read(value, f"{where}.{name}" if where else name)


def read_rows(
    given: Mapping[str, Any], name: str, read: Callable[[object, str], Value]
) -> list[Value]:
    """Return the items of a list, read one by one; empty if the key is missing or null."""
    items = read_list(given.get(name) or [], name)
    return [read(item, f"{name}[{place}]") for place, item in enumerate(items)]
