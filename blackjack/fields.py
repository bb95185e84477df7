"""What the fields of `Rules` may hold, each with the sentence that says so."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass

from blackjack.side_bets import OUTCOMES

LONGEST_CLOCK = 30 * 24 * 60 * 60
_FRACTION = re.compile(r"[1-9][0-9]{0,5}:[1-9][0-9]{0,5}", re.ASCII)


@dataclass(frozen=True, slots=True)
class Allowed:
    """The values a field may hold: a test, and the same in words."""

    text: str
    accepts: Callable[[object], bool]


def is_whole(value: object) -> bool:
    """Tell whether `value` is an int; a bool is none."""
    return type(value) is int


def whole(low: int, high: int, *others: str | None) -> Allowed:
    """Whole numbers from `low` to `high`, and the `others` beside them."""
    words = "".join(f" or {'null' if other is None else repr(other)}" for other in others)

    def accepts(value: object) -> bool:
        if is_whole(value):
            return low <= value <= high  # type: ignore[operator]  # is_whole says it is an int
        return (value is None or isinstance(value, str)) and value in others

    return Allowed(f"a whole number from {low} to {high}{words}", accepts)


def one_of(*choices: str) -> Allowed:
    """One of some words."""
    return Allowed(
        " or ".join(map(repr, choices)), lambda value: isinstance(value, str) and value in choices
    )


def seconds() -> Allowed:
    """A clock: whole seconds, or none."""
    return whole(1, LONGEST_CLOCK, None)


FLAG = Allowed("true or false", lambda value: isinstance(value, bool))

_LEAST_SHARE, _MOST_SHARE = 0.10, 0.95
SHARE = Allowed(
    "a number from 0.10 to 0.95",
    lambda value: isinstance(value, float) and _LEAST_SHARE <= value <= _MOST_SHARE,
)

FRACTION = Allowed(
    "a fraction of two positive whole numbers such as '3:2'",
    lambda value: isinstance(value, str) and _FRACTION.fullmatch(value) is not None,
)


def _is_paytable(name: object, paytable: object) -> bool:
    if not isinstance(name, str) or name not in OUTCOMES or not isinstance(paytable, Mapping):
        return False
    return set(paytable) == set(OUTCOMES[name]) and all(
        is_whole(odds) and odds >= 0 for odds in paytable.values()
    )


def _are_side_bets(value: object) -> bool:
    return isinstance(value, Mapping) and all(
        _is_paytable(name, paytable) for name, paytable in value.items()
    )


SIDE_BETS = Allowed(
    "a map of side bets, each with whole odds for exactly its outcomes ("
    + "; ".join(f"{name}: {', '.join(outcomes)}" for name, outcomes in OUTCOMES.items())
    + ")",
    _are_side_bets,
)
