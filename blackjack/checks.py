"""Results of verification checks, and the difference that ends a verification."""

from __future__ import annotations

import reprlib
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import zip_longest

from blackjack.cards import Card


@dataclass(frozen=True, slots=True)
class CheckResult:
    """Result of one check: `nonce` is its deal and `card` (from 1) the first different card, where known."""

    subject: str
    passed: bool
    detail: str
    nonce: int | None = None
    card: int | None = None

    def __str__(self) -> str:
        return f"{'ok' if self.passed else 'DIFFERENT'}: {self.subject}: {self.detail}"


class DifferenceError(Exception):
    """The first failed check, as `check`; it ends the verification."""

    def __init__(
        self, subject: str, detail: str, nonce: int | None = None, card: int | None = None
    ) -> None:
        super().__init__(detail)
        self.check = CheckResult(subject, passed=False, detail=detail, nonce=nonce, card=card)


def passed_check(subject: str, detail: str, nonce: int | None = None) -> CheckResult:
    """Return a check that passed."""
    return CheckResult(subject, passed=True, detail=detail, nonce=nonce)


def require(holds: object, subject: str, detail: str, nonce: int | None = None) -> None:
    """Raise DifferenceError unless the condition holds."""
    if not holds:
        raise DifferenceError(subject, detail, nonce)


def compare_cards(subject: str, nonce: int, listed: Sequence[str], own: Sequence[Card]) -> None:
    """Compare card by card, then the number of cards. Raises DifferenceError."""
    for number, (given, drawn) in enumerate(zip_longest(listed, own), 1):
        if given is None or drawn is None or given != str(drawn):
            is_listed = "is not listed" if given is None else f"is listed as {given!r}"
            is_due = "none is due" if drawn is None else f"the seed gives {drawn}"
            raise DifferenceError(subject, f"card {number} {is_listed}, {is_due}", nonce, number)


def first_difference(path: str, listed: object, own: object) -> str | None:
    """Describe the first difference between two JSON values; None if they are equal."""
    if isinstance(listed, dict) and isinstance(own, dict) and set(listed) == set(own):
        pairs = [(f"{path}.{key}", listed[key], own[key]) for key in own]
    elif isinstance(listed, list) and isinstance(own, list) and len(listed) == len(own):
        pairs = [(f"{path}[{i}]", *pair) for i, pair in enumerate(zip(listed, own, strict=True))]
    elif type(listed) is type(own) and listed == own:
        return None
    else:
        return f"{path} is listed as {reprlib.repr(listed)}, the rules give {reprlib.repr(own)}"
    differences = (first_difference(*pair) for pair in pairs)
    return next((difference for difference in differences if difference is not None), None)


def count_text(number: int, noun: str) -> str:
    return f"1 {noun}" if number == 1 else f"{number} {noun}s"
