"""Player actions and their text: `hit`, `double`, `double:4` with an amount, `split-2` without money from bettor 2."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import ClassVar, Literal, NamedTuple

from blackjack.amounts import AmountError, decimal_text, parse_amount
from blackjack.bets import FIRST

VERBS = ("hit", "stand", "double", "split", "surrender", "insure", "even_money", "decline")
"""Every verb, in the order in which legal ones are listed."""

WITH_AMOUNT = ("double", "insure")
WITH_FOLLOWERS = ("double", "split")
WITH_NEW_MONEY = ("double", "split", "insure")

_WORDS = re.compile(r"([a-z_]+)(?::([^-]*))?((?:-[0-9])*)", re.ASCII)


Phase = Literal["before_peek", "play"]


class Turn(NamedTuple):
    """The next decision: box number, hand (from 1), phase, bettor of the box."""

    box: int
    hand: int
    phase: Phase
    bettor: int = FIRST


class IllegalAction(ValueError):
    """An illegal action: `action` as text, the `legal` verbs, and `amounts` (minimum, maximum) if only the amount is wrong."""

    code: ClassVar[str] = "illegal_action"

    def __init__(
        self, action: str, legal: tuple[str, ...], amounts: tuple[int, int] | None = None
    ) -> None:
        super().__init__(f"{action:.40}: {_advice(legal, amounts)}")
        self.action, self.legal, self.amounts = action, legal, amounts


def _advice(legal: tuple[str, ...], amounts: tuple[int, int] | None) -> str:
    if amounts is not None:
        return f"the amount must be from {amounts[0]} to {amounts[1]} units"
    return f"legal are {', '.join(legal)}" if legal else "nothing is legal now"


@dataclass(frozen=True, slots=True)
class Action:
    """One decision; `amount`, in units, is set for a double or insurance that states one.

    `staying` lists followers, by bettor number, who add no money to a double or split, for example
    for lack of funds. On a double their bets stay as they are; on a split they stay on the hand
    named by the follower's `fallback`.
    """

    verb: str
    amount: int | None = None
    staying: tuple[int, ...] = ()

    @classmethod
    def parse(cls, text: str, places: int = 0) -> Action:
        """Parse an action such as "hit", "double:4" or "split-2"; an amount is decimal text, read as units of 10^-`places`.

        Raises IllegalAction for an unknown verb, a malformed amount, or an amount or follower that
        the verb does not take.
        """
        if text in VERBS:
            return cls(text)
        found = _WORDS.fullmatch(text)
        if found is None or not _may_say(*found.groups()):
            raise IllegalAction(text, VERBS)
        verb, amount, staying = found.groups()
        try:
            units = None if amount is None else parse_amount(amount, places)
        except AmountError as error:
            raise IllegalAction(text, VERBS) from error
        return cls(verb, units, tuple(int(bettor) for bettor in staying[1::2]))

    def text(self, places: int = 0) -> str:
        """Return the text that `parse` reads with the same `places`."""
        amount = "" if self.amount is None else f":{decimal_text(self.amount, places)}"
        return self.verb + amount + "".join(f"-{bettor}" for bettor in self.staying)


def _may_say(verb: str, amount: str | None, staying: str) -> bool:
    return (
        verb in VERBS
        and (amount is None or verb in WITH_AMOUNT)
        and (not staying or verb in WITH_FOLLOWERS)
    )
